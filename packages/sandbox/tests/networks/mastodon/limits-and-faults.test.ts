import { expect } from 'vitest';
import { sandboxSeed } from '../../../src/index.ts';
import { call, open, test, textAt } from '../../support/sandbox.ts';
import { signInToMastodon } from './sign-in.ts';

const { posts } = sandboxSeed.mastodon;
const noon = Date.parse('2026-11-22T12:02:03Z');

async function openAtNoon() {
  const clock = { now: noon };
  const sandbox = await open({ clock: () => clock.now });
  return { clock, sandbox, ...(await signInToMastodon(sandbox)) };
}

const limitsOf = (headers: Headers) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));

test('every answer says how much is left, until the end of a fixed window', async () => {
  const { clock, get, post, act, upload, sandbox } = await openAtNoon();
  const me = '/v1/accounts/verify_credentials';
  expect(limitsOf((await get(me)).headers)).toEqual(['300', '299', '2026-11-22T12:05:00.000000Z']);
  expect(limitsOf((await post({ status: 'a' })).headers)).toEqual(['300', '299', '2026-11-22T15:00:00.000000Z']);
  const reblogged = await act('POST', `/v1/statuses/${posts.friend}/reblog`);
  expect(limitsOf(reblogged.headers)).toEqual(['300', '298', '2026-11-22T15:00:00.000000Z']);
  expect(limitsOf((await post({ status: '' })).headers)[1]).toBe('298');
  expect(limitsOf((await upload()).headers)).toEqual(['30', '29', '2026-11-22T12:30:00.000000Z']);
  const paged = await get('/v1/timelines/home?max_id=1');
  expect(limitsOf(paged.headers)).toEqual(['300', '294', '2026-11-22T12:05:00.000000Z']);
  clock.now = Date.parse('2026-11-22T12:04:59.999Z');
  expect(limitsOf((await get(me)).headers)).toEqual(['300', '293', '2026-11-22T12:05:00.000000Z']);
  clock.now += 1;
  expect(limitsOf((await get(me)).headers)).toEqual(['300', '299', '2026-11-22T12:10:00.000000Z']);
  const visitor = await call(`${sandbox.networks.mastodon}/api/v1/statuses/${posts.owner}`);
  expect(limitsOf(visitor.headers)).toEqual(['300', '299', '2026-11-22T12:10:00.000000Z']);
});

test('thirty files in half an hour are too many only when limits are enforced', async () => {
  const { clock, act, sandbox } = await openAtNoon();
  const upload = () => act('POST', '/v2/media', {});
  const all = await Promise.all(Array.from({ length: 31 }, upload));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([422]));
  await sandbox.settings({ rateLimits: true });
  const refused = await upload();
  expect(refused).toMatchObject({ status: 429, body: { error: 'Too many requests' } });
  expect([refused.headers.get('retry-after'), limitsOf(refused.headers)[1]]).toEqual([null, '0']);
  clock.now = Date.parse('2026-11-22T12:30:00Z');
  expect((await upload()).status).toBe(422);
});

test('300 statuses in three hours are enough, and refused ones do not count', async () => {
  const { clock, post, sandbox } = await openAtNoon();
  await sandbox.settings({ rateLimits: true });
  const postMany = () => Promise.all(Array.from({ length: 150 }, () => post({ status: 'a' })));
  const first = await postMany();
  // Beyond the five minutes of the other limit of 300 calls.
  clock.now += 300_000;
  const all = [...first, ...(await postMany())];
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  clock.now += 300_000;
  expect(await post({ status: '' })).toMatchObject({ status: 422 });
  expect(await post({ status: 'one more' })).toMatchObject({ status: 429, body: { error: 'Too many requests' } });
  clock.now = Date.parse('2026-11-22T15:00:00Z');
  expect((await post({ status: 'one more' })).status).toBe(200);
});

test.each([
  ['rate-limit', 429, 0],
  ['server-error', 500, 0],
  ['bad-gateway', 502, 0],
  ['unauthorized', 401, 0],
  ['forbidden', 403, 0],
  ['accept-then-error', 500, 1],
  ['no-id', 200, 1],
] as const)('the fault %s answers %i with %i status accepted', async (kind, status, accepted) => {
  const sandbox = await open();
  const { post } = await signInToMastodon(sandbox);
  await sandbox.fault({ network: 'mastodon', operation: 'publish', kind, times: 1 });
  const answer = await post({ status: 'a' });
  expect(answer.status).toBe(status);
  if (kind === 'no-id') expect(Object.keys(answer.body as object)).not.toContain('id');
  expect(await sandbox.posts()).toHaveLength(accepted);
});

test.each([
  ['drop', 0],
  ['accept-then-drop', 1],
  ['accept-then-half', 1],
] as const)('after the fault %s, the file and the key tell whether the status was accepted', async (kind, accepted) => {
  const sandbox = await open();
  const { post, upload, get } = await signInToMastodon(sandbox);
  const media = textAt((await upload()).body, 'id');
  await sandbox.fault({ network: 'mastodon', operation: 'publish', kind });
  const draft = { status: 'a', media_ids: [media] };
  await expect(post(draft, { 'idempotency-key': 'k' })).rejects.toThrow();
  expect(await sandbox.posts()).toHaveLength(accepted);
  expect((await get(`/v1/media/${media}`)).status).toBe(accepted === 1 ? 404 : 200);
  expect((await post(draft, { 'idempotency-key': 'k' })).status).toBe(200);
  expect(await sandbox.posts()).toHaveLength(1);
});

test('a rate limit on request says when it ends, in an ISO time', async () => {
  const { post, sandbox } = await openAtNoon();
  await sandbox.fault({ network: 'mastodon', operation: 'publish', kind: 'rate-limit', retryAfterSeconds: 90 });
  const { headers } = await post({ status: 'a' });
  expect(limitsOf(headers)).toEqual(['300', '0', '2026-11-22T12:03:33.000000Z']);
});

test('calls are logged with their purpose', async ({ sandbox }) => {
  const { get, post, act, upload } = await signInToMastodon(sandbox);
  await get('/v1/accounts/verify_credentials');
  await upload();
  const id = textAt((await post({ status: 'a' })).body, 'id');
  await act('POST', `/v1/statuses/${id}/favourite`);
  await act('DELETE', `/v1/statuses/${id}`);
  await get('/v2/instance');
  const seen = (await sandbox.requests('mastodon')).map(({ operation }) => operation);
  expect(seen).toEqual(['authorize', 'token', 'identity', 'upload', 'publish', 'action', 'delete', 'read']);
});

test('the page of the sandbox shows the statuses', async ({ sandbox }) => {
  const { post } = await signInToMastodon(sandbox);
  await post({ status: 'seen on the page' });
  const { text } = await call(`${sandbox.url}/?network=mastodon`);
  expect(text).toContain('seen on the page');
  expect(text).toContain('Mastodon');
});
