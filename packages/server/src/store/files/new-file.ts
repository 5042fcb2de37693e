import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

const SUFFIXES = ['', '-journal', '-wal', '-shm'];

interface HowToMake {
  /** A database whose owner owns the file too, where root makes it. */
  readonly database?: string;
  /** Gives what is at the temporary path its name; by default in place of any other file. */
  readonly giveName?: (partial: string) => void;
}

/**
 * Makes a file under a temporary name beside its own, and gives it its name only once it is whole and on the disk: whatever
 * happens before leaves nothing under that name. Only its owner can read it.
 * @param make gets the temporary path, of an empty file
 */
export async function makeWholeFile<Result>(
  path: string,
  make: (partial: string) => Promise<Result>,
  { database, giveName = (partial) => renameSync(partial, path) }: HowToMake = {},
): Promise<Result> {
  const partial = join(dirname(path), `${partialStart(path)}${randomBytes(4).toString('hex')}.partial`);
  makeEmptyFile(partial, 0o600, database);
  try {
    const result = await make(partial);
    syncToDisk(partial);
    giveName(partial);
    syncToDisk(dirname(path));
    return result;
  } finally {
    for (const suffix of SUFFIXES) rmSync(`${partial}${suffix}`, { force: true });
  }
}

const partialStart = (path: string) => `.${basename(path)}.`;

/** Removes what was left by processes that were killed while they made the file; nobody may be making it now. */
export function removePartials(path: string): void {
  const start = partialStart(path);
  for (const name of readdirSync(dirname(path))) {
    const rest = name.startsWith(start) ? name.slice(start.length) : '';
    if (/^[0-9a-f]{8}\.partial(-journal|-wal|-shm)?$/.test(rest)) rmSync(join(dirname(path), name));
  }
}

/**
 * Makes an empty file.
 * @param database whose owner, or while there is none its folder's, gets what root makes: a server of that user has to open it
 * @throws Error with the code `EEXIST` when there is a file of that name
 */
export function makeEmptyFile(path: string, mode: number, database?: string): void {
  const file = openSync(path, 'wx', mode);
  try {
    if (database !== undefined && process.getuid?.() === 0) giveToOwner(file, database);
  } finally {
    closeSync(file);
  }
}

/** Makes a folder that only its owner can read, where there is none. @param database as for `makeEmptyFile` */
export function makeFolder(path: string, database?: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  mkdirSync(path, { mode: 0o700 });
  if (database === undefined || process.getuid?.() !== 0) return;
  const folder = openSync(path, 'r');
  try {
    giveToOwner(folder, database);
  } finally {
    closeSync(folder);
  }
}

function giveToOwner(file: number, database: string): void {
  const { uid, gid } = statSync(database, { throwIfNoEntry: false }) ?? statSync(dirname(database));
  try {
    // By its name, it could be a link by now, which the folder's owner has put there.
    fchownSync(file, uid, gid);
  } catch {
    // The root of a container may not be allowed to; the server there is root too.
  }
}

function syncToDisk(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
