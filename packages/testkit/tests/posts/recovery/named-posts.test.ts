import type { NetworkId } from '@social/sandbox';
import { uniqueText, useStack, watchRequests } from '@social/testkit';
import { expect, test } from 'vitest';
import { makingKeys } from '../../accounts/making-keys.ts';

const NETWORKS = { profnet: 'linkedin', microblog: 'x', bluesky: 'bluesky', mastodon: 'mastodon' } as const;
type Platform = keyof typeof NETWORKS;

const { stack, clock, workspace } = useStack({ clock: true, connect: ['profnet', 'microblog', 'bluesky', 'mastodon'] });
const { makeKey } = makingKeys(workspace);

const there = async (network: NetworkId, text: string) =>
  (await stack.sandbox.posts(network)).find((post) => post.text === text) ?? expect.fail(`${network} lacks ${text}`);

async function publish(platform: Platform, text = uniqueText('Whole')) {
  return (await workspace.publish({ text, platforms: [platform] })).body;
}

/** Publishes a post whose answer is lost, and which the server cannot find. */
async function lose(platform: Platform, text = uniqueText('Lost')) {
  const network = NETWORKS[platform];
  await stack.sandbox.fault({ network, operation: 'publish', kind: 'accept-then-drop' });
  await stack.sandbox.fault({ network, operation: 'read', kind: 'forbidden', times: 20 });
  const { body } = await workspace.publish({ text, platforms: [platform] });
  const lost = await workspace.untilPost(body.id, { platformResults: { [platform]: { state: 'unknown' } } });
  await stack.sandbox.clearFaults();
  return lost;
}

function name(id: string, platform: Platform, published: unknown, key = workspace.apiKey) {
  return workspace.api('POST', `/api/v1/posts/${id}/resolve`, { key, body: { platform, published } });
}

const takeBack = (id: string, key = workspace.apiKey) =>
  workspace.api('POST', `/api/v1/posts/${id}/unpublish`, { key, body: {} });

test('a key that publishes cannot delete any post of an account by naming it, where nobody can read it', async () => {
  const { rawKey } = await makeKey({ scopes: ['publish'] });
  const elsewhere = await stack.createWorkspace({ connect: ['profnet'] });
  const { body: other } = await elsewhere.publish({ text: uniqueText('Elsewhere'), platforms: ['profnet'] });
  const urn = other.platformResults.profnet.platformPostId;
  const lost = await lose('profnet');
  expect((await name(lost.id, 'profnet', urn, rawKey)).body.platformResults.profnet.platformPostId).toBe(urn);
  const requests = await watchRequests(stack);
  const { status, body } = await takeBack(lost.id, rawKey);
  expect([status, body.code, body.details.scope]).toEqual([403, 'scope_missing', 'actions']);
  expect(body.error).toContain('named by hand');
  expect(await requests()).toEqual([]);
  expect((await there('linkedin', other.text)).deletedAt).toBeNull();
  const { rawKey: able } = await makeKey({ scopes: ['publish', 'actions'] });
  expect((await takeBack(lost.id, able)).body.results.profnet.state).toBe('deleted');
});

test.each<Platform>(['profnet', 'microblog', 'bluesky', 'mastodon'])(
  'the post of another post is not taken for the one that is missing on %s',
  async (platform) => {
    const text = uniqueText('Twice');
    const other = await publish(platform, text);
    const lost = await lose(platform, platform === 'mastodon' ? text : uniqueText('Lost'));
    const { status, body } = await name(lost.id, platform, other.platformResults[platform].url);
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect((await workspace.readPost(lost.id)).platformResults[platform].state).toBe('unknown');
    expect((await there(NETWORKS[platform], text)).deletedAt).toBeNull();
  },
);

test.each<Platform>(['microblog', 'bluesky', 'mastodon'])(
  'the address of a lost post on %s is read, and a key that publishes may take the post back',
  async (platform) => {
    const { rawKey } = await makeKey({ scopes: ['publish'] });
    const lost = await lose(platform, `${uniqueText('Lost')} & <3 at example.com/a?b=1&c=2`);
    const { id, url } = await there(NETWORKS[platform], lost.text);
    const { body } = await name(lost.id, platform, ` ${url} `, rawKey);
    expect(body.platformResults[platform]).toMatchObject({ ok: true, platformPostId: id, url: expect.any(String) });
    expect((await takeBack(lost.id, rawKey)).body.results[platform].state).toBe('deleted');
  },
);

