import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { usageError } from '../../../lib/errors.ts';
import { repositoryAround } from '../../../lib/post/release/repository.ts';
import type { Problem } from './problems.ts';

/** A file that holds a post. */
export interface FoundFile {
  /** Path as the user sees it. */
  readonly file: string;
  readonly path: string;
  /** Path below the directory of the posts, with `/`. Identifies the post. */
  readonly name: string;
  /** Directory of the posts; the file may refer only to files below it. */
  readonly top: string;
  /** Directories above `top` that an earlier run may have been given instead; empty when the root is named. */
  readonly above: readonly string[];
  /** Directories below `top` that an earlier run may have been given instead, from the one that holds the file. */
  readonly below: readonly string[];
}

/** A directory that was given to the run. */
export interface GivenDirectory {
  readonly path: string;
  /** Path as the user sees it. */
  readonly shown: string;
  /** Directory that the names of its posts are relative to. */
  readonly top: string;
  /** Own path below `top`, with `/` at its end. */
  readonly below: string;
}

/**
 * Finds the named files and the files below the named directories, in the order of their names. In a directory these are
 * `.md` and `.markdown` files at any depth, without hidden files and README. Does not follow links to directories.
 * @param root directory of the posts, for files that are named one by one
 * @throws {CliError} for a path that does not exist
 */
export async function findPostFiles(
  paths: readonly string[],
  root: string | undefined,
): Promise<{ files: FoundFile[]; directories: GivenDirectory[]; problems: Problem[] }> {
  const files = new Map<string, FoundFile>();
  const problems: Problem[] = [];
  const directories: GivenDirectory[] = [];
  for (const given of paths) {
    const path = resolve(given);
    const info = await stat(path).catch(() => undefined);
    if (!info) throw usageError(`There is no file or directory ${given}`, 'Nothing was sent.');
    const top = await realpath(resolve(root ?? (info.isDirectory() ? path : dirname(path))));
    const above = root === undefined ? directoriesAbove(top, await farthestRoot(top)) : [];
    if (info.isDirectory()) directories.push(await describeDirectory(given, top));
    const found = info.isDirectory() ? await filesBelow(path) : [path];
    for (const one of found) {
      const real = await realpath(one).catch(() => one);
      const file = relative('', one) || one;
      if (!isBelow(top, real)) problems.push({ file, line: 1, message: `it leads out of ${root ?? given}` });
      else if (one === real || !files.has(real)) {
        const below = root === undefined ? directoriesBelow(top, real) : [];
        files.set(real, { file, path: real, name: nameBelow(top, real), top, above, below });
      }
    }
  }
  const sorted = [...files.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return { files: sorted, directories, problems };
}

async function describeDirectory(given: string, top: string): Promise<GivenDirectory> {
  const path = await realpath(given);
  const below = nameBelow(top, path);
  return { path, shown: relative('', resolve(given)) || '.', top, below: below === '' ? '' : `${below}/` };
}

/** Path of a file below a directory, with `/`. */
export function nameBelow(directory: string, path: string): string {
  return relative(directory, path).split(sep).join('/');
}

/** The highest directory that an earlier run can have been given: the working directory, or the repository above it. */
async function farthestRoot(top: string): Promise<string> {
  const here = await realpath('.');
  const around = await repositoryAround(top);
  return around === undefined || isBelow(here, around) ? here : around;
}

/** Directories from the one that holds `path` up to `top`, without `top`. */
function directoriesBelow(top: string, path: string): string[] {
  const parent = dirname(path);
  return parent === top ? [] : [parent, ...directoriesBelow(top, parent)];
}

/** Directories above `path` up to `last`; empty when `last` is not above it. */
function directoriesAbove(path: string, last: string): string[] {
  if (path === last || !isBelow(last, path)) return [];
  const parent = dirname(path);
  return [parent, ...directoriesAbove(parent, last)];
}

export function isBelow(directory: string, path: string): boolean {
  return path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep);
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(directory, entry.name);
      if (entry.name.startsWith('.')) return [];
      if (entry.isDirectory()) return filesBelow(path);
      return isPost(entry) && (await isFile(path)) ? [path] : [];
    }),
  );
  return found.flat();
}

function isPost({ name }: Dirent): boolean {
  return /\.(md|markdown)$/i.test(name) && !/^readme\./i.test(basename(name));
}

/** Returns true also for a broken link, which is reported when it is read. */
async function isFile(path: string): Promise<boolean> {
  return await stat(path).then(
    (info) => info.isFile(),
    () => true,
  );
}
