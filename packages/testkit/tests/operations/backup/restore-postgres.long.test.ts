import { randomBytes } from 'node:crypto';
import {
  createTestDatabase,
  type PostgresServer,
  type Stack,
  startPostgres,
  startStack,
  uniqueText,
  type Workspace,
} from '@social/testkit';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { queryDatabase } from '../../../src/databases/databases.ts';
import { type Ended, runServer, startServer, temporaryDirectory } from '../../../src/programs/server-process.ts';

// These tests copy the database as it is in place of pg_dump and pg_restore: the copy has the rows of the dead server.
let postgres: PostgresServer;
let stack: Stack;
let workspace: Workspace;
const key = randomBytes(32).toString('base64');

beforeAll(async () => {
  postgres = await startPostgres();
  stack = await startStack({ postgresUrl: postgres.url, env: { SOCIAL_SECRET_KEYS: key } });
  workspace = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
});
afterAll(async () => {
  await stack?.close();
  await postgres?.stop();
});

const query = (url: string, statement: string) => queryDatabase({ url, dataDir: '' }, statement);

/** Makes a database with the tables that a server makes. */
async function makeTables(): Promise<string> {
  const { url = '' } = await createTestDatabase(postgres.url);
  const made = await runServer(['workspace', 'list'], { SOCIAL_DATABASE_URL: url, SOCIAL_SECRET_KEYS: key });
  expect(made.code).toBe(0);
  return url;
}

/** Copies every table of the stack's database. */
async function dumpAndRestore(url: string): Promise<void> {
  const tables = await query(url, "select tablename as name from pg_tables where schemaname = 'public'");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("set session_replication_role = 'replica'");
  // `pg_dump` restores the numbers of the queue for the search as well, which a copy of rows does not.
  const isCopied = (table: string) => !table.startsWith('kysely') && table !== 'search_queue';
  for (const name of tables.map((row) => String(row['name'])).filter(isCopied)) {
    await client.query(`delete from "${name}"`);
    const rows = JSON.stringify(await stack.query(`select * from "${name}"`));
    await client.query(`insert into "${name}" select * from json_populate_recordset(null::"${name}", $1)`, [rows]);
  }
  await client.end();
}

test('hold keeps what a restored Postgres database has scheduled until it is released, and rekey works on it', async () => {
  const [scheduled, sending] = [uniqueText('Scheduled'), uniqueText('Sending')];
  const url = await makeTables();
  const due = new Date(Date.now() + 4_000).toISOString();
  const { api } = workspace;
  const later = { text: scheduled, platforms: ['profnet', 'microblog'], scheduledFor: due };
  const { id } = (await api('POST', '/api/v1/posts', { body: later })).body;
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', delayMs: 3_000 });
  const publishing = api('POST', '/api/v1/posts', { body: { text: sending, platforms: ['profnet'] } });
  await vi.waitFor(
    async () => expect(await stack.query("select 1 from post_target where state = 'sending'")).toHaveLength(1),
    15_000,
  );
  await dumpAndRestore(url);
  const sent = (await publishing).body;
  await vi.waitFor(
    async () => expect((await stack.sandbox.posts()).filter(({ text }) => text === scheduled)).toHaveLength(2),
    10_000,
  );

  using directory = temporaryDirectory();
  const next = randomBytes(32).toString('base64');
  const env = { SOCIAL_DATABASE_URL: url, SOCIAL_SECRET_KEYS: key, SOCIAL_DATA_DIR: directory.path };
  const run = (args: string[], more = {}): Promise<Ended> =>
    runServer([...args, '--json'], { ...env, ...more }, { stopAfterMs: 40_000 });
  expect(await query(url, 'select 1 from worker')).toHaveLength(1);
  const held = await run(['hold']);
  expect(held).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(held.stdout)).toMatchObject({ scheduled: 1, unknown: 1 });
  expect(await query(url, 'select 1 from worker union all select 1 from lease')).toEqual([]);

  const rekeyed = await run(['rekey'], { SOCIAL_SECRET_KEYS: `${next},${key}` });
  expect(JSON.parse(rekeyed.stdout)).toMatchObject({ unreadable: 0, oldKeysNeeded: false });
  const keyed = { ...env, SOCIAL_SECRET_KEYS: next };
  expect((await run(['doctor'])).stdout).toContain('SOCIAL_SECRET_KEYS');

  await using server = await startServer({ ...keyed, SOCIAL_RATE_LIMIT: 'off' }, ['--sandbox-url', stack.sandboxUrl]);
  const call = async (path: string) => {
    const answer = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${workspace.apiKey}` } });
    return answer.json();
  };
  expect(await call(`/api/v1/posts/${id}`)).toMatchObject({ status: 'scheduled', held: true });
  expect(await call(`/api/v1/posts/${sent.id}`)).toMatchObject({
    status: 'published',
    platformResults: { profnet: { state: 'unknown' } },
  });
  const refused = await run(['hold'], keyed);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('a server serves') });
  const unknown = await run(['rekey'], { SOCIAL_SECRET_KEYS: `${randomBytes(32).toString('base64')},${next}` });
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('1 running server') });

  const other = uniqueText('Released');
  await query(url, `update post set text = '${other}' where id = '${id}'`);
  expect(JSON.parse((await run(['release'], keyed)).stdout)).toMatchObject({ later: 0, now: 1, missed: 0 });
  await vi.waitFor(
    async () => expect((await stack.sandbox.posts()).filter(({ text }) => text === other)).toHaveLength(2),
    15_000,
  );
  for (const [text, count] of [
    [scheduled, 2],
    [sending, 1],
  ] as const) {
    expect((await stack.sandbox.posts()).filter((post) => post.text === text)).toHaveLength(count);
  }
});