test.each([
  ['microblog', '1445880548472328192', 409, 'has no such post'],
  ['microblog', 'https://x.com/somebody/status/1990000000000000002', 409, 'has no such post'],
  ['microblog', 'garbage', 400, 'https://x.com/'],
  ['profnet', 'garbage', 400, 'urn:li:share:'],
  ['profnet', 'https://www.linkedin.com/feed/update/urn:li:activity:7141138937766391808/', 400, 'urn:li:share:'],
  ['bluesky', 'at://did:plc:aaaaaaaaaaaaaaaaaaaaaaaa/app.bsky.feed.post/3l6oveex3ii2l', 400, 'https://bsky.app/'],
  ['mastodon', 'garbage', 409, 'has no such post'],
] as const)('on %s, %s is refused with %i', async (platform, copied, status, words) => {
  const lost = await lose(platform);
  const answer = await name(lost.id, platform, copied);
  expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(words)]);
  expect((await workspace.readPost(lost.id)).platformResults[platform].state).toBe('unknown');
});

test('an address of LinkedIn is stored as the id in it', async () => {
  const lost = await lose('profnet');
  const { id, url } = await there('linkedin', lost.text);
  expect((await name(lost.id, 'profnet', url)).body.platformResults.profnet.platformPostId).toBe(id);
  expect((await takeBack(lost.id)).body.results.profnet.state).toBe('deleted');
});

test('where the network is down, the word of the person counts until the post is to be taken back', async () => {
  const { rawKey } = await makeKey({ scopes: ['publish'] });
  const lost = await lose('microblog');
  const { url } = await there('x', lost.text);
  await stack.sandbox.fault({ network: 'x', operation: 'read', kind: 'server-error', times: 20 });
  expect((await name(lost.id, 'microblog', url, rawKey)).body.platformResults.microblog.ok).toBe(true);
  await stack.sandbox.clearFaults();
  expect((await takeBack(lost.id, rawKey)).body.code).toBe('scope_missing');
  expect((await takeBack(lost.id)).body.results.microblog.state).toBe('deleted');
});

test('a failed post that is named is no receipt, for the network refused what was sent', async () => {
  const { rawKey } = await makeKey({ scopes: ['publish'] });
  const elsewhere = await stack.createWorkspace({ connect: ['mastodon'] });
  await stack.sandbox.fault({ network: 'mastodon', operation: 'publish', kind: 'forbidden' });
  const failed = await publish('mastodon');
  expect(failed.platformResults.mastodon.state).toBe('failed');
  const { body: other } = await elsewhere.publish({ text: failed.text, platforms: ['mastodon'] });
  const { url } = other.platformResults.mastodon;
  expect((await name(failed.id, 'mastodon', url, rawKey)).body.platformResults.mastodon.ok).toBe(true);
  expect((await takeBack(failed.id, rawKey)).body.code).toBe('scope_missing');
  expect((await there('mastodon', failed.text)).deletedAt).toBeNull();
});

test('a post with another text is taken at the word of the person, one from before the attempt is not', async () => {
  const { rawKey } = await makeKey({ scopes: ['publish'] });
  const elsewhere = await stack.createWorkspace({ connect: ['mastodon'] });
  const publishElsewhere = async () =>
    (await elsewhere.publish({ text: uniqueText('Other'), platforms: ['mastodon'] })).body;
  const edited = await lose('mastodon');
  const { url } = (await publishElsewhere()).platformResults.mastodon;
  expect((await name(edited.id, 'mastodon', url, rawKey)).body.platformResults.mastodon.ok).toBe(true);
  expect((await takeBack(edited.id, rawKey)).body.code).toBe('scope_missing');
  const other = await publishElsewhere();
  clock.advance(3_600_000);
  const older = await name((await lose('mastodon', other.text)).id, 'mastodon', other.platformResults.mastodon.url);
  expect([older.status, older.body.error]).toEqual([409, expect.stringContaining('older than the attempt')]);
});
