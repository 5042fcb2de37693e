import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresDialect,
  type RawBuilder,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Pool } from 'pg';
import { openSqlite } from './node-sqlite.ts';
import type { Database, Queryable, Tables } from './schema.ts';

export type DialectName = 'sqlite' | 'postgres';
export type DatabaseConfig =
  | { readonly dialect: 'sqlite'; readonly path: string }
  | { readonly dialect: 'postgres'; readonly url: string };

/** How long a query may take before it counts as lost. */
const QUERY_TIMEOUT_MS = 30_000;

/** Opens the configured database; nothing is migrated yet. */
export function openDatabase(config: DatabaseConfig): Database {
  const dialect = config.dialect === 'sqlite' ? sqlite(config.path) : postgres(config.url, QUERY_TIMEOUT_MS);
  return new Kysely<Tables>({ dialect });
}

/** Opens Postgres once more for statements that rewrite whole tables, or wait for another process that does. */
export function openForMigration({ url }: Extract<DatabaseConfig, { dialect: 'postgres' }>): Database {
  return new Kysely<Tables>({ dialect: postgres(url, 0) });
}

// Half a schema is of no use: without this the migrator would run its statements one by one, outside a transaction.
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

// A deferred transaction that turns from reading to writing fails at once when another process wrote meanwhile.
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  // A full disk ends the transaction by itself: that there is none any more must not hide why.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!(error instanceof Error) || !error.message.includes('no transaction is active')) throw error;
    });
  }
}

/** Makes the empty file of a SQLite database that does not exist. Hashes of passwords and keys are for the server's own user. */
export function makeDatabaseFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
}

function sqlite(path: string): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () =>
      new ImmediateSqliteDriver({
        database: async () => {
          makeDatabaseFile(path);
          return openSqlite(path);
        },
      }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** @param queryTimeoutMs 0: there is no limit */
function postgres(url: string, queryTimeoutMs: number): Dialect {
  // Loaded where it is used: most servers have no Postgres.
  return new PostgresDialect({ pool: () => openPool(url, queryTimeoutMs) });
}

async function openPool(url: string, queryTimeoutMs: number): Promise<Pool> {
  const { default: pg } = await import('pg');
  const types = {
    // Counters are far below 2^53; text would turn sums into concatenations.
    getTypeParser: ((id: number, format?: 'text' | 'binary') =>
      id === pg.types.builtins.INT8
        ? Number
        : pg.types.getTypeParser(id, format as 'text')) as typeof pg.types.getTypeParser,
  };
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // A database that vanished without a word must not keep a query, and with it an account, for ever.
    keepAlive: true,
    query_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: 60_000,
  });
  // A connection that the server closes fails the query that uses it; without listeners it would end the process too.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Text that sorts by bytes, so that identifiers and instants order the same on every database. */
export function sortedText(dialect: DialectName): 'text' | RawBuilder<unknown> {
  return dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
}

/** A text that the JSON object in a column holds under a name; the same SQL as in an index on it. */
export function textOfJson(dialect: DialectName, column: string, name: string): RawBuilder<string | null> {
  return dialect === 'sqlite'
    ? sql`json_extract(${sql.ref(column)}, ${sql.lit(`$.${name}`)})`
    : sql`((${sql.ref(column)}::jsonb) ->> ${sql.lit(name)})`;
}

/** The texts of the JSON array in a column, as a table with a column `value`. */
export function elementsOfJson(dialect: DialectName, column: string): RawBuilder<unknown> {
  return dialect === 'sqlite'
    ? sql`json_each(${sql.ref(column)})`
    : sql`json_array_elements_text(${sql.ref(column)}::json)`;
}

/** SQL that refuses changes to rows of a table. */
export function forbidChanges(dialect: DialectName, table: string): string[] {
  const message = `${table} is append-only`;
  if (dialect === 'sqlite') {
    return ['update', 'delete'].map(
      (change) =>
        `create trigger ${table}_no_${change} before ${change} on ${table} begin select raise(abort, '${message}'); end`,
    );
  }
  return [
    `create function ${table}_append_only() returns trigger language plpgsql as $$ begin raise exception '${message}'; end $$`,
    `create trigger ${table}_no_change before update or delete on ${table} for each row execute function ${table}_append_only()`,
  ];
}

/** Lets one transaction after another work on what a text names; SQLite's transactions are already alone in writing. */
export async function takeTurn(dialect: DialectName, db: Queryable, text: string): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended(${text}, 0))`.execute(db);
}

/** Locks a workspace's row until the transaction ends; SQLite's transactions are already alone in writing. */
export async function lockWorkspace(dialect: DialectName, db: Queryable, workspaceId: string): Promise<void> {
  if (dialect === 'postgres') {
    await db.selectFrom('workspace').select('id').where('id', '=', workspaceId).forUpdate().execute();
  }
}
