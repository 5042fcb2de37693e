import { chmodSync, closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

/** What a backup holds. */
export interface BackupSummary {
  readonly posts: number;
  readonly scheduled: number;
  readonly connections: number;
}

/** Every page in one step: a reader of SQLite's log holds up no writer, and a copy in parts begins anew with each write. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies a SQLite database that others may be writing to into one file (mode 0600), which appears under its name only when
 * it is whole and on the disk. @throws Error when it cannot be read or written, or the copy is damaged
 * @see https://www.sqlite.org/backup.html
 */
export async function copyDatabase(from: string, to: string): Promise<BackupSummary> {
  const partial = `${to}.partial`;
  rmSync(partial, { force: true });
  closeSync(openSync(partial, 'wx', 0o600));
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  try {
    await backup(source, partial, { rate: ALL_PAGES });
    const summary = finish(partial);
    moveDurably(partial, to);
    return summary;
  } finally {
    source.close();
    for (const leftover of [partial, `${partial}-journal`]) rmSync(leftover, { force: true });
  }
}

/** Makes the copy one file that needs no log beside it, and checks it. */
function finish(path: string): BackupSummary {
  const copy = new DatabaseSync(path);
  try {
    copy.exec('pragma journal_mode = delete');
    const damage = findDamage(copy);
    if (damage !== null) throw new Error(`the copy is damaged: ${damage}`);
    return summarize(copy);
  } finally {
    copy.close();
  }
}

/** What SQLite finds wrong in a whole file; null when it is sound. */
function findDamage(database: DatabaseSync): string | null {
  const rows = database.prepare('pragma integrity_check(1)').all();
  const [finding] = rows.map((row) => String(row['integrity_check']));
  return finding === 'ok' ? null : (finding ?? 'nothing was found');
}

function summarize(database: DatabaseSync): BackupSummary {
  const count = (from: string) => Number(database.prepare(`select count(*) as count from ${from}`).get()?.['count']);
  return {
    posts: count('post'),
    scheduled: count("post where status = 'scheduled'"),
    connections: count('connection'),
  };
}

/** Whether a file is a sound database of this product. Reads the whole file. @throws Error naming what is wrong */
export function inspectBackup(path: string): BackupSummary {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const damage = findDamage(database);
    if (damage !== null) throw new Error(damage);
    return summarize(database);
  } finally {
    database.close();
  }
}

/** Renames a file within its directory so that a loss of power leaves the one state or the other. */
export function moveDurably(from: string, to: string): void {
  chmodSync(from, 0o600);
  syncPath(from);
  renameSync(from, to);
  syncPath(dirname(to));
}

function syncPath(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Puts a database in the place of another, which is kept aside. Broken off at any point, one of the two is in place. */
export function replaceDatabase(fresh: string, path: string, aside: string): void {
  // A log that stayed would be taken for the new database's.
  const old = new DatabaseSync(path, { timeout: 5_000 });
  try {
    old.exec('pragma journal_mode = delete');
  } finally {
    old.close();
  }
  linkSync(path, aside);
  moveDurably(fresh, path);
}

/** Keeps a database that cannot be opened any more, with the log beside it. */
export function setAside(path: string, aside: string): void {
  for (const suffix of ['', '-wal']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  }
  rmSync(`${path}-shm`, { force: true });
  syncPath(dirname(path));
}
