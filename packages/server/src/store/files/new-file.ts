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
import { syncFolder } from '../../sync-folder.ts';

const SUFFIXES = ['', '-journal', '-wal', '-shm'];

interface HowToMake {
  /** Path of a database whose owner gets the file when root creates it. */
  readonly database?: string;
  /** Renames the temporary file; by default it replaces an existing file. */
  readonly giveName?: (partial: string) => void;
}

/**
 * Creates a file under a temporary name in the same folder and renames it once it is complete and on the disk. A failure
 * before that leaves no file under the final name. Only the owner can read the file.
 * @param make fills the empty file at the temporary path
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
    syncFile(partial);
    giveName(partial);
    syncFolder(dirname(path));
    return result;
  } finally {
    for (const suffix of SUFFIXES) rmSync(`${partial}${suffix}`, { force: true });
  }
}

const partialStart = (path: string) => `.${basename(path)}.`;

/** Removes temporary files of processes that were killed while they created the file. No process may be creating it now. */
export function removePartials(path: string): void {
  const start = partialStart(path);
  for (const name of readdirSync(dirname(path))) {
    const rest = name.startsWith(start) ? name.slice(start.length) : '';
    if (/^[0-9a-f]{8}\.partial(-journal|-wal|-shm)?$/.test(rest)) rmSync(join(dirname(path), name));
  }
}

/**
 * Creates an empty file.
 * @param database path of a database; when root creates the file, the owner of the database, or else of its folder, gets it,
 * so that a server of that user can open it
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

/** Creates a folder that only its owner can read, unless it exists. @param database as for `makeEmptyFile` */
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
    // Every system: only root of a system that has owners comes here.
    // Changes the owner of the open file: its path could be a link that the folder's owner has put there.
    fchownSync(file, uid, gid);
  } catch {
    // Root may lack the permission in a container, where the server runs as root too.
  }
}

function syncFile(path: string): void {
  // Windows syncs only a file that was opened for writing.
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
