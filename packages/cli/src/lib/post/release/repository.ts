import { execFile } from 'node:child_process';
import { access, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { CliError, usageError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import type { Io } from '../../io.ts';

const runFile = promisify(execFile);
const GIT_WITHIN_MS = 5_000;

/** Which file of which repository something was read from, said the same on every machine. */
export interface Origin {
  /** `acme/tool`; empty where it is not known. */
  readonly repository: string;
  /** Path below the top of the repository, or of the directory of the job where there is none; `-` for stdin. */
  readonly path: string;
}

/**
 * Where a file, or what is piped in (`-`), comes from, as the CI says or as git does.
 * @throws {CliError} when git cannot be asked, does not tell of a repository that is there, or the file lies elsewhere
 */
export async function findOrigin({ env, workingDirectory }: Io, file: string): Promise<Origin> {
  const given = resolve(workingDirectory, file === '-' ? '' : file);
  const path = await realpath(given).catch(() => given);
  const directory = file === '-' ? path : dirname(path);
  const named = (env['GITHUB_REPOSITORY'] || env['CI_PROJECT_PATH'] || '').toLowerCase();
  const top = await askGit(env, directory, ['rev-parse', '--show-toplevel']);
  const untold = top ? undefined : await repositoryAround(directory);
  if (untold !== undefined && !(named && (await isOfJob(env, untold)))) throw untoldRepository(untold);
  // A bare repository has a remote and no top.
  const remote = pathOfRemote(await askGit(env, directory, ['config', '--get', 'remote.origin.url']));
  const repository = named && !isOtherCheckout(env, named, remote) ? named : remote;
  if (file === '-') return { repository, path: file };
  const root = top || untold || env['GITHUB_WORKSPACE'] || env['CI_PROJECT_DIR'] || workingDirectory;
  const below = relative(await realpath(root).catch(() => root), path)
    .split(sep)
    .join('/');
  if (below.startsWith('../') || isAbsolute(below)) throw liesOutside(file, root);
  return { repository, path: below };
}

/** A job may check out others than its own repository, and a repository has others as submodules: each has its releases. */
function isOtherCheckout(env: Io['env'], named: string, remote: string): boolean {
  const isJob = Boolean(env['GITHUB_ACTIONS'] || env['GITLAB_CI']);
  return isJob && remote !== '' && remote !== named && !remote.endsWith(`/${named}`);
}

/** Whether what the CI says of the job's repository is said of this directory; outside of a CI, whoever named it meant it. */
async function isOfJob(env: Io['env'], directory: string): Promise<boolean> {
  const job = env['GITHUB_WORKSPACE'] || env['CI_PROJECT_DIR'];
  return !job || (await realpath(job).catch(() => job)) === directory;
}

/** The directory that holds a `.git`, whatever git itself says of it. */
export async function repositoryAround(directory: string): Promise<string | undefined> {
  const isHere = await access(join(directory, '.git')).then(
    () => true,
    () => false,
  );
  if (isHere) return directory;
  return dirname(directory) === directory ? undefined : await repositoryAround(dirname(directory));
}

function untoldRepository(directory: string): CliError {
  return usageError(
    `git does not tell which repository ${directory} is: it is not installed, or refuses to read it`,
    'Nothing was sent. The repository tells releases apart: name it with GITHUB_REPOSITORY=owner/name, or give a --key.',
  );
}

function liesOutside(file: string, root: string): CliError {
  return usageError(
    `${file} lies outside of ${root}: another run could not tell that it is the same release`,
    'Nothing was sent. Pipe it in, with - in place of its path, or give a --key.',
  );
}

/** Empty where git is not there, or has nothing to say: what it says another time as well. */
async function askGit(env: Io['env'], directory: string, args: readonly string[]): Promise<string> {
  // A hook is told of one repository; the file may be anywhere in it, or in another.
  const { GIT_DIR: _directory, GIT_WORK_TREE: _tree, ...others } = env;
  try {
    const asked = runFile('git', ['-C', directory, ...args], { env: others, timeout: GIT_WITHIN_MS });
    return (await asked).stdout.trim();
  } catch (error) {
    const { code, killed } = error as { readonly code?: unknown; readonly killed?: boolean };
    if (!killed && (typeof code === 'number' || code === 'ENOENT')) return '';
    // Its answer is part of the key: without it the same release would be published a second time.
    const what = killed ? `did not answer within ${GIT_WITHIN_MS / 1_000} s` : 'could not be asked';
    throw new CliError({
      exitCode: EXIT.failed,
      code: 'git_unanswered',
      message: `git ${what} in ${directory}`,
      hints: ['Nothing was sent. The same command may be run again.'],
    });
  }
}

/** `acme/tool` of `git@example.com:acme/tool.git` and of `https://example.com/acme/tool`. */
function pathOfRemote(remote: string): string {
  const path = URL.parse(remote)?.pathname ?? remote.replace(/^[^:/]+:/, '');
  return path
    .replace(/^\/+/, '')
    .replace(/(\.git)?\/*$/, '')
    .toLowerCase();
}
