import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { on } from '@social/platforms/guarded';
import { type Dialect, Kysely, PostgresDialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { PoolClient } from 'pg';
import type { Database, Tables } from '../schema.ts';
import { GroupCommitDriver } from './group-commit.ts';
import { NamingPool } from './named-statements.ts';
import { openSqlite } from './node-sqlite.ts';

export type DatabaseConfig =
  | { readonly dialect: 'sqlite'; readonly path: string }
  | { readonly dialect: 'postgres'; readonly url: string };

/** Longest time that a query may take. */
const QUERY_TIMEOUT_MS = 30_000;

/** Opens the configured database, without migrating it. */
export function openDatabase(config: DatabaseConfig): Database {
  const dialect = config.dialect === 'sqlite' ? sqlite(config.path) : postgres(config.url, QUERY_TIMEOUT_MS);
  return new Kysely<Tables>({ dialect });
}

/** Opens a second pool to Postgres without a query timeout: a migration rewrites whole tables, or waits for another process that does. */
export function openForMigration({ url }: Extract<DatabaseConfig, { dialect: 'postgres' }>): Database {
  return new Kysely<Tables>({ dialect: postgres(url, 0) });
}

class GroupCommitAdapter extends SqliteAdapter {
  // Without this the migrator runs its statements outside a transaction and can leave half a schema.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  // The driver runs one transaction at a time itself.
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Creates the empty file of a SQLite database unless it exists. Only the server's user can read it: it holds hashes. */
function makeDatabaseFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
}

function sqlite(path: string): Dialect {
  return {
    createAdapter: () => new GroupCommitAdapter(),
    createDriver: () =>
      new GroupCommitDriver(() => {
        makeDatabaseFile(path);
        return openSqlite(path);
      }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** @param queryTimeoutMs limit in milliseconds; 0 for no limit */
function postgres(url: string, queryTimeoutMs: number): Dialect {
  // Loaded on first use: most servers run without Postgres.
  return new PostgresDialect({ pool: () => openPool(url, queryTimeoutMs) });
}

async function openPool(url: string, queryTimeoutMs: number): Promise<NamingPool> {
  const { default: pg } = await import('pg');
  const types = {
    // The driver returns 64-bit integers as text, and adding those would concatenate. All of ours are below 2^53.
    getTypeParser: ((id: number, format?: 'text' | 'binary') =>
      id === pg.types.builtins.INT8
        ? Number
        : pg.types.getTypeParser(id, format as 'text')) as typeof pg.types.getTypeParser,
  };
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: 10,
    // A process that is frozen for some seconds while it holds locks makes the others wait.
    connectionTimeoutMillis: 10_000,
    // A database that vanishes without closing the connection must not block a query, and with it an account, forever.
    keepAlive: true,
    // A new connection has neither plans nor caches, and many are needed at once when posts are due.
    idleTimeoutMillis: 600_000,
    query_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: 15_000,
  });
  // A connection that the server closes fails its query; without these listeners it would also end the process.
  on(pool, 'error', () => undefined);
  on(pool, 'connect', (client: PoolClient) => void on(client, 'error', () => undefined));
  const naming = new NamingPool(pool);
  // Where this fails, statements have no names; a database that cannot be reached fails the first of them.
  await naming.useNames().catch(() => undefined);
  return naming;
}
