import { existsSync, linkSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../../errors.ts';
import { faultPoint } from '../../fault-points.ts';

const SQLITE_BUSY = 5;
const PATIENCE_MS = 1_000;
// Beside a database, SQLite takes such files for a part of it.
const JOURNALS = ['-wal', '-shm', '-journal'];

/**
 * Gives a whole database its name. The one that has the name is kept under another, and nobody can write to it meanwhile; who
 * waits for it gets an error from SQLite, which sees that the file was moved.
 * @param kept where the old database stays, with all that belongs to it; null: there is none
 * @throws ConfigError when there is one after all
 * @throws Error with SQLite's code `busy` while another program uses the old database
 */
export function replaceDatabase(whole: string, path: string, kept: string | null): void {
  if (kept === null) {
    nameFirst(whole, path);
    return;
  }
  const old = existsSync(path) ? lockAlone(path) : null;
  try {
    // What cannot be merged any more, because the database is damaged or gone, stays with what is kept of it.
    for (const suffix of JOURNALS) if (existsSync(path + suffix)) renameSync(path + suffix, kept + suffix);
    if (existsSync(path)) keep(path, kept);
    faultPoint('before-restored');
    renameSync(whole, path);
  } finally {
    old?.close();
  }
}

/** Leaves the old name until something is put in its place, where the file system has hard links. */
function keep(path: string, kept: string): void {
  try {
    linkSync(path, kept);
  } catch {
    renameSync(path, kept);
  }
}

function nameFirst(whole: string, path: string): void {
  // Looked for before the database is, whose own they would be.
  const left = JOURNALS.filter((suffix) => existsSync(path + suffix));
  if (existsSync(path)) throw madeMeanwhile(path);
  for (const suffix of left) renameSync(path + suffix, `${path}.replaced${suffix}`);
  faultPoint('before-restored');
  try {
    linkSync(whole, path);
  } catch {
    if (existsSync(path)) throw madeMeanwhile(path);
    renameSync(whole, path);
  }
}

function madeMeanwhile(path: string): ConfigError {
  return new ConfigError('restore', `${path} was made meanwhile; with --force it is kept beside, under a dated name`);
}

/** Brings what is in the write-ahead log into the database, and keeps everybody out of it. Null: SQLite cannot use it. */
function lockAlone(path: string): DatabaseSync | null {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: PATIENCE_MS });
    const until = performance.now() + PATIENCE_MS;
    while (!tryAlone(database)) {
      if (performance.now() > until) throw Object.assign(new Error('the log comes back'), { errcode: SQLITE_BUSY });
    }
    return database;
  } catch (error) {
    database?.close();
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY) throw error;
    return null;
  }
}

/** False: between the two statements another program has begun a write-ahead log again. */
function tryAlone(database: DatabaseSync): boolean {
  database.exec('pragma journal_mode = delete; begin exclusive');
  if (database.prepare('pragma journal_mode').get()?.['journal_mode'] === 'delete') return true;
  database.exec('rollback');
  return false;
}
