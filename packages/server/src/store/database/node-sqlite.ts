import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteStatement as KyselyStatement } from 'kysely';

const MAX_CACHED_STATEMENTS = 300;
const MAX_KEPT_LOG_BYTES = 16 * 1024 * 1024;
/** Length of the log, 12 MB, at which its pages are copied into the file: each page once, however often publishes have changed it. */
const CHECKPOINT_PAGES = 3_000;
const PATIENCE_MS = 5_000;
const BUSY_TIMEOUT_MS = 5;
const SQLITE_BUSY = 5;

type SqliteStatement = Pick<KyselyStatement, 'reader' | 'all' | 'run'>;

/** An open SQLite file. */
export interface SqliteFile {
  close(): void;
  prepare(sql: string): SqliteStatement;
  /** Returns true while a transaction is open. Some errors make SQLite end it. */
  isTransaction(): boolean;
}

/**
 * Opens a SQLite file with WAL, full sync and foreign keys, and waits up to 5 s for locks of other processes meanwhile. Later
 * statements fail at once where they meet a lock, so that their caller can wait without blocking this process.
 */
export function openSqlite(path: string): SqliteFile {
  const database = new DatabaseSync(path, { timeout: PATIENCE_MS, enableForeignKeyConstraints: true });
  useWriteAheadLog(database);
  database.exec(`PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  // The log grows during long reads; this limit shrinks it afterwards.
  database.exec(`PRAGMA journal_size_limit = ${MAX_KEPT_LOG_BYTES}`);
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    isTransaction: () => database.isOpen && database.isTransaction,
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      const statement = adapt(database.prepare(sql), sql);
      const isOfSchema = /^\s*(create|alter|drop)\b/i.test(sql);
      // A kept statement knows the names of its columns.
      if (isOfSchema || statements.size >= MAX_CACHED_STATEMENTS) statements.clear();
      if (!isOfSchema) statements.set(sql, statement);
      return statement;
    },
  };
}

/** Switches to WAL, with retries: SQLite refuses at once when several processes switch a new file at the same time. */
function useWriteAheadLog(database: DatabaseSync): void {
  // Half of the timeout: a refusal that comes after SQLite's own wait is final.
  const until = performance.now() + PATIENCE_MS / 2;
  while (!trySwitchToLog(database, performance.now() < until)) sleep(10);
}

function trySwitchToLog(database: DatabaseSync, mayRetry: boolean): boolean {
  try {
    database.exec('PRAGMA journal_mode = WAL');
    return true;
  } catch (error) {
    if (mayRetry && isBusy(error)) return false;
    database.close();
    throw error;
  }
}

/** Returns true for the error of a statement that has met a lock of another connection. */
export function isBusy(error: unknown): boolean {
  // The low byte holds the result code. https://www.sqlite.org/rescode.html#pve
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY;
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function adapt(statement: StatementSync, sql: string): SqliteStatement {
  const bindings = (parameters: readonly unknown[]): SQLInputValue[] =>
    parameters.map((value) => {
      if (value === undefined) return null;
      if (typeof value === 'boolean') return value ? 1 : 0;
      if (value instanceof Date) return value.toISOString();
      return value as SQLInputValue;
    });
  const namesNow = () => statement.columns().map(({ name }) => name);
  let names = namesNow();
  // Another process may add or move columns, which a kept statement with a `*` reads from then on.
  const mayChange = sql.includes('*');
  // The rows that Node makes itself are slow objects: each value of theirs is looked up in a table of names.
  statement.setReturnArrays(true);
  let toRow: ToRow | undefined;
  return {
    reader: names.length > 0,
    all: (parameters) => {
      const rows = statement.all(...bindings(parameters)) as unknown as unknown[][];
      if (mayChange) {
        const now = namesNow();
        if (now.join() !== names.join()) [names, toRow] = [now, undefined];
      }
      toRow ??= rowMaker(names);
      return rows.map(toRow);
    },
    run: (parameters) => statement.run(...bindings(parameters)),
  };
}

type ToRow = (values: readonly unknown[]) => Record<string, unknown>;

/** Makes a function that makes a row of its values. Written out for these names, it takes a fifth of the time of a loop. */
function rowMaker(names: readonly string[]): ToRow {
  const fields = names.map((name, index) => `${JSON.stringify(name)}: values[${index}]`);
  return new Function('values', `return { ${fields.join(', ')} };`) as ToRow;
}
