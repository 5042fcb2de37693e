import type { TestProject } from 'vitest/node';
import { PREPARED, runOn } from '../databases/databases.ts';
import { startPostgres } from '../databases/postgres-server.ts';
import { temporaryDirectory } from '../programs/server-process.ts';
import { migrateDatabase } from './migrate-database.ts';

/** Starts one Postgres server for a whole test run, with a prepared database, and stops it after. */
export default async function setup(_project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  await prepareDatabase(server.url);
  process.env['SOCIAL_TEST_POSTGRES_URL'] = server.url;
  return () => server.stop();
}

/** Makes the database that others are copied from, as the built program migrates it. */
async function prepareDatabase(server: string): Promise<void> {
  await runOn(server, `create database ${PREPARED}`);
  using directory = temporaryDirectory();
  const url = new URL(server);
  url.pathname = `/${PREPARED}`;
  await migrateDatabase({ SOCIAL_DATA_DIR: directory.path, SOCIAL_DATABASE_URL: url.href });
  // A database belongs to the first keys that it was opened with.
  await runOn(url.href, 'delete from server_meta');
}
