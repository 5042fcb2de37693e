import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NetworkId, PostCounters } from '@social/sandbox';
import { type ApiAnswer, uniqueText, useStack, type Workspace, watchRequests } from '@social/testkit';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../src/programs/server-process.ts';
import { useDesk } from '../../src/programs/use-desk.ts';

const { stack, workspace: own, clock } = useStack({ clock: true, connect: ['bluesky', 'profnet'] });
const desk = useDesk(stack, own);

const SECOND_MS = 1_000;

async function published(platforms: string[], body: object = {}) {
  const workspace = await stack.createWorkspace({ connect: platforms });
  const post = (await workspace.publish({ text: uniqueText('How did it do'), platforms, ...body })).body;
  expect(post.outcome).toBe('published');
  return { workspace, post };
}

/** Has a network count something about the newest post. */
async function count(network: NetworkId, counters: PostCounters['counters']): Promise<void> {
  const { id = '' } = (await stack.sandbox.posts(network)).at(-1) ?? {};
  await stack.sandbox.setCounters({ network, id, counters });
}

const read = async ({ api }: Pick<Workspace, 'api'>, id: string): Promise<ApiAnswer['body']> =>
  (await api('GET', `/api/v1/posts/${id}/counters`)).body.readings;
const refresh = async ({ api }: Pick<Workspace, 'api'>, id: string): Promise<ApiAnswer['body']> =>
  (await api('POST', `/api/v1/posts/${id}/counters`)).body.readings;
const valuesOf = ({ counters }: { counters: { name: string; value: number }[] }) =>
  Object.fromEntries(counters.map(({ name, value }) => [name, value]));

test('a reading names each counter as its network does, with the time at which it was read', async () => {
  const { workspace, post } = await published(['bluesky', 'mastodon']);
  await count('bluesky', { likeCount: 12, repostCount: 3 });
  await count('mastodon', { favourites_count: 7 });
  const readings = await read(workspace, post.id);
  expect(readings).toEqual([
    {
      ...{ platform: 'bluesky', network: 'bluesky', account: expect.any(String), isCharged: false },
      target: 'sandbox-owner-bsky-test',
      ...{ url: post.platformResults.bluesky.url, publishedAt: expect.any(String) },
      readAt: new Date(clock.now()).toISOString(),
      counters: [
        { name: 'likeCount', kind: 'reactions', label: 'likes', value: 12 },
        { name: 'repostCount', kind: 'shares', label: 'reposts', value: 3 },
        { name: 'replyCount', kind: 'replies', label: 'replies', value: 0 },
        { name: 'quoteCount', kind: 'quotes', label: 'quotes', value: 0 },
        { name: 'bookmarkCount', kind: 'saves', label: 'saves', value: 0 },
      ],
    },
    expect.objectContaining({
      platform: 'mastodon',
      counters: [
        { name: 'favourites_count', kind: 'reactions', label: 'favourites', value: 7 },
        { name: 'reblogs_count', kind: 'shares', label: 'boosts', value: 0 },
        { name: 'replies_count', kind: 'replies', label: 'replies', value: 0 },
        { name: 'quotes_count', kind: 'quotes', label: 'quotes', value: 0 },
      ],
    }),
  ]);
});

test('a page that several people open asks the network once, and again a minute later', async () => {
  const { workspace, post } = await published(['bluesky']);
  await count('bluesky', { likeCount: 1 });
  const seen = await watchRequests(stack);
  const together = await Promise.all([1, 2, 3].map(() => read(workspace, post.id)));
  expect(together.map(([reading]) => valuesOf(reading)['likeCount'])).toEqual([1, 1, 1]);
  await count('bluesky', { likeCount: 2 });
  clock.advance(59 * SECOND_MS);
  expect(valuesOf((await read(workspace, post.id))[0])).toMatchObject({ likeCount: 1 });
  expect(await seen('read')).toHaveLength(1);
  clock.advance(2 * SECOND_MS);
  expect(valuesOf((await read(workspace, post.id))[0])).toMatchObject({ likeCount: 2 });
  expect(await seen('read')).toHaveLength(2);
});

test('who asks for a new reading gets one after ten seconds', async () => {
  const { workspace, post } = await published(['bluesky']);
  expect(valuesOf((await refresh(workspace, post.id))[0])).toMatchObject({ likeCount: 0 });
  await count('bluesky', { likeCount: 5 });
  clock.advance(9 * SECOND_MS);
  expect(valuesOf((await refresh(workspace, post.id))[0])).toMatchObject({ likeCount: 0 });
  clock.advance(2 * SECOND_MS);
  expect(valuesOf((await refresh(workspace, post.id))[0])).toMatchObject({ likeCount: 5 });
});

