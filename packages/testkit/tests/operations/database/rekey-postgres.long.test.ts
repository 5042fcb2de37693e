import { randomBytes } from 'node:crypto';
import { connectSandbox, type Sandbox, startSandbox } from '@social/sandbox';
import { createTestDatabase, openWorkspace, type PostgresServer, startPostgres } from '@social/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { queryDatabase } from '../../../src/databases/databases.ts';
import {
  FAULTS_PROGRAM,
  makeWorkspace,
  runServer,
  startServer,
  temporaryDirectory,
} from '../../../src/programs/server-process.ts';

const EMAIL = 'keys@example.org';
const newKey = () => randomBytes(32).toString('base64');

let postgres: PostgresServer;
let sandbox: Sandbox;
beforeAll(async () => {
  [postgres, sandbox] = await Promise.all([startPostgres(), startSandbox()]);
  await connectSandbox(sandbox.url).settings({ autoApprove: true });
});
afterAll(async () => {
  await sandbox?.close();
  await postgres?.stop();
});

/** A database with one workspace, and the built program on it. */
async function createWorld(key: string) {
  const directory = temporaryDirectory();
  const { url = '' } = await createTestDatabase(postgres.url);
  const env = (keys: readonly string[], more = {}) => ({
    SOCIAL_DATA_DIR: directory.path,
    SOCIAL_DATABASE_URL: url,
    SOCIAL_RATE_LIMIT: 'off',
    SOCIAL_SECRET_KEYS: keys.join(','),
    ...more,
  });
  const run = (args: readonly string[], ...keys: string[]) => runServer(args, env(keys), { stopAfterMs: 40_000 });
  const ids = await makeWorkspace(env([key]), EMAIL);
  return {
    run,
    query: (statement: string) => queryDatabase({ url, dataDir: directory.path }, statement),
    /** A server whose signs of life come five times in a second. */
    async serve(...keys: string[]) {
      const quick = env(keys, { SOCIAL_FAULT_LEASE_MS: '1200' });
      const how = { program: FAULTS_PROGRAM, hashesQuickly: true };
      const server = await startServer(quick, ['--sandbox-url', sandbox.url], how);
      return { ...server, workspace: openWorkspace(server.url, ids) };
    },
    [Symbol.dispose]: () => directory[Symbol.dispose](),
  };
}

test('after a crash with the keys lost, the accounts can be given up although the dead server is still in the database', async () => {
  const [lost, next] = [newKey(), newKey()];
  using world = await createWorld(lost);
  const before = await world.serve(lost);
  await before.workspace.connect('profnet');
  await before.stop('SIGKILL');
  expect(await world.query('select id from worker')).toHaveLength(1);

  const refusal = { code: 1, stderr: expect.stringContaining('social-server rekey --give-up-unreadable') };
  expect(await world.run(['start', '--port', '0'], next)).toMatchObject(refusal);
  expect(await world.run(['hold'], next)).toMatchObject(refusal);
  const given = await world.run(['rekey', '--give-up-unreadable', '--json'], next);
  expect(given).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(given.stdout)).toEqual({ resealed: 0, unreadable: 1, oldKeysNeeded: false });

  const after = await world.serve(next);
  try {
    await after.workspace.connect('profnet');
    const body = { text: 'Back again', platforms: ['profnet'] };
    const { body: post } = await after.workspace.api('POST', '/api/v1/posts', { body });
    expect(post.platformResults.profnet).toMatchObject({ ok: true });
  } finally {
    await after.stop('SIGTERM');
  }
});

test('rekey refuses while a server runs that was taken for dead and does not know the new key', async () => {
  const [old, next] = [newKey(), newKey()];
  using world = await createWorld(old);
  const slow = await world.serve(old);
  try {
    await slow.workspace.connect('profnet');
    const [{ id: first } = {}] = await world.query('select id from worker');
    const renewed = await world.serve(next, old);
    await renewed.stop('SIGTERM');
    // Another server does this to one that showed no sign of life for too long.
    await world.query(`delete from worker where id = '${first}'`);
    await vi.waitFor(async () => {
      const rows = await world.query('select id from worker');
      expect(rows).toHaveLength(1);
      expect(rows[0]).not.toMatchObject({ id: first });
    }, 10_000);

    const refused = await world.run(['rekey'], next, old);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('1 running server') });
    const body = { text: 'Still connected', platforms: ['profnet'] };
    const { body: post } = await slow.workspace.api('POST', '/api/v1/posts', { body });
    expect(post.platformResults.profnet).toMatchObject({ ok: true });
  } finally {
    await slow.stop('SIGKILL');
  }
});
