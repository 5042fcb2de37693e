import { type PostgresServer, startPostgres } from '@social/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { crashPostgres } from './crash-postgres.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

test('a Postgres that crashes five times under load breaks no promise', async () => {
  await crashPostgres(postgres, 5);
});