test('a network whose limit of calls publishing shares is asked once in ten minutes, also by hand', async () => {
  const { workspace, post } = await published(['socialnet']);
  const seen = await watchRequests(stack);
  await refresh(workspace, post.id);
  clock.advance(599 * SECOND_MS);
  await refresh(workspace, post.id);
  await read(workspace, post.id);
  expect(await seen('read')).toHaveLength(1);
  clock.advance(2 * SECOND_MS);
  await read(workspace, post.id);
  expect(await seen('read')).toHaveLength(2);
});

test('a network that charges for a reading is asked only by hand, and counts what the microblog actions do', async () => {
  const { workspace, post } = await published(['microblog']);
  const { platformPostId } = post.platformResults.microblog;
  await workspace.api('POST', '/api/v1/microblog/like', { body: { mpost_id: platformPostId } });
  const seen = await watchRequests(stack);
  const [shown] = await read(workspace, post.id);
  expect(shown).toMatchObject({ isCharged: true, reason: 'charged', readAt: null, counters: [] });
  expect(shown.note).toContain('charges for each reading');
  expect(await seen()).toEqual([]);
  const { balance } = await workspace.credits();
  const [asked] = await refresh(workspace, post.id);
  expect(valuesOf(asked)).toMatchObject({ like_count: 1, impression_count: 0 });
  expect(asked).not.toHaveProperty('reason');
  expect((await workspace.credits()).balance).toBe(balance);
  clock.advance(59 * SECOND_MS);
  await refresh(workspace, post.id);
  expect(await seen('read')).toHaveLength(1);
  clock.advance(2 * SECOND_MS);
  // Still shown, with its time, though nobody asks for it again.
  expect(await read(workspace, post.id)).toMatchObject([
    { reason: 'charged', readAt: asked.readAt, counters: asked.counters },
  ]);
});

test('LinkedIn and Telegram tell nothing, which the answer says without asking them', async () => {
  const { workspace, post } = await published(['profnet']);
  const seen = await watchRequests(stack);
  const [reading] = await refresh(workspace, post.id);
  expect(reading).toMatchObject({ platform: 'profnet', network: null, counters: [], readAt: null, reason: 'not_told' });
  expect(reading.note).toContain('LinkedIn does not let this app read reactions, comments or analytics');
  expect(await seen()).toEqual([]);
});

test('a network that is down leaves the last reading, with its time and what happened', async () => {
  const { workspace, post } = await published(['bluesky']);
  await count('bluesky', { likeCount: 4 });
  const [first] = await read(workspace, post.id);
  clock.advance(61 * SECOND_MS);
  await stack.sandbox.fault({ network: 'bluesky', operation: 'read', kind: 'server-error' });
  const [second] = await read(workspace, post.id);
  expect(second).toMatchObject({ readAt: first.readAt, counters: first.counters, reason: 'unavailable' });
  expect(second.note).toContain('the network has trouble');
  // Somebody else who looks now does not ask again either.
  expect(await read(workspace, post.id)).toEqual([second]);
  clock.advance(61 * SECOND_MS);
  expect((await read(workspace, post.id))[0]).not.toHaveProperty('reason');
});

test('a rate limit is waited for, by every post of the account', async () => {
  const { workspace, post } = await published(['mastodon']);
  const later = (await workspace.publish({ text: uniqueText('Another'), platforms: ['mastodon'] })).body;
  await stack.sandbox.fault({ network: 'mastodon', operation: 'read', kind: 'rate-limit', retryAfterSeconds: 300 });
  const seen = await watchRequests(stack);
  expect((await read(workspace, post.id))[0]).toMatchObject({ reason: 'unavailable', counters: [] });
  const [other] = await read(workspace, later.id);
  expect(other).toMatchObject({ reason: 'unavailable', note: expect.stringContaining('ask again in 5 min') });
  expect(await seen('read')).toHaveLength(1);
});

