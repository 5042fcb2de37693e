import { describe, expect, it } from 'vitest';
import { contentProblem } from '../../src/index.ts';
import { useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { rejectionOf } from '../support/stub-network.ts';

const used = useSandboxedDriver('bluesky');
const [posts, threadgates, postgates] = ['post', 'threadgate', 'postgate'].map((name) => `app.bsky.feed.${name}`);
const closed = { replies: ['nobody'], quotes: false };

const publish = (settings: Record<string, unknown>, replyTo?: string) =>
  used.publish([], {}, { settings, ...(replyTo !== undefined && { replyTo }) }).result;

/** Reads the record at the key of a post, as everybody may; null when it does not exist. */
async function recordAt(postId: string, collection = ''): Promise<Record<string, unknown> | null> {
  const [repo = '', , rkey = ''] = postId.replace('at://', '').split('/');
  const query = new URLSearchParams({ repo, collection, rkey });
  const answer = await fetch(`${used.sandbox.url}/bluesky/xrpc/com.atproto.repo.getRecord?${query}`);
  return answer.ok ? ((await answer.json()) as { value: Record<string, unknown> }).value : null;
}

async function methodsCalled(): Promise<string[]> {
  return (await used.sandbox.requests('bluesky')).map(({ path }) => path.split('.').at(-1) ?? '');
}

describe('settings of a post on Bluesky', () => {
  it.each([
    [['nobody'], []],
    [['mentioned'], ['mentionRule']],
    [
      ['followers', 'following'],
      ['followerRule', 'followingRule'],
    ],
  ])('let %j answer', async (replies, rules) => {
    const { platformPostId } = await publish({ replies });
    const { createdAt } = (await recordAt(platformPostId, posts)) ?? {};
    expect(await recordAt(platformPostId, threadgates)).toEqual({
      $type: threadgates,
      ...{ post: platformPostId, createdAt },
      allow: rules.map((rule) => ({ $type: `${threadgates}#${rule}` })),
    });
    expect(await recordAt(platformPostId, postgates)).toBeNull();
  });

  it('forbid quotes with a gate of the same commit', async () => {
    const { platformPostId } = await publish({ quotes: false });
    expect(await recordAt(platformPostId, postgates)).toMatchObject({
      ...{ $type: postgates, post: platformPostId },
      embeddingRules: [{ $type: `${postgates}#disableRule` }],
    });
    expect(await methodsCalled()).not.toContain('putRecord');
    expect(await used.control.acceptedPosts()).toMatchObject([{ settings: { postgate: 'disableRule' } }]);
  });

  it('label the post itself, and each part of a thread', async () => {
    const labels = ['nudity', '!no-unauthenticated'];
    const values = labels.map((val) => ({ val }));
    const first = await publish({ labels });
    const second = await publish({ labels }, first.platformPostId);
    for (const { platformPostId } of [first, second]) {
      const record = await recordAt(platformPostId, posts);
      expect(record?.['labels']).toEqual({ $type: 'com.atproto.label.defs#selfLabels', values });
    }
  });

  it('say in the first part of a thread who may answer, and forbid to quote each part', async () => {
    const first = await publish(closed);
    const second = await publish(closed, first.platformPostId);
    const third = await publish({ replies: ['nobody'] }, second.platformPostId);
    expect(await recordAt(second.platformPostId, threadgates)).toBeNull();
    expect(await recordAt(second.platformPostId, postgates)).toMatchObject({ post: second.platformPostId });
    expect(await recordAt(third.platformPostId, threadgates)).toBeNull();
    expect(await methodsCalled()).toEqual(expect.arrayContaining(['applyWrites', 'putRecord']));
  });

  it('that open everything make no gate', async () => {
    const { platformPostId } = await publish({ quotes: true, labels: [] });
    expect(await recordAt(platformPostId, postgates)).toBeNull();
    expect(await recordAt(platformPostId, posts)).not.toHaveProperty('labels');
    expect(await methodsCalled()).not.toContain('applyWrites');
  });

  it('are refused before anything is sent where nobody and others may answer', async () => {
    const settings = { replies: ['nobody', 'followers'] };
    const post = { text: 'a post', settings, hasMedia: false, limits: null };
    const message = expect.stringContaining('replies');
    expect(contentProblem(used.driver, post)).toMatchObject({ code: 'invalid_request', message });
    expect(await rejectionOf(publish(settings))).toMatchObject({ kind: 'rejected', message });
    expect(await used.control.countRequests('publish')).toBe(0);
  });
});

describe('a connection that was made before gates were asked for', () => {
  const scopes = ['atproto', `repo:${posts}`, 'blob:*/*'];
  const problemOf = (settings: Record<string, unknown>, given: readonly string[] = scopes) =>
    contentProblem(used.driver, { text: 'a post', settings, hasMedia: false, limits: null, scopes: given });

  it.each([
    [{ replies: ['nobody'] }, `say who may reply with the permission repo:${threadgates}`],
    [{ quotes: false }, `say who may quote with the permission repo:${postgates}`],
  ])('learns before anything is sent what it lacks for %j', (settings, lack) => {
    const problem = problemOf(settings);
    expect(problem).toMatchObject({ code: 'network_forbidden', message: expect.stringContaining(lack) });
    expect(problem?.message).toContain('connect it again with: social connect bluesky');
    expect(problem?.message).not.toContain('_SCOPES');
  });

  it('publishes everything else, and is refused nothing where the server words permissions otherwise', () => {
    expect(problemOf({ labels: ['nudity'], quotes: true })).toBeNull();
    expect(problemOf(closed, [...scopes, `repo:${threadgates}`, `repo:${postgates}`])).toBeNull();
    expect(problemOf(closed, ['atproto', 'transition:generic'])).toBeNull();
    expect(problemOf(closed, [])).toBeNull();
  });
});

describe('a post with gates', () => {
  it.each(['accept-then-drop', 'accept-then-error'] as const)('is found when its answer is lost: %s', async (kind) => {
    await used.control.fault({ operation: 'publish', kind });
    const { platformPostId } = await publish(closed);
    expect(await recordAt(platformPostId, threadgates)).not.toBeNull();
    expect(await used.control.acceptedPosts()).toHaveLength(1);
  });

  it('is written with the same gates when it is resumed', async () => {
    const publishId = '01890000-0000-7000-8000-000000000001';
    await used.control.fault({ operation: 'publish', kind: 'drop' });
    const { result, checkpoints } = used.publish([], { publishId }, { settings: closed });
    expect(await rejectionOf(result)).toMatchObject({ kind: 'outcome-unknown' });
    const checkpoint = checkpoints.at(-1) ?? expect.fail('no checkpoint was stored');
    // The checkpoint decides, so that every further attempt sends the same.
    const { platformPostId } = await used.publish([], { publishId, checkpoint }, { settings: {} }).result;
    expect(await recordAt(platformPostId, threadgates)).toMatchObject({ post: platformPostId, allow: [] });
    expect(await recordAt(platformPostId, postgates)).toMatchObject({ post: platformPostId });
    const again = await used.publish([], { publishId, checkpoint }, { settings: closed }).result;
    expect(again.platformPostId).toBe(platformPostId);
    expect(await used.control.acceptedPosts()).toHaveLength(1);
  });

  it('is not published again where an earlier attempt has its place', async () => {
    const publishId = '01890000-0000-7000-8000-000000000002';
    const { platformPostId } = await used.publish([], { publishId }, { text: 'first', settings: closed }).result;
    const again = used.publish([], { publishId }, { text: 'second', settings: closed });
    expect(await rejectionOf(again.result)).toMatchObject({
      ...{ kind: 'rejected', code: 'duplicate_content', duplicateOf: platformPostId },
    });
    expect(await used.control.acceptedPosts()).toMatchObject([{ text: 'first' }]);
  });

  it('is deleted together with them, and may be deleted again', async () => {
    const { platformPostId } = await publish(closed);
    const remove = () => used.driver.actions.deletePost?.(platformPostId, used.account, {});
    expect(await remove()).toBe('deleted');
    for (const collection of [posts, threadgates, postgates]) {
      expect(await recordAt(platformPostId, collection)).toBeNull();
    }
    expect(await remove()).toBe('gone');
  });
});
