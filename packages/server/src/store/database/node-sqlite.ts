import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

const MAX_CACHED_STATEMENTS = 300;
const MAX_KEPT_LOG_BYTES = 16 * 1024 * 1024;
const PATIENCE_MS = 5_000;
const SQLITE_BUSY = 5;

/** Opens a SQLite file with WAL, full sync and foreign keys. A statement waits up to 5 s for locks of other processes. */
export function openSqlite(path: string): SqliteDatabase {
  const database = new DatabaseSync(path, { timeout: PATIENCE_MS, enableForeignKeyConstraints: true });
  useWriteAheadLog(database);
  database.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000;');
  // The log grows during long reads; this limit shrinks it afterwards.
  database.exec(`PRAGMA journal_size_limit = ${MAX_KEPT_LOG_BYTES}`);
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      const statement = adapt(database.prepare(sql));
      if (statements.size >= MAX_CACHED_STATEMENTS) statements.clear();
      statements.set(sql, statement);
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
    if (mayRetry && (error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    database.close();
    throw error;
  }
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function adapt(statement: StatementSync): SqliteStatement {
  const bindings = (parameters: readonly unknown[]): SQLInputValue[] =>
    parameters.map((value) => {
      if (value === undefined) return null;
      if (typeof value === 'boolean') return value ? 1 : 0;
      if (value instanceof Date) return value.toISOString();
      return value as SQLInputValue;
    });
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...bindings(parameters)),
    run: (parameters) => statement.run(...bindings(parameters)),
    iterate: (parameters) => statement.iterate(...bindings(parameters)) as IterableIterator<unknown>,
  };
}
