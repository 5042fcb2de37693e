import { expect } from 'vitest';
import { closeForGood, createFolder, openKept } from '../../persistence/folder.ts';
import { call, open, test, textAt } from '../../support/sandbox.ts';
import { DpopClient, loopbackId } from './dpop-client.ts';
import { ask, createdAt, owner, postCollection, refusalOf, run, signInToBluesky } from './sign-in.ts';

const noon = Date.parse('2026-11-24T12:00:00Z');
const server = 'com.atproto.server';

async function openAtNoon() {
  const clock = { now: noon };
  const sandbox = await open({ clock: () => clock.now });
  return { clock, sandbox, ...(await signInToBluesky(sandbox)) };
}

const limitsOf = (headers: Headers) =>
  ['limit', 'remaining', 'reset', 'policy'].map((name) => headers.get(`ratelimit-${name}`));

test('answers tell what is left only while limits are enforced', async () => {
  const { sandbox, access } = await openAtNoon();
  const get = () => ask(sandbox, `${server}.getSession`, {}, access);
  expect(limitsOf((await get()).headers)).toEqual([null, null, null, null]);
  await sandbox.settings({ rateLimits: true });
  expect(limitsOf((await get()).headers)).toEqual(['3000', '2997', String(noon / 1000 + 300), '3000;w=300']);
});

test('5000 points an hour are enough for 1666 new posts, and refused ones do nothing', async () => {
  const { clock, sandbox, access, post } = await openAtNoon();
  await sandbox.settings({ rateLimits: true });
  const create = { $type: 'com.atproto.repo.applyWrites#create', collection: 'com.example.thing', value: {} };
  const apply = (count: number) =>
    run(
      sandbox,
      'com.atproto.repo.applyWrites',
      { repo: owner, writes: Array.from({ length: count }, () => create) },
      access,
    );
  for (const count of [200, 200, 200, 200, 200, 200, 200, 200, 66]) expect((await apply(count)).status).toBe(200);
  const refused = await post({ text: 'one more' });
  expect(refusalOf(refused).slice(0, 2)).toEqual([429, 'RateLimitExceeded']);
  expect(limitsOf(refused.headers)).toEqual(['5000', '0', String(noon / 1000 + 3600), '5000;w=3600']);
  expect(refused.headers.get('retry-after')).toBe('3600');
  expect(await sandbox.posts('bluesky')).toEqual([]);
  clock.now += 3_600_000;
  expect((await post({ text: 'one more' })).status).toBe(200);
});

test('thirty sessions in five minutes are enough for a name', async () => {
  const { sandbox } = await openAtNoon();
  await sandbox.settings({ rateLimits: true });
  const begin = (identifier: string) => run(sandbox, `${server}.createSession`, { identifier, password: 'wrong' });
  const answers = await Promise.all(Array.from({ length: 31 }, () => begin('zed.bsky.test')));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  expect((await begin('other.bsky.test')).status).toBe(401);
});

test("the fault rate-limit has the limit's headers", async () => {
  const { sandbox, clock } = await openAtNoon();
  const { post } = await signInToBluesky(sandbox);
  await sandbox.fault({ network: 'bluesky', operation: 'publish', kind: 'rate-limit', retryAfterSeconds: 30 });
  const refused = await post({ text: 'a' });
  expect(limitsOf(refused.headers)).toEqual(['3000', '0', String(clock.now / 1000 + 30), '3000;w=300']);
  expect(refused.headers.get('retry-after')).toBe('30');
});

test.each([
  ['rate-limit', 429, 'RateLimitExceeded', 0],
  ['server-error', 500, 'InternalServerError', 0],
  ['unauthorized', 401, 'AuthMissing', 0],
  ['expired-token', 400, 'ExpiredToken', 0],
  ['forbidden', 403, 'Forbidden', 0],
  ['accept-then-error', 500, 'InternalServerError', 1],
  ['no-id', 200, undefined, 1],
] as const)('the fault %s answers %i %s with %i post accepted', async (kind, status, error, accepted) => {
  const sandbox = await open();
  const { post } = await signInToBluesky(sandbox);
  await sandbox.fault({ network: 'bluesky', operation: 'publish', kind, times: 1 });
  const answer = await post({ text: 'a' });
  expect(refusalOf(answer).slice(0, 2)).toEqual([status, error]);
  if (kind === 'no-id') expect(answer.body).not.toHaveProperty('uri');
  expect(await sandbox.posts()).toHaveLength(accepted);
});

test.each([
  ['drop', 0],
  ['accept-then-drop', 1],
  ['accept-then-half', 1],
] as const)('after the fault %s, reading the key tells whether the post was accepted', async (kind, accepted) => {
  const sandbox = await open();
  const { put, read } = await signInToBluesky(sandbox);
  const key = '3mabcdefghij2';
  await sandbox.fault({ network: 'bluesky', operation: 'publish', kind });
  await expect(put(key, { text: 'a' }, { swapRecord: null })).rejects.toThrow();
  expect((await read(key)).status).toBe(accepted === 1 ? 200 : 400);
  expect(await put(key, { text: 'a' }, { swapRecord: null })).toMatchObject({ status: 200 });
  expect(await sandbox.posts()).toHaveLength(1);
});

test('a token that is bound to a key is refused by a fault in the words for such tokens', async ({ sandbox }) => {
  const scope = 'atproto transition:generic';
  const client = new DpopClient(sandbox.networks.bluesky, loopbackId(scope));
  const tokens = await client.signIn(scope);
  await sandbox.fault({ network: 'bluesky', operation: 'publish', kind: 'expired-token' });
  const record = { repo: owner, collection: postCollection, record: { text: 'a', createdAt } };
  const refused = await client.call(tokens.access_token, 'com.atproto.repo.createRecord', record);
  expect(refusalOf(refused)).toEqual([401, 'invalid_token', 'Invalid token']);
  expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"');
  await sandbox.fault({ network: 'bluesky', operation: 'refresh', kind: 'accept-then-error' });
  expect(await client.refresh(tokens.refresh_token)).toMatchObject({ status: 500, body: { error: 'server_error' } });
  expect(await client.refresh(tokens.refresh_token)).toMatchObject({
    ...{ status: 400, body: { error_description: 'Refresh token replayed' } },
  });
});

test('tokens, programs, files and records survive a restart', async () => {
  const dataDir = await createFolder();
  const first = await openKept(dataDir);
  const { access, refresh, post } = await signInToBluesky(first);
  const scope = 'atproto transition:generic';
  const program = new DpopClient(first.networks.bluesky, loopbackId(scope));
  const tokens = await program.signIn(scope);
  const uri = textAt((await post({ text: 'kept' })).body, 'uri');
  await closeForGood(first);
  const second = await openKept(dataDir);
  expect((await ask(second, `${server}.getSession`, {}, access)).status).toBe(200);
  expect((await run(second, `${server}.refreshSession`, undefined, refresh)).status).toBe(200);
  expect((await program.callTwice(tokens.access_token, `${server}.getSession`)).status).toBe(200);
  const found = await ask(second, 'app.bsky.feed.getPosts', { uris: uri });
  expect(found.body).toMatchObject({ posts: [{ uri, record: { text: 'kept' } }] });
  expect((await call(`${second.url}/?network=bluesky`)).text).toContain('kept');
});