describe('the connection', () => {
  test.each(['forbidden', 'unauthorized'] as const)(
    'stays as it is when a reading is answered with %s',
    async (kind) => {
      const { workspace, post } = await published(['mastodon']);
      await stack.sandbox.fault({ network: 'mastodon', operation: 'read', kind, times: 1 });
      const [reading] = await read(workspace, post.id);
      expect(reading).toMatchObject({ reason: 'missing_scope', counters: [], readAt: null });
      expect(reading.note).toMatch(/connect (?:it|mastodon) again/);
      expect((await workspace.connections()).mastodon).toMatchObject({ connected: true, state: 'connected' });
      expect((await workspace.publish({ text: uniqueText('Still'), platforms: ['mastodon'] })).body.outcome).toBe(
        'published',
      );
    },
  );

  test('that is gone leaves what was read before', async () => {
    const { workspace, post } = await published(['bluesky']);
    await count('bluesky', { likeCount: 9 });
    await read(workspace, post.id);
    await workspace.api('POST', '/api/connect/bluesky/disconnect', { body: {} });
    const [reading] = await refresh(workspace, post.id);
    expect(reading).toMatchObject({ network: 'bluesky', reason: 'not_connected' });
    expect(valuesOf(reading)).toMatchObject({ likeCount: 9 });
  });

  test('of another account is not asked about a post that it did not publish', async () => {
    const { workspace, post } = await published(['bluesky']);
    await workspace.api('POST', '/api/connect/bluesky/disconnect', { body: {} });
    await workspace.connect('bluesky', undefined, 'sandbox-friend.bsky.test');
    const [reading] = await read(workspace, post.id);
    expect(reading).toMatchObject({ reason: 'not_connected', note: expect.stringContaining('it was published as') });
  });

  test('of an account that has another name now, and was connected again, gives the counters of its posts', async () => {
    const { workspace, post } = await published(['bluesky']);
    await stack.query(`update post_target set account = '@earlier.bsky.test' where post_id = '${post.id}'`);
    await count('bluesky', { likeCount: 6 });
    await workspace.api('POST', '/api/connect/bluesky/disconnect', { body: {} });
    await workspace.connect('bluesky');
    const [reading] = await read(workspace, post.id);
    expect(valuesOf(reading)).toMatchObject({ likeCount: 6 });
    expect((await workspace.api('POST', `/api/v1/posts/${post.id}/unpublish`)).body).toMatchObject({ ok: true });
  });

  test('of another account under the same name is not asked, and deletes nothing', async () => {
    const { workspace, post } = await published(['bluesky']);
    await workspace.api('POST', '/api/connect/bluesky/disconnect', { body: {} });
    await workspace.connect('bluesky', undefined, 'sandbox-friend.bsky.test');
    await stack.query(`update post_target set account = '@sandbox-friend.bsky.test' where post_id = '${post.id}'`);
    const seen = await watchRequests(stack);
    const [reading] = await read(workspace, post.id);
    expect(reading).toMatchObject({ reason: 'not_connected', counters: [] });
    const note = expect.stringMatching(/another account named @sandbox-friend\.bsky\.test; connect that one again/);
    expect(reading.note).toEqual(note);
    const { results } = (await workspace.api('POST', `/api/v1/posts/${post.id}/unpublish`)).body;
    expect(results.bluesky).toMatchObject({ ok: false, code: 'not_connected', error: note });
    expect(await seen()).toEqual([]);
  });
});

test('of a thread the first part is read, and a post that was taken back is not asked about', async () => {
  const { workspace, post } = await published(['bluesky'], { thread: ['second part'] });
  const [first] = (await stack.sandbox.posts('bluesky')).filter(({ text }) => text === post.text);
  await stack.sandbox.setCounters({ network: 'bluesky', id: first?.id ?? '', counters: { likeCount: 3 } });
  const readings = await read(workspace, post.id);
  expect(readings.map(valuesOf)).toMatchObject([{ likeCount: 3, replyCount: 1 }]);
  await workspace.api('POST', `/api/v1/posts/${post.id}/unpublish`);
  const seen = await watchRequests(stack);
  const [back] = await refresh(workspace, post.id);
  expect(back).toMatchObject({ reason: 'not_shown', note: 'the post was taken back', readAt: readings[0].readAt });
  expect(await seen()).toEqual([]);
});

describe('callers', () => {
  test('need the scope read to look and actions to ask anew, and see only their own workspace and profiles', async () => {
    const { workspace, post } = await published(['bluesky']);
    const path = `/api/v1/posts/${post.id}/counters`;
    const other = await stack.createWorkspace();
    expect((await other.api('GET', path)).status).toBe(404);
    const make = async (fields: object) =>
      (await workspace.api('POST', '/api/keys', { body: { name: 'Narrow', ...fields } })).body.rawKey;
    const publishOnly = await make({ scopes: ['publish'] });
    expect((await workspace.api('GET', path, { key: publishOnly })).body).toMatchObject({ code: 'scope_missing' });
    const readOnly = await make({ scopes: ['read'] });
    expect((await workspace.api('GET', path, { key: readOnly })).status).toBe(200);
    expect((await workspace.api('POST', path, { key: readOnly })).body).toMatchObject({ code: 'scope_missing' });
    const acting = await make({ scopes: ['actions'] });
    expect((await workspace.api('POST', path, { key: acting })).status).toBe(200);
    const { profile } = (await workspace.api('POST', '/api/profiles', { body: { name: 'Brand' } })).body;
    const elsewhere = await make({ scopes: ['read'], profiles: [profile.slug] });
    expect((await workspace.api('GET', path, { key: elsewhere })).status).toBe(404);
    expect((await workspace.api('GET', '/api/v1/counters', { key: elsewhere })).body).toMatchObject({ posts: [] });
  });

  test('that may not use a platform see what is stored, and its network is not asked', async () => {
    const { workspace, post } = await published(['bluesky']);
    const { rawKey: key } = (
      await workspace.api('POST', '/api/keys', {
        body: { name: 'Narrow', scopes: ['actions'], platforms: ['profnet'] },
      })
    ).body;
    const seen = await watchRequests(stack);
    const { body } = await workspace.api('POST', `/api/v1/posts/${post.id}/counters`, { key });
    expect(body.readings).toMatchObject([{ reason: 'not_connected', counters: [] }]);
    expect(await seen()).toEqual([]);
  });
});

