import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CliError } from '../../../lib/errors.ts';
import type { Io } from '../../../lib/io.ts';
import { findOrigin } from '../../../lib/post/release/repository.ts';

const runFile = promisify(execFile);
const GIT_WITHIN_MS = 5_000;
/** Longest source that the server takes. */
const MAX_LENGTH = 1_000;
/** Characters that the server refuses in a source. */
const REFUSED = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Makes the source of a post from the name of its file. A later run knows the post by it when the file is gone. */
export type SourceOf = (nameBelow: string) => string | undefined;

/**
 * Names the files of a directory by repository and path or, without a named repository, by this machine and the directory.
 * The source is not part of a post's key, so it may differ between machines.
 */
export async function sourcesBelow(io: Io, directory: string): Promise<SourceOf> {
  const prefix = await prefixOf(io, directory);
  return (nameBelow) => {
    const source = `${prefix}${nameBelow}`;
    return source.length > MAX_LENGTH || REFUSED.test(source) ? undefined : source;
  };
}

async function prefixOf(io: Io, directory: string): Promise<string> {
  const { repository, path } = await originOf(io, directory);
  if (repository !== '' && (await isNamedForAll(io, directory, repository)))
    return `file:${repository}#${path.slice(0, -1)}`;
  const place = createHash('sha256').update(`${io.hostName}\n${directory}`).digest('hex');
  return `file:local-${place.slice(0, 16)}#`;
}

/** Returns true where the CI or the address of a remote names the repository. A local path would mean only this machine. */
async function isNamedForAll({ env }: Io, directory: string, repository: string): Promise<boolean> {
  const { GITHUB_REPOSITORY: github = '', CI_PROJECT_PATH: gitlab = '' } = env;
  if ([github, gitlab].some((name) => name.toLowerCase() === repository)) return true;
  // A git hook sets these variables for its own repository; the file may be in another one.
  const { GIT_DIR: _directory, GIT_WORK_TREE: _tree, ...others } = env;
  const args = ['-C', directory, 'config', '--get', 'remote.origin.url'];
  const asked = runFile('git', args, { env: others, timeout: GIT_WITHIN_MS });
  return asked.then(
    ({ stdout }) => hasHost(stdout.trim()),
    () => false,
  );
}

/** Returns true for `https://example.com/acme/tool` and `git@example.com:acme/tool`, false for paths such as `C:/tool`. */
function hasHost(remote: string): boolean {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(remote)) return !/^file:/i.test(remote) && Boolean(URL.parse(remote)?.host);
  return /^[^/\\:]{2,}:(?!:)/.test(remote);
}

/** The origin of any file of the directory, which need not exist. */
async function originOf(io: Io, directory: string): Promise<{ readonly repository: string; readonly path: string }> {
  try {
    return await findOrigin(io, join(directory, '-'));
  } catch (error) {
    if (error instanceof CliError) return { repository: '', path: '' };
    throw error;
  }
}
