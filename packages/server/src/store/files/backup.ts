import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { BACKUP_TAKEN_AT } from '../server-meta.ts';

/** What a copy of a database holds. */
export interface CopyContents {
  readonly workspaces: number;
  readonly profiles: number;
  readonly connections: number;
  readonly posts: number;
  readonly scheduled: number;
}

/** About 2 MB. */
const PAGES_PER_STEP = 512;

/**
 * Copies a SQLite database, as it is at one moment, into a single file, while others go on reading and writing it.
 * @param to an empty file, or one that does not exist
 * @throws Error with SQLite's result code when either file cannot be used
 * @see https://www.sqlite.org/backup.html
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  try {
    // Keeps all steps at one moment; else the copy would begin anew with each write of another process.
    source.exec('begin');
    source.prepare('select count(*) from sqlite_schema').get();
    await copySteps(source, to);
  } finally {
    source.close();
  }
  withCopy(to, (copy) => copy.exec('pragma journal_mode = delete'));
}

/** What is written all at once comes to the disk all at once, and keeps the commits of a server there waiting meanwhile. */
async function copySteps(source: DatabaseSync, to: string): Promise<void> {
  const file = openSync(to, 'a', 0o600);
  try {
    await backup(source, to, { rate: PAGES_PER_STEP, progress: () => fdatasyncSync(file) });
  } finally {
    closeSync(file);
  }
}

// https://www.sqlite.org/rescode.html
const SQLITE_FULL = 13;
const SQLITE_IOERR = { write: 778, fsync: 1034, dirFsync: 1290, truncate: 1546 };

/** Whether an error of copying is about the copy, which alone is written; else it is about what was read. */
export function isAboutCopy(error: Error): boolean {
  const { errcode } = error as { errcode?: number };
  // Without a code of SQLite it comes from making or naming the copy.
  if (errcode === undefined || (errcode & 0xff) === SQLITE_FULL) return true;
  return Object.values(SQLITE_IOERR).includes(errcode);
}

/** Writes into a copy when it was taken. */
export function stampCopy(path: string, takenAt: string): void {
  withCopy(path, (copy) => {
    copy.prepare('insert or replace into server_meta (name, value) values (?, ?)').run(BACKUP_TAKEN_AT, takenAt);
  });
}

/** What is wrong with the pages and references of a copy, or `ok`. Reads the whole file. */
export function checkCopy(path: string): string {
  return withCopy(path, (copy) => {
    const pages = copy.prepare('pragma integrity_check(3)').all();
    const problems = pages.map((row) => String(row['integrity_check']).replaceAll('\n', ' ')).join('; ');
    if (problems !== 'ok') return problems;
    const dangling = copy.prepare('pragma foreign_key_check').all().length;
    return dangling === 0 ? 'ok' : `${dangling} rows refer to rows that are not there`;
  });
}

/** Whether the file is a database of this product, of whatever version. */
export function isOurs(path: string): boolean {
  return withCopy(path, (copy) => {
    const tables =
      "select count(*) as count from sqlite_schema where name in ('kysely_migration', 'server_meta', 'post')";
    if (copy.prepare(tables).get()?.['count'] !== 3) return false;
    return copy.prepare("select 1 from server_meta where name = 'canary'").get() !== undefined;
  });
}

export function countContents(path: string): CopyContents {
  return withCopy(path, (copy) => {
    const count = (rows: string) => Number(copy.prepare(`select count(*) as count from ${rows}`).get()?.['count']);
    return {
      workspaces: count('workspace'),
      profiles: count('profile'),
      connections: count('connection'),
      posts: count('post'),
      scheduled: count("post where status = 'scheduled'"),
    };
  });
}

/** A stored file as the database names it. */
export interface MediaName {
  readonly workspaceId: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** The stored files that a copy names; none in one of a version that stored none. */
export function listMedia(path: string): MediaName[] {
  return withCopy(path, (copy) => {
    if (copy.prepare("select 1 from sqlite_schema where name = 'media'").get() === undefined) return [];
    const rows = copy.prepare('select workspace_id, sha256, bytes from media').all();
    return rows.flatMap((row) => {
      const name = {
        workspaceId: String(row['workspace_id']),
        sha256: String(row['sha256']),
        bytes: Number(row['bytes']),
      };
      // They become parts of paths.
      return /^[0-9a-f-]{36}$/.test(name.workspaceId) && /^[0-9a-f]{64}$/.test(name.sha256) ? [name] : [];
    });
  });
}

function withCopy<Result>(path: string, work: (copy: DatabaseSync) => Result): Result {
  const copy = new DatabaseSync(path, { timeout: 5_000 });
  try {
    return work(copy);
  } finally {
    copy.close();
  }
}
