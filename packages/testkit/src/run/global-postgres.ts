import type { TestProject } from 'vitest/node';
import { startPostgres } from '../databases/postgres-server.ts';

/** Starts one Postgres server for a whole test run and stops it after. */
export default async function setup(_project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  process.env['SOCIAL_TEST_POSTGRES_URL'] = server.url;
  return () => server.stop();
}
