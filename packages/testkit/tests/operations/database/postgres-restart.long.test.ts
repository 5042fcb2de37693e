import { type PostgresServer, startPostgres } from '@social/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCrashWorld } from '../../crash/crash-world.ts';
import { crashPostgres } from './crash-postgres.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

test('a Postgres that crashes five times under load breaks no promise', async () => {
  await crashPostgres(postgres, 5);
});

test('a Postgres that turns read-only, as a replica is, costs changes and not the server', async () => {
  const variables = { SOCIAL_FAULT_LEASE_MS: '2000' };
  await using world = await createCrashWorld({ workspaces: 1, postgresUrl: postgres.url, variables });
  const server = await world.start();
  const publish = (text: string) =>
    server.workspaces[0]?.api('POST', '/api/v1/posts', { body: { text, platforms: ['profnet'] } });
  /** For connections that are made from now on, so the present ones are cut. */
  async function setReadOnly(isReadOnly: boolean): Promise<void> {
    const [row] = await world.query<{ name: string }>('select current_database() as name');
    await world.query(
      `begin read write; alter database ${row?.name} set default_transaction_read_only = ${isReadOnly}; commit`,
    );
    await world.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  }
  const readiness = async () => (await fetch(`${server.url}/readyz`)).status;

  await setReadOnly(true);
  await vi.waitFor(async () => expect(await readiness()).toBe(503), 15_000);
  expect(await publish('refused')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect((await server.workspaces[0]?.api('GET', '/api/v1/posts'))?.body.posts).toEqual([]);
  const second = await world.run(['start', '--port', '0']);
  expect(second).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^social-server: SOCIAL_DATABASE_URL: .*read-only/),
  });

  await setReadOnly(false);
  await vi.waitFor(async () => expect(await readiness()).toBe(200), 15_000);
  expect((await publish('taken'))?.body.platformResults.profnet).toMatchObject({ ok: true });
  expect((await world.sandbox.posts()).map(({ text }) => text)).toEqual(['taken']);
});
