import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { BACKUP_TAKEN_AT } from '../server-meta.ts';

/** Numbers of rows in a copy of a database. */
export interface CopyContents {
  readonly workspaces: number;
  readonly profiles: number;
  readonly connections: number;
  readonly posts: number;
  readonly scheduled: number;
}

/** Number of pages per step, about 2 MB. */
const PAGES_PER_STEP = 512;

/**
 * Copies a SQLite database, as of one moment, into a single file while other processes read and write it.
 * @param to path of an empty file, or of one that does not exist
 * @throws Error with SQLite's result code when either file cannot be used
 * @see https://www.sqlite.org/backup.html
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  try {
    // A read transaction holds the copy at one moment; without it, each write of another process would restart the copy.
    source.exec('begin');
    source.prepare('select count(*) from sqlite_schema').get();
    await copySteps(source, to);
  } finally {
    source.close();
  }
  withCopy(to, (copy) => copy.exec('pragma journal_mode = delete'));
}

/** Copies in steps and syncs each: one large sync at the end would block the commits of a running server. */
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

/** Returns true when an error of copying is about the copy, and false when it is about the database that was read. */
export function isAboutCopy(error: Error): boolean {
  const { errcode } = error as { errcode?: number };
  // An error without SQLite's code comes from creating or naming the copy.
  if (errcode === undefined || (errcode & 0xff) === SQLITE_FULL) return true;
  return Object.values(SQLITE_IOERR).includes(errcode);
}

/** Stores in a copy when it was taken. */
export function stampCopy(path: string, takenAt: string): void {
  withCopy(path, (copy) => {
    copy.prepare('insert or replace into server_meta (name, value) values (?, ?)').run(BACKUP_TAKEN_AT, takenAt);
  });
}

/** Checks the pages and references of a copy; reads the whole file. @returns `ok`, or the problems */
export function checkCopy(path: string): string {
  return withCopy(path, (copy) => {
    const pages = copy.prepare('pragma integrity_check(3)').all();
    const problems = pages.map((row) => String(row['integrity_check']).replaceAll('\n', ' ')).join('; ');
    if (problems !== 'ok') return problems;
    const dangling = copy.prepare('pragma foreign_key_check').all().length;
    return dangling === 0 ? 'ok' : `${dangling} rows refer to rows that are not there`;
  });
}

/** Returns true when the file is a database of this product, of any version. */
export function isOurs(path: string): boolean {
  return withCopy(path, (copy) => {
    const tables =
      "select count(*) as count from sqlite_schema where name in ('kysely_migration', 'server_meta', 'post')";
    if (copy.prepare(tables).get()?.['count'] !== 3) return false;
    return copy.prepare("select 1 from server_meta where name = 'canary'").get() !== undefined;
  });
}

/** Lists the names of the migrations that a copy records. */
export function listMade(path: string): string[] {
  return withCopy(path, (copy) =>
    copy
      .prepare('select name from kysely_migration')
      .all()
      .map(({ name }) => String(name)),
  );
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

/** Name and size of an uploaded file in the database. */
export interface MediaName {
  readonly workspaceId: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** The uploaded files that a copy names. */
export interface NamedMedia {
  /** Files in the data directory. */
  readonly files: readonly MediaName[];
  /** Number of files in object storage. */
  readonly objects: number;
}

/** Lists the uploaded files that a copy names. */
export function listMedia(path: string): NamedMedia {
  return withCopy(path, (copy) => {
    const rows = copy.prepare('select * from media').all();
    const inFolder = rows.filter((row) => row['object'] === null);
    const files = inFolder.flatMap((row) => {
      const name = {
        workspaceId: String(row['workspace_id']),
        sha256: String(row['sha256']),
        bytes: Number(row['bytes']),
      };
      // Both become parts of paths.
      return /^[0-9a-f-]{36}$/.test(name.workspaceId) && /^[0-9a-f]{64}$/.test(name.sha256) ? [name] : [];
    });
    return { files, objects: rows.length - inFolder.length };
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
