import { existsSync, linkSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../../errors.ts';
import { faultPoint } from '../../fault-points.ts';

const SQLITE_BUSY = 5;
const PATIENCE_MS = 1_000;
// SQLite takes files with these endings next to a database for a part of it.
const JOURNALS = ['-wal', '-shm', '-journal'];

/**
 * Moves a complete database to its final path. The old database there is kept under another path. It is locked meanwhile: a
 * program that waits for the lock gets an error from SQLite, which notices that the file was moved.
 * @param kept path for the old database and the files that belong to it; null when there is no old database
 * @throws ConfigError when `kept` is null but a database exists
 * @throws Error with SQLite's code `busy` while another program uses the old database
 */
export function replaceDatabase(whole: string, path: string, kept: string | null): void {
  if (kept === null) {
    nameFirst(whole, path);
    return;
  }
  const old = existsSync(path) ? lockAlone(path) : null;
  // Windows renames no database that SQLite has open. For the same reason another program that has it open stops this one.
  if (process.platform === 'win32') old?.close();
  try {
    // A journal remains only where the database is damaged or gone; it is kept together with the old database.
    for (const suffix of JOURNALS) if (existsSync(path + suffix)) renameSync(path + suffix, kept + suffix);
    if (existsSync(path)) keep(path, kept);
    faultPoint('before-restored');
    renameSync(whole, path);
  } finally {
    if (old?.isOpen) old.close();
  }
}

/** Keeps the database under both names until the new one replaces it, where the file system has hard links. */
function keep(path: string, kept: string): void {
  try {
    linkSync(path, kept);
  } catch {
    renameSync(path, kept);
  }
}

function nameFirst(whole: string, path: string): void {
  // Must come before the look for a database: journals of one that is created in between belong to it.
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
  return new ConfigError('restore', `${path} was created meanwhile; with --force it is kept under a dated name`);
}

/** Merges the write-ahead log into the database and locks the database. @returns null when SQLite cannot open the database */
function lockAlone(path: string): DatabaseSync | null {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: PATIENCE_MS });
    const until = performance.now() + PATIENCE_MS;
    while (!tryAlone(database)) {
      if (performance.now() > until)
        throw Object.assign(new Error('another program keeps a write-ahead log'), { errcode: SQLITE_BUSY });
    }
    return database;
  } catch (error) {
    database?.close();
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY) throw error;
    return null;
  }
}

/** @returns false when another program has started a write-ahead log between the two statements */
function tryAlone(database: DatabaseSync): boolean {
  database.exec('pragma journal_mode = delete; begin exclusive');
  if (database.prepare('pragma journal_mode').get()?.['journal_mode'] === 'delete') return true;
  database.exec('rollback');
  return false;
}
