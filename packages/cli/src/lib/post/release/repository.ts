import { execFile } from 'node:child_process';
import { access, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { type CliError, failed, usageError } from '../../errors.ts';
import type { Io } from '../../io.ts';

const runFile = promisify(execFile);
const GIT_WITHIN_MS = 5_000;

/** A file of a repository, named the same way on every machine. */
export interface Origin {
  /** Name such as `acme/tool`; empty when unknown. */
  readonly repository: string;
  /** Path below the repository, or without a repository below the directory of the job; `-` for stdin. */
  readonly path: string;
}

/**
 * Finds the origin of a file, or of piped input (`-`), from the CI or from git.
 * @throws {CliError} when git does not answer or ignores an existing repository, or when the file is outside of it
 */
export async function findOrigin({ env, workingDirectory }: Io, file: string): Promise<Origin> {
  const path = await realOr(resolve(workingDirectory, file === '-' ? '' : file));
  const directory = await folderThatExists(file === '-' ? path : dirname(path));
  const named = (env['GITHUB_REPOSITORY'] || env['CI_PROJECT_PATH'] || '').toLowerCase();
  const top = await askGit(env, directory, ['rev-parse', '--show-toplevel']);
  const untold = top ? undefined : await repositoryAround(directory);
  if (untold !== undefined && !(named && (await isOfJob(env, untold)))) throw untoldRepository(untold);
  // A bare repository has a remote and no top.
  const remote = pathOfRemote(await askGit(env, directory, ['config', '--get', 'remote.origin.url']));
  const repository = named && !isOtherCheckout(env, named, remote) ? named : remote;
  if (file === '-') return { repository, path: file };
  const root = top || untold || env['GITHUB_WORKSPACE'] || env['CI_PROJECT_DIR'] || workingDirectory;
  const below = relative(await realOr(root), path)
    .split(sep)
    .join('/');
  if (below.startsWith('../') || isAbsolute(below)) throw liesOutside(file, root);
  return { repository, path: below };
}

/** Returns the first of the tags that git knows; an empty text without one. @throws {CliError} when git does not answer */
export async function findTag({ env, workingDirectory }: Io, tags: readonly string[]): Promise<string> {
  const known = (await askGit(env, workingDirectory, ['tag', '--list', ...tags])).split('\n');
  return tags.find((tag) => known.includes(tag)) ?? '';
}

/** Returns the address of the repository's page, from the CI or from its remote; null when it is not known. */
export async function pageOfRepository({ env, workingDirectory }: Io): Promise<string | null> {
  const { CI_PROJECT_URL: gitlab, GITHUB_REPOSITORY: named, GITHUB_SERVER_URL: server = 'https://github.com' } = env;
  if (gitlab || named) return gitlab || `${server}/${named}`;
  const remote = await askGit(env, workingDirectory, ['config', '--get', 'remote.origin.url']);
  const host = /^(?:(?:https?|ssh|git):\/\/)?(?:[^@/]*@)?([\w-]+(?:\.[\w-]+)+)[:/]/.exec(remote)?.[1];
  return host === undefined ? null : `https://${host}/${pathOfRemote(remote)}`;
}

/** Returns true for a repository other than the CI job's own, such as a submodule; each has its own releases. */
function isOtherCheckout(env: Io['env'], named: string, remote: string): boolean {
  const isJob = Boolean(env['GITHUB_ACTIONS'] || env['GITLAB_CI']);
  return isJob && remote !== '' && remote !== named && !remote.endsWith(`/${named}`);
}

/** Returns true when the repository that the CI names is in this directory. Outside of a CI the name is trusted. */
async function isOfJob(env: Io['env'], directory: string): Promise<boolean> {
  const job = env['GITHUB_WORKSPACE'] || env['CI_PROJECT_DIR'];
  return !job || (await realOr(job)) === directory;
}

/** The path without symbolic links, as far as it exists. */
async function realOr(path: string): Promise<string> {
  const above = dirname(path);
  return await realpath(path).catch(async () => (above === path ? path : join(await realOr(above), basename(path))));
}

/** The directory itself, or the nearest one above it that exists: git is asked there. */
async function folderThatExists(directory: string): Promise<string> {
  const isFolder = await stat(directory).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder || dirname(directory) === directory ? directory : await folderThatExists(dirname(directory));
}

/** The nearest directory with a `.git`, even if git refuses to read it. */
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
    `git does not say which repository ${directory} is: it is not installed, or refuses to read it`,
    'Nothing was sent. The repository tells releases apart: name it with GITHUB_REPOSITORY=owner/name, or give a --key.',
  );
}

function liesOutside(file: string, root: string): CliError {
  return usageError(
    `${file} lies outside of ${root}: another run could not tell that it is the same release`,
    'Nothing was sent. Pipe it in, with - in place of its path, or give a --key.',
  );
}

/** Asks git. @returns an empty text when git is missing or has no answer, which are lasting conditions */
async function askGit(env: Io['env'], directory: string, args: readonly string[]): Promise<string> {
  // A git hook sets these variables for its own repository; the file may be in another one.
  const { GIT_DIR: _directory, GIT_WORK_TREE: _tree, ...others } = env;
  try {
    const asked = runFile('git', ['-C', directory, ...args], { env: others, timeout: GIT_WITHIN_MS });
    return (await asked).stdout.trim();
  } catch (error) {
    const { code, killed } = error as { readonly code?: unknown; readonly killed?: boolean };
    if (!killed && (typeof code === 'number' || code === 'ENOENT')) return '';
    // The answer is part of the key: without it the same release would be published a second time.
    const what = killed ? `did not answer within ${GIT_WITHIN_MS / 1_000} s` : 'could not be asked';
    throw failed(
      'git_unanswered',
      `git ${what} in ${directory}`,
      'Nothing was sent. You can run the same command again.',
    );
  }
}

/** Reads `acme/tool` from `git@example.com:acme/tool.git` and `https://example.com/acme/tool`. */
function pathOfRemote(remote: string): string {
  const path = URL.parse(remote)?.pathname ?? remote.replace(/^[^:/]+:/, '');
  return path
    .replace(/^\/+/, '')
    .replace(/(\.git)?\/*$/, '')
    .toLowerCase();
}
