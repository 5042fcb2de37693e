import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** The database of one stack. */
export interface TestDatabase {
  /** Value of `SOCIAL_DATABASE_URL`; undefined for SQLite in the data directory. */
  readonly url: string | undefined;
  drop(): Promise<void>;
}

/** Returns the kind of database that this test run is about, as `SOCIAL_TEST_DIALECT` says. */
export function dialectUnderTest(): 'sqlite' | 'postgres' {
  return process.env['SOCIAL_TEST_DIALECT'] === 'postgres' ? 'postgres' : 'sqlite';
}

/** On the Postgres server of a test run: a database with the server's schema, which others are copied from. */
export const PREPARED = 'prepared';

/**
 * Makes an empty database on the given Postgres server, else of the kind that this test run is about.
 * @param template database of the Postgres server to copy
 */
export async function createTestDatabase(postgresUrl?: string, template = 'template1'): Promise<TestDatabase> {
  if (postgresUrl === undefined && dialectUnderTest() === 'sqlite')
    return { url: undefined, drop: async () => undefined };
  const server = postgresUrl ?? process.env['SOCIAL_TEST_POSTGRES_URL'] ?? '';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOn(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      await pools.get(url.href)?.end();
      pools.delete(url.href);
      await runOn(server, `drop database ${name} with (force)`);
    },
  };
}

/**
 * Makes a database for a server to start on. On the test run's own Postgres server it has the schema: to migrate an empty
 * one takes longer than to copy it. Elsewhere it is empty.
 */
export function createServersDatabase(postgresUrl?: string): Promise<TestDatabase> {
  return createTestDatabase(postgresUrl, postgresUrl === undefined ? PREPARED : undefined);
}

/** Tests ask one database hundreds of times, and Postgres forks a process for each connection. */
const pools = new Map<string, pg.Pool>();

function poolOf(url: string): pg.Pool {
  const open = pools.get(url);
  if (open) return open;
  const pool = new pg.Pool({ connectionString: url, allowExitOnIdle: true });
  // A server that crashes closes its connections, and the next query opens another one.
  pool.on('error', () => undefined);
  pools.set(url, pool);
  return pool;
}

/** A row of the database, by column. */
export type DatabaseRow = Record<string, unknown>;

/** Runs one statement on a stack's database while its server runs. */
export async function queryDatabase(
  place: { url: string | undefined; dataDir: string },
  statement: string,
): Promise<DatabaseRow[]> {
  if (place.url !== undefined) return (await poolOf(place.url).query<DatabaseRow>(statement)).rows;
  using database = new DatabaseSync(join(place.dataDir, 'social.db'));
  // A server in this process may have to commit first, so this must not block the process.
  for (let left = 1_000; ; left -= 1) {
    try {
      return database.prepare(statement).all();
    } catch (error) {
      if (left === 0 || !(error as Error).message.includes('locked')) throw error;
      await delay(5);
    }
  }
}

/** Returns the whole content of a database as text to search in; for SQLite also the bytes of its files. */
export async function dumpDatabase(place: { url: string | undefined; dataDir: string }): Promise<string> {
  const catalogue =
    place.url === undefined
      ? // The index of words is virtual and keeps nothing that can be listed; the tables behind it are.
        "select name from sqlite_master where type = 'table' and sql not like 'create virtual table%'"
      : "select tablename as name from pg_tables where schemaname = 'public'";
  const parts: string[] = [];
  for (const { name } of await queryDatabase(place, catalogue)) {
    parts.push(JSON.stringify(await queryDatabase(place, `select * from "${String(name)}"`)));
  }
  if (place.url !== undefined) return parts.join('\n');
  const files = readdirSync(place.dataDir).filter((file) => file.startsWith('social.db'));
  return [...parts, ...files.map((file) => readFileSync(join(place.dataDir, file), 'latin1'))].join('\n');
}

/** Runs one statement on a Postgres database. */
export async function runOn(server: string, statement: string): Promise<DatabaseRow[]> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return (await client.query<DatabaseRow>(statement)).rows;
  } finally {
    await client.end();
  }
}
