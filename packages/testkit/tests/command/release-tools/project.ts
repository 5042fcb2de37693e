import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory, type Variables } from '../../../src/programs/server-process.ts';
import { startOnTerminal } from '../../../src/programs/terminal.ts';

/** Folder of the packages. */
const KIT = fileURLToPath(new URL('../../../node_modules/', import.meta.url));
const { PATH = '', NODE_COMPILE_CACHE } = process.env;

/** End of a run of a release tool. */
export interface ToolEnd {
  readonly code: number | null;
  /** Everything that it has printed. */
  readonly printed: string;
}

/** A clone of a bare repository, with the packages of a release tool. */
export interface Project extends Disposable {
  /** Directory of the clone. */
  readonly path: string;
  /** Home directory of its machine. */
  readonly home: string;
  /** Variables of every run. */
  readonly env: Variables;
  git(...args: readonly string[]): string;
  /** Writes files and commits them. */
  commit(message: string, files?: Readonly<Record<string, string>>): void;
  /** Runs the program of a package in the clone. */
  run(name: string, args: readonly string[], env?: Variables): Promise<ToolEnd>;
  /** Runs the program of a package on a terminal, and answers its question. @returns everything on the terminal */
  answer(name: string, args: readonly string[], given: { question: string; answer: string }): Promise<string>;
  /** Runs npm in the clone, which finds the programs of its packages. */
  npm(...args: readonly string[]): Promise<ToolEnd>;
  /** Clones the origin again, as the next machine of a CI does. Disposing of the first clone removes all. */
  clone(): Project;
}

/**
 * Makes a project with some packages, which need not be fetched: they are those of this repository.
 * @param env variables of every run
 */
export function createProject(packages: readonly string[], env: Variables): Project {
  const temporary = temporaryDirectory();
  const machine = join(temporary.path, 'home');
  const repository = join(temporary.path, 'acme/tool.git');
  mkdirSync(machine);
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', repository]);
  const variables = {
    ...{ PATH: `${dirname(process.execPath)}:${PATH}`, HOME: machine, LANG: 'C.UTF-8', TZ: 'UTC', CI: 'true' },
    ...{ GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com' },
    ...{ GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com' },
  };
  const all: Variables = { ...variables, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...env };
  let clones = 0;
  const open = (): Project => {
    clones += 1;
    const path = join(temporary.path, `clone-${clones}`);
    execFileSync('git', ['clone', '--quiet', `file://${repository}`, path], { env: all, stdio: 'ignore' });
    const git = (...args: readonly string[]) =>
      execFileSync('git', args, { cwd: path, env: all, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    installInto(path, packages);
    return {
      path,
      home: machine,
      env: all,
      git,
      commit(message, files = {}) {
        for (const [name, content] of Object.entries(files)) {
          mkdirSync(dirname(join(path, name)), { recursive: true });
          writeFileSync(join(path, name), content);
        }
        git('add', '--all');
        git('commit', '--quiet', '--allow-empty', '--message', message);
        git('push', '--quiet', 'origin', 'HEAD:main');
      },
      run: (name, args, more = {}) =>
        runProgram(process.execPath, [programOf(name), ...args], {
          cwd: path,
          env: { ...all, ...more },
        }),
      answer: (name, args, given) =>
        answerProgram([process.execPath, programOf(name), ...args], { cwd: path, env: { ...all, CI: 'false' } }, given),
      npm: (...args) => runProgram('npm', args, { cwd: path, env: all }),
      clone: open,
      [Symbol.dispose]: () => temporary[Symbol.dispose](),
    };
  };
  return open();
}

function installInto(path: string, packages: readonly string[]): void {
  mkdirSync(join(path, 'node_modules/.bin'), { recursive: true });
  for (const name of packages) {
    const link = join(path, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(KIT, name), link);
    for (const [command, file] of Object.entries(programsOf(name))) {
      symlinkSync(file, join(path, 'node_modules/.bin', command));
    }
  }
  // The modules are no part of the project.
  writeFileSync(join(path, '.git/info/exclude'), 'node_modules\n');
}

/** The files of a package's programs, by their names. */
function programsOf(name: string): Record<string, string> {
  const folder = join(KIT, name);
  const { bin = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const programs = typeof bin === 'string' ? { [name.split('/').at(-1) ?? '']: bin } : bin;
  return Object.fromEntries(Object.entries(programs).map(([command, file]) => [command, join(folder, file)]));
}

/** The file of a package's first program. */
function programOf(name: string): string {
  return Object.values(programsOf(name))[0] ?? '';
}

interface Manifest {
  readonly bin?: string | Readonly<Record<string, string>>;
}

async function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Variables },
): Promise<ToolEnd> {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, printed: stdout + stderr };
}

async function answerProgram(
  line: readonly string[],
  options: { readonly cwd: string; readonly env: Variables },
  { question, answer }: { readonly question: string; readonly answer: string },
): Promise<string> {
  const command = line.map((word) => `'${word}'`).join(' ');
  const terminal = startOnTerminal(command, { ...options, patienceMs: 60_000 });
  await terminal.sees(literally(question));
  terminal.type(`${answer}\r`);
  await terminal.ended;
  return terminal.screen();
}

const literally = (text: string) => new RegExp(text.replace(/[.?]/g, String.raw`\$&`));

/** Removes a tag from a clone and its origin, so that the tool makes the release again. */
export function removeTag(project: Project, tag: string): void {
  project.git('push', '--quiet', 'origin', `:refs/tags/${tag}`);
  project.git('tag', '--delete', tag);
}