/** Adds 2000 copies of a row, with other values in some columns. */
async function copyRows(table: string, where: string, others: Record<string, string>): Promise<void> {
  const [row = {}] = await stack.query(`select * from ${table} where ${where}`);
  const columns = Object.keys(row);
  await stack.query(
    `with recursive number(n) as (select 1001 union all select n + 1 from number where n < 3000)
     insert into ${table} (${columns}) select ${columns.map((name) => others[name] ?? name)} from ${table}, number where ${where}`,
  );
}

describe('the command', () => {
  test('shows the counters of a post in the networks’ words, and how the posts of the month did', async () => {
    const text = uniqueText('From the command');
    const { id } = (await own.publish({ text, platforms: ['bluesky', 'profnet'] })).body;
    await count('bluesky', { likeCount: 12, repostCount: 1 });
    const shown = await desk.social(['post', 'counters', id.slice(0, 13), '--output', 'text']);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(/bluesky .+ likes 12, reposts 1, replies 0, quotes 0, saves 0 /);
    expect(shown.stdout).toContain('profnet: LinkedIn does not let this app read');
    const results = await desk.social(['post', 'results', '--by', 'reactions', '--json']);
    expect(JSON.parse(results.stdout)).toMatchObject({ by: 'reactions', posts: [{ text, platform: 'bluesky' }] });
    const csv = await desk.social(['post', 'results', '--csv']);
    expect(csv.stdout.split('\n')).toEqual([
      expect.stringMatching(/^published_at,/),
      expect.stringContaining(text),
      '',
    ]);
  });

  test('says on stderr when a month has more readings than the server lists, and prints all as CSV', async () => {
    const { id } = (await own.publish({ text: uniqueText('Many'), platforms: ['bluesky'] })).body;
    await read(own, id);
    await copyRows('post_target', `post_id = '${id}'`, { id: "id || '-' || n", part: 'n' });
    const ofPost = `target_id = (select id from post_target where post_id = '${id}' and part = 1)`;
    await copyRows('counter_reading', ofPost, { target_id: "target_id || '-' || n" });
    const month = new Date(clock.now()).toISOString().slice(0, 7);
    const csv = await desk.social(['post', 'results', '--csv']);
    const stored = await stack.query(`select 1 from counter_reading where workspace_id = '${own.workspaceId}'`);
    expect(stored.length).toBeGreaterThan(2_000);
    expect([csv.stdout.trimEnd().split('\n').length, csv.stderr]).toEqual([1 + stored.length, '']);
    expect((await desk.social(['post', 'results'])).stderr).toContain(`Not complete: ${month}`);
    using directory = temporaryDirectory();
    const { stderr } = await desk.social(['export', '--out', join(directory.path, 'kept')]);
    expect(stderr).toContain(`counters.jsonl is not complete: it has only the latest 2000 readings of ${month}`);
    await stack.query(`delete from post_target where post_id = '${id}' and part > 1`);
  });

  test('asks again with --refresh, and takes the readings along in an export', async () => {
    const text = uniqueText('Again');
    const { id } = (await own.publish({ text, platforms: ['bluesky'] })).body;
    await desk.social(['post', 'counters', id]);
    await count('bluesky', { likeCount: 3 });
    clock.advance(11 * SECOND_MS);
    const refreshed = JSON.parse((await desk.social(['post', 'counters', id, '--refresh', '--json'])).stdout);
    expect(valuesOf(refreshed.readings[0])).toMatchObject({ likeCount: 3 });
    using directory = temporaryDirectory();
    const out = join(directory.path, 'kept');
    expect((await desk.social(['export', '--out', out])).code).toBe(0);
    expect(readFileSync(join(out, 'counters.jsonl'), 'utf8')).toContain(`"text":"${text}"`);
  });
});
