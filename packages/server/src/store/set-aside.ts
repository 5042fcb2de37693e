import { existsSync, linkSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/**
 * Keeps a SQLite database under another name and leaves nothing beside the old one that SQLite would take for a part of the
 * file that comes next. The old name stays until something is put in its place, where the file system has hard links.
 * @throws Error with SQLite's code `busy` while another program uses the database
 */
export function setAside(path: string, kept: string): void {
  if (existsSync(path)) closeJournal(path);
  // What cannot be merged any more, because the database is damaged or gone, stays with what is kept of it.
  for (const suffix of ['-wal', '-shm', '-journal']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, kept + suffix);
  }
  if (!existsSync(path)) return;
  try {
    linkSync(path, kept);
  } catch {
    renameSync(path, kept);
  }
}

/** Brings what is in the write-ahead log into the database, which only who is alone with it can. */
function closeJournal(path: string): void {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 1_000 });
    database.exec('pragma journal_mode = delete');
  } catch (error) {
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY) throw error;
  } finally {
    database?.close();
  }
}
