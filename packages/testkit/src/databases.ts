import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A database of its own for one stack. */
export interface TestDatabase {
  /** Value of `SOCIAL_DATABASE_URL`; undefined: SQLite in the data directory. */
  readonly url: string | undefined;
  drop(): Promise<void>;
}

/** The database this test run is about: `SOCIAL_TEST_POSTGRES_URL` names a Postgres server, else it is SQLite. */
export function dialectUnderTest(): 'sqlite' | 'postgres' {
  return process.env['SOCIAL_TEST_DIALECT'] === 'postgres' ? 'postgres' : 'sqlite';
}

/** Makes an empty database. */
export async function createTestDatabase(): Promise<TestDatabase> {
  if (dialectUnderTest() === 'sqlite') return { url: undefined, drop: async () => undefined };
  const server = process.env['SOCIAL_TEST_POSTGRES_URL'] ?? '';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOn(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runOn(server, `drop database ${name} with (force)`) };
}

async function runOn(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
