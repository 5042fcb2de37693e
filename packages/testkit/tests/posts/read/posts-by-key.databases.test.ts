import { uniqueText, useStack } from '@social/testkit';
import { expect, test } from 'vitest';

const { stack, workspace } = useStack({ clock: true, connect: ['profnet'] });

const newKey = () => uniqueText('key').replaceAll(' ', '-');

function publish(key: string, body: object = {}, by = workspace) {
  const post = { text: uniqueText('Keyed'), platforms: ['profnet'], ...body };
  return by.publish(post, { 'idempotency-key': key });
}

async function find(key: string, more: Record<string, string> = {}, by = workspace): Promise<string[]> {
  const { status, body } = await by.api('GET', `/api/v1/posts?${new URLSearchParams({ key, ...more })}`);
  expect([status, body.nextCursor]).toEqual([200, null]);
  return body.posts.map(({ id }: { id: string }) => id);
}

test('a post is found by its idempotency key, and by no other', async () => {
  const key = newKey();
  const { body } = await publish(key);
  await publish(newKey());
  expect(await find(key)).toEqual([body.id]);
  expect(await find(`${key}x`)).toEqual([]);
  expect(await find(key.slice(0, -1))).toEqual([]);
});

test('the key can be combined with other filters', async () => {
  const key = newKey();
  const { body } = await publish(key);
  expect(await find(key, { status: 'published', platform: 'profnet' })).toEqual([body.id]);
  expect(await find(key, { status: 'scheduled' })).toEqual([]);
  expect(await find(key, { from: '2000-01-01T00:00:00Z', profile: 'default' })).toEqual([body.id]);
  expect(await find(key, { to: '2000-01-01T00:00:00Z' })).toEqual([]);
});

test('a canceled post is not found by its key', async () => {
  const key = newKey();
  const first = await publish(key, { scheduledFor: '2099-01-01T00:00:00Z' });
  expect(await find(key)).toEqual([first.body.id]);
  await workspace.api('DELETE', `/api/v1/posts/${first.body.id}`);
  expect(await find(key)).toEqual([]);
  const second = await publish(key, { scheduledFor: '2099-01-01T00:00:00Z' });
  expect(await find(key)).toEqual([second.body.id]);
});

test('keys of other workspaces and of other calls find nothing', async () => {
  const key = newKey();
  await publish(key);
  const other = await stack.createWorkspace();
  expect(await find(key, {}, other)).toEqual([]);
  const profileKey = newKey();
  const headers = { 'idempotency-key': profileKey };
  await workspace.api('POST', '/api/profiles', { body: { name: 'By key' }, headers });
  expect(await find(profileKey)).toEqual([]);
});

test.each(['', 'x'.repeat(256), 'ä'])('the key %j is refused', async (key) => {
  const { status, body } = await workspace.api('GET', `/api/v1/posts?${new URLSearchParams({ key })}`);
  expect([status, body.code, body.details.field]).toEqual([400, 'invalid_request', 'key']);
});

test('a post shows its settings and the texts of single platforms', async () => {
  const given = {
    platforms: ['profnet', 'video'],
    scheduledFor: '2099-01-01T00:00:00Z',
    meta: { title: 'A title', privacyStatus: 'unlisted' },
    overrides: { profnet: { text: 'Another text' } },
  };
  const { body } = await publish(newKey(), given);
  expect(body).toMatchObject(given);
  const plain = await publish(newKey());
  expect(plain.body).not.toHaveProperty('meta');
  expect(plain.body).not.toHaveProperty('overrides');
  const asText = await publish(newKey(), { platforms: given.platforms, meta: JSON.stringify(given.meta) });
  expect(asText.body.meta).toEqual(given.meta);
});
