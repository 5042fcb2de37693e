import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory, type Variables } from '../../../src/programs/server-process.ts';

const KIT = fileURLToPath(new URL('../../../', import.meta.url));
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
  git(...args: readonly string[]): string;
  /** Writes files and commits them. */
  commit(message: string, files?: Readonly<Record<string, string>>): void;
  /** Runs the program of a package in the clone. */
  run(name: string, args: readonly string[], env?: Variables): Promise<ToolEnd>;
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
      git,
      commit(message, files = {}) {
        for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
        git('add', '--all');
        git('commit', '--quiet', '--allow-empty', '--message', message);
        git('push', '--quiet', 'origin', 'HEAD:main');
      },
      run: (name, args, more = {}) => runProgram([programOf(name), ...args], path, { ...all, ...more }),
      clone: open,
      [Symbol.dispose]: () => temporary[Symbol.dispose](),
    };
  };
  return open();
}

function installInto(path: string, packages: readonly string[]): void {
  for (const name of packages) {
    const link = join(path, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(KIT, 'node_modules', name), link);
  }
  // The modules are no part of the project.
  writeFileSync(join(path, '.git/info/exclude'), 'node_modules\n');
}

/** The file of a package's program. */
function programOf(name: string): string {
  const manifest = join(KIT, 'node_modules', name, 'package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: string | Record<string, string> };
  const [file = ''] = typeof bin === 'string' ? [bin] : Object.values(bin);
  return createRequire(manifest).resolve(join(dirname(manifest), file));
}

async function runProgram(args: readonly string[], cwd: string, env: Variables): Promise<ToolEnd> {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, printed: stdout + stderr };
}

/** Removes a tag from a clone and its origin, so that the tool makes the release again. */
export function removeTag(project: Project, tag: string): void {
  project.git('push', '--quiet', 'origin', `:refs/tags/${tag}`);
  project.git('tag', '--delete', tag);
}
