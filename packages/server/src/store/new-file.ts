import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Makes a file under a temporary name beside its own, and gives it its name only once it is whole and on the disk: whatever
 * happens before leaves nothing under that name. Only its owner can read it.
 * @param make gets the temporary path, of an empty file
 * @param giveName gives what is at the temporary path its name; by default in place of any other file
 */
export async function makeWholeFile<Result>(
  path: string,
  make: (partial: string) => Promise<Result>,
  giveName = (partial: string) => renameSync(partial, path),
): Promise<Result> {
  const partial = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.partial`);
  closeSync(openSync(partial, 'wx', 0o600));
  try {
    const result = await make(partial);
    syncToDisk(partial);
    giveName(partial);
    syncToDisk(dirname(path));
    return result;
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${partial}${suffix}`, { force: true });
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
