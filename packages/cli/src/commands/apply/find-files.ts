import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { usageError } from '../../lib/errors.ts';
import { repositoryAround } from '../../lib/post/release/repository.ts';
import type { Problem } from './problems.ts';

/** A file that holds a post. */
export interface FoundFile {
  /** As it is shown. */
  readonly file: string;
  readonly path: string;
  /** Below the directory of the posts, with `/`: what it is told apart by. */
  readonly name: string;
  /** What the file may refer to lies below it. */
  readonly top: string;
  /** Directories above that of the posts which an earlier run may have been given instead; none where the root was said. */
  readonly above: readonly string[];
  /** The same below that of the posts, from the one that holds the file. */
  readonly below: readonly string[];
}

/** A directory that the run was given. */
export interface GivenDirectory {
  readonly path: string;
  /** As it is shown. */
  readonly shown: string;
  /** What its posts count their names from, and its own path below that, ending in `/`. */
  readonly top: string;
  readonly below: string;
}

/**
 * The files of directories, and those that are named, in the order of their paths. Of a directory: `.md` and `.markdown`
 * at any depth, without hidden ones and without README. Links to directories are not followed.
 * @param root of the posts, for files that are named one by one
 * @throws {CliError} for a path that is not there
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

/** What a file is told apart by. */
export function nameBelow(directory: string, path: string): string {
  return relative(directory, path).split(sep).join('/');
}

/** As far up as a run may have counted from: the working directory, or the top of the repository where that is above it. */
async function farthestRoot(top: string): Promise<string> {
  const here = await realpath('.');
  const around = await repositoryAround(top);
  return around === undefined || isBelow(here, around) ? here : around;
}

/** From the one that holds `path` up to `top`, without that. */
function directoriesBelow(top: string, path: string): string[] {
  const parent = dirname(path);
  return parent === top ? [] : [parent, ...directoriesBelow(top, parent)];
}

/** From the one that holds `path` to `last`, where that is above it. */
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

/** Also true of a link that leads nowhere: it is reported when it is read. */
async function isFile(path: string): Promise<boolean> {
  return await stat(path).then(
    (info) => info.isFile(),
    () => true,
  );
}
