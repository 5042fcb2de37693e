import { useStack } from '@social/testkit';
import { expect, test } from 'vitest';

const { stack, clock, workspace } = useStack({ clock: true });

const create = (name: unknown) => workspace.api('POST', '/api/keys', { body: { name } });
const list = async () => (await workspace.api('GET', '/api/keys')).body.keys;
const tryKey = (key: string | null, headers: Record<string, string> = {}) =>
  workspace.api('GET', '/api/usage', { key, headers });

test('a key is shown whole once, begins with sk_live_ and works at once', async () => {
  const { status, body, headers } = await create('Release pipeline');
  expect(status).toBe(201);
  expect(body.rawKey).toMatch(/^sk_live_sandbox_[0-9A-Za-z]{49}$/);
  expect(body.key).toEqual({
    id: expect.any(String),
    name: 'Release pipeline',
    keyPreview: `…${body.rawKey.slice(-4)}`,
    createdAt: expect.any(String),
    scopes: ['read', 'draft', 'publish', 'actions', 'admin'],
    ...{ profiles: null, platforms: null, expiresAt: null, creditLimit: null, creditsUsed: 0 },
  });
  expect(headers.get('cache-control')).toBe('no-store');
  expect((await tryKey(body.rawKey)).status).toBe(200);
  expect((await workspace.api('GET', '/api/keys')).text).not.toContain(body.rawKey);
});

test('keys are listed with the time of their last use', async () => {
  const { key, rawKey } = (await create('Used')).body;
  const find = async () => (await list()).find(({ id }: { id: string }) => id === key.id);
  expect(await find()).toEqual({ ...key, lastUsedAt: null });
  await tryKey(rawKey);
  // The server notes the use while it already answers.
  const firstUse = new Date(clock.now()).toISOString();
  await expect.poll(async () => (await find()).lastUsedAt).toBe(firstUse);
  clock.advance(30_000);
  await tryKey(rawKey);
  expect((await find()).lastUsedAt).toBe(firstUse);
  clock.advance(31_000);
  await tryKey(rawKey);
  await expect.poll(async () => (await find()).lastUsedAt).toBe(new Date(clock.now()).toISOString());
});

test('a revoked key stops working at once and is listed no more', async () => {
  const { key, rawKey } = (await create('Short-lived')).body;
  expect((await tryKey(rawKey)).status).toBe(200);
  const { status, body } = await workspace.api('DELETE', `/api/keys/${key.id}`);
  expect([status, body]).toEqual([200, { ok: true }]);
  const refused = await tryKey(rawKey);
  expect([refused.status, refused.body.code]).toEqual([401, 'unauthorized']);
  expect((await list()).some(({ id }: { id: string }) => id === key.id)).toBe(false);
  expect((await workspace.api('DELETE', `/api/keys/${key.id}`)).status).toBe(404);
});

test('a key may revoke itself', async () => {
  const { key, rawKey } = (await create('Suicidal')).body;
  expect((await workspace.api('DELETE', `/api/keys/${key.id}`, { key: rawKey })).status).toBe(200);
  expect((await tryKey(rawKey)).status).toBe(401);
});

test('a key that is revoked under load is refused afterwards', async () => {
  const { key, rawKey } = (await create('Busy')).body;
  const before = Array.from({ length: 20 }, () => tryKey(rawKey));
  await workspace.api('DELETE', `/api/keys/${key.id}`);
  const after = await Promise.all(Array.from({ length: 20 }, () => tryKey(rawKey)));
  expect(after.map(({ status }) => status)).toEqual(Array(20).fill(401));
  for (const { status } of await Promise.all(before)) expect([200, 401]).toContain(status);
});

test.each([
  ['empty', ''],
  ['blank', ' '],
  ['too long', 'k'.repeat(101)],
  ['with a control character', 'a\u0007'],
  ['with a direction override', '\u202ea'],
  ['a number', 1],
  ['missing', undefined],
])('a name that is %s is refused', async (_name, name) => {
  const before = await list();
  const { status, body } = await create(name);
  expect([status, body.details.field]).toEqual([400, 'name']);
  expect(await list()).toEqual(before);
});

test.each([
  ['no key', null, {}],
  ['an unknown key of the right form', 'sk_live_sp_0000000000000000000000000000000000000000000000000', {}],
  ['an unknown key of a sandbox', 'sk_live_sandbox_0000000000000000000000000000000000000000000000000', {}],
  ['a key of another form', 'sk_live_abc', {}],
  ['an empty Bearer', null, { authorization: 'Bearer ' }],
  ['Basic authentication', null, { authorization: 'Basic dXNlcjpwYXNz' }],
  ['a key of 10 KB', `sk_live_sp_${'a'.repeat(10_240)}`, {}],
  ['a key with more after it', null, { authorization: 'Bearer sk_live_sp_a b' }],
])('%s answers 401', async (_name, key, headers) => {
  const { status, body } = await tryKey(key, headers);
  expect([status, body.code]).toEqual([401, 'unauthorized']);
});

test('the key itself is not accepted in the query, in X-API-Key, or without its scheme', async () => {
  const inQuery = await workspace.api('GET', `/api/usage?key=${workspace.apiKey}`, { key: null });
  expect([400, 401]).toContain(inQuery.status);
  expect((await tryKey(null, { 'x-api-key': workspace.apiKey })).status).toBe(401);
  expect((await tryKey(null, { authorization: workspace.apiKey })).status).toBe(401);
});

test('the scheme may be written in lower case', async () => {
  expect((await tryKey(null, { authorization: `bearer ${workspace.apiKey}` })).status).toBe(200);
});

test('a key with one changed character is refused', async () => {
  const last = workspace.apiKey.at(-1) === 'A' ? 'B' : 'A';
  expect((await tryKey(`${workspace.apiKey.slice(0, -1)}${last}`)).status).toBe(401);
  expect((await tryKey(workspace.apiKey.toLowerCase())).status).toBe(401);
});

test('keys are stored as hashes only', async () => {
  const rows = JSON.stringify(await stack.query('select * from api_key'));
  expect(rows).not.toContain(workspace.apiKey);
  expect(rows).not.toContain(workspace.apiKey.slice(11, 54));
});
