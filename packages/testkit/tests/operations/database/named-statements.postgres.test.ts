import { type Stack, uniqueText, useResource, useStack } from '@social/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type PoolingProxy, startPoolingProxy } from '../../../src/servers/pooling-proxy.ts';

// Postgres parses a statement that has a name once per connection, and soon uses its plan again.
const { stack, workspace } = useStack({ connect: ['profnet'] });
const proxy: PoolingProxy = useResource(() =>
  startPoolingProxy({ port: Number(new URL(process.env['SOCIAL_TEST_POSTGRES_URL'] ?? '').port) }),
);

beforeEach(() => {
  proxy.named.length = 0;
});

afterEach(() => {
  Object.assign(proxy, { isPooling: false, keepsNames: false, poolsFromBegin: false });
});

/** Starts the server again, with the proxy before its database. */
async function restartBehindProxy({ databaseUrl, restart }: Stack): Promise<void> {
  const url = new URL(databaseUrl ?? '');
  url.port = String(proxy.port);
  await restart({ SOCIAL_DATABASE_URL: url.href });
}

const list = () => workspace.api('GET', '/api/v1/posts');

async function publish(headers: Record<string, string> = {}) {
  return workspace.publish({ text: uniqueText('Named'), platforms: ['profnet'] }, headers);
}

/** The names of each connection of the server. */
const namesOfServer = () => proxy.named.map((names) => names.filter((name) => name.startsWith('s_')));

test('a scheduled post goes out, whose statements have names', async () => {
  await restartBehindProxy(stack);
  const scheduledFor = new Date(Date.now() + 1_000).toISOString();
  const { body } = await workspace.publish({ text: uniqueText('Due'), platforms: ['profnet'], scheduledFor });
  await expect
    .poll(async () => (await workspace.api('GET', `/api/v1/posts/${body.id}`)).body.outcome, { timeout: 60_000 })
    .toBe('published');
});

test('statements are named once per connection', async () => {
  await restartBehindProxy(stack);
  for (let times = 0; times < 3; times += 1) expect(await publish()).toMatchObject({ status: 201 });
  expect(namesOfServer().flat().length).toBeGreaterThan(10);
  for (const names of namesOfServer()) expect(names).toEqual([...new Set(names)]);
});

test('columns that a newer version adds break no plan', async () => {
  const use = async () => {
    expect(await publish({ 'idempotency-key': uniqueText('key') })).toMatchObject({ status: 201 });
    for (const path of ['/api/v1/posts', '/api/keys', '/api/logs', '/api/profiles', '/api/usage']) {
      expect(await workspace.api('GET', path)).toMatchObject({ status: 200 });
    }
    const post = (await list()).body.posts[0].id;
    expect(await workspace.api('GET', `/api/v1/posts/${post}`)).toMatchObject({ status: 200 });
    expect(await workspace.api('GET', `/api/v1/posts/${post}/timeline`)).toMatchObject({ status: 200 });
  };
  await restartBehindProxy(stack);
  await use();
  const tables = await stack.query(`select tablename as name from pg_tables where schemaname = 'public'`);
  for (const { name } of tables) await stack.query(`alter table "${name}" add column added text default 'later'`);
  await use();
  for (const { name } of tables) await stack.query(`alter table "${name}" drop column added`);
  await use();
});

test('a pooler that does not keep names is noticed at the start, and no statement has one', async () => {
  proxy.isPooling = true;
  await restartBehindProxy(stack);
  expect(await publish()).toMatchObject({ status: 201 });
  expect(await list()).toMatchObject({ status: 200 });
  expect(namesOfServer().flat()).toEqual([]);
});

test('a pooler that keeps names is noticed at the start, and gets them', async () => {
  Object.assign(proxy, { isPooling: true, keepsNames: true });
  await restartBehindProxy(stack);
  for (let times = 0; times < 3; times += 1) expect(await publish()).toMatchObject({ status: 201 });
  expect(namesOfServer().flat().length).toBeGreaterThan(10);
});

test('a statement is repeated without its name when a pooler comes between', async () => {
  await restartBehindProxy(stack);
  expect(await list()).toMatchObject({ status: 200 });
  proxy.isPooling = true;
  for (let times = 0; times < 3; times += 1) expect(await list()).toMatchObject({ status: 200 });
  expect(await publish()).toMatchObject({ status: 201 });
});

test('a transaction in which a name was missing fails as a whole, and its call can be repeated', async () => {
  await restartBehindProxy(stack);
  for (let times = 0; times < 3; times += 1) await publish();
  proxy.poolsFromBegin = true;
  const text = uniqueText('Repeated');
  const headers = { 'idempotency-key': uniqueText('key') };
  const repeat = () => workspace.publish({ text, platforms: ['profnet'] }, headers);
  // A transaction of the server's own may have met the pooler before.
  expect([201, 503]).toContain((await repeat()).status);
  expect(await repeat()).toMatchObject({ status: 201 });
  expect((await stack.sandbox.posts('linkedin')).filter((post) => post.text === text)).toHaveLength(1);
});
