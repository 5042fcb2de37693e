import { uniqueText, useResourcePerTest, useStack } from '@social/testkit';
import { describe, expect, test } from 'vitest';
import { useDeskPerTest } from '../../src/programs/use-desk.ts';

// Mastodon takes a text twice, so that a second one shows.
const { stack } = useStack();
const { workspace, desk } = useDeskPerTest(stack, ['mastodon']);
const acme = useResourcePerTest(async () => {
  const { profile } = (await workspace.api('POST', '/api/profiles', { body: { name: 'Acme' } })).body;
  await workspace.connect('mastodon', profile.id);
  return profile as { id: string; slug: string };
});

const makeDefault = (id: string) => workspace.api('PATCH', `/api/profiles/${id}`, { body: { isDefault: true } });
const move = (id: string, profile: string) => workspace.api('PATCH', `/api/v1/drafts/${id}`, { body: { profile } });
const social = (...args: string[]) => desk.social([...args, '--json']);
const post = (text: string, ...args: string[]) => social('post', text, '--to', 'mastodon', ...args);
const draftOf = async (text: string, ...args: string[]) => JSON.parse((await post(text, '--draft', ...args)).stdout);
const approve = (id: string) => social('draft', 'approve', id, '--yes');
const timesSent = async (text: string) => (await stack.sandbox.posts()).filter((one) => one.text === text).length;
const countDrafts = async () => (await workspace.api('GET', '/api/v1/drafts')).body.drafts.length;

/** Runs the command again: while the draft waits, once it is approved, with and without `--draft`. The text is sent once. */
async function expectOnce(text: string, draft: { id: string; url: string }, ...args: string[]) {
  const again = await post(text, '--draft', ...args);
  expect([again.code, JSON.parse(again.stdout).id]).toEqual([0, draft.id]);
  expect(again.stderr).toContain('Already stored; nothing new was stored');
  const early = await post(text, ...args);
  expect([early.code, JSON.parse(early.stderr.trim()).error.code]).toEqual([1, 'is_draft']);
  expect(early.stderr).toContain(draft.url);
  const careful = await post(text, '--max-credits', '0', ...args);
  expect(careful.stderr).toContain('is_draft');
  expect([await timesSent(text), await countDrafts()]).toEqual([0, 1]);
  expect((await approve(draft.id)).code).toBe(0);
  for (const end of [await post(text, ...args), await post(text, '--draft', ...args), await post(text, ...args)]) {
    expect([end.code, JSON.parse(end.stdout).draft.id]).toEqual([0, draft.id]);
    expect(end.stderr).toMatch(/nothing was (stored or sent|sent again)/);
  }
  expect([await timesSent(text), await countDrafts()]).toEqual([1, 0]);
}

describe('the same command stores and publishes a text once', () => {
  test('when the default profile of its draft is no longer the default one', async () => {
    const text = uniqueText('Default');
    const draft = await draftOf(text, '--profile', 'default');
    await makeDefault(acme.id);
    await expectOnce(text, draft, '--profile', 'default');
  });

  test('when the named profile of its draft has become the default one', async () => {
    const text = uniqueText('Named');
    const draft = await draftOf(text, '--profile', 'acme');
    await makeDefault(acme.id);
    await expectOnce(text, draft, '--profile', 'acme');
  });

  test('when it names no profile, and the draft was stored for what is the default one now', async () => {
    const text = uniqueText('Unnamed');
    const draft = await draftOf(text, '--profile', 'acme');
    await makeDefault(acme.id);
    await expectOnce(text, draft);
  });

  test('when the first names no profile, and the next ones name what was the default one then', async () => {
    const text = uniqueText('Whatever');
    const draft = await draftOf(text);
    await makeDefault(acme.id);
    await expectOnce(text, draft, '--profile', 'default');
  });

  test.each([
    ['default', 'acme'],
    ['acme', 'default'],
  ])('when the draft for %s was moved to %s', async (from, to) => {
    const text = uniqueText('Moved');
    const draft = await draftOf(text, '--profile', from);
    await move(draft.id, to);
    await expectOnce(text, draft, '--profile', from);
  });

  test.each([
    ['default', 'acme'],
    ['acme', 'default'],
  ])('when the draft for %s was moved to %s, and the default one has changed', async (from, to) => {
    const text = uniqueText('Both');
    const draft = await draftOf(text, '--profile', from);
    await move(draft.id, to);
    await makeDefault(acme.id);
    await expectOnce(text, draft, '--profile', from);
  });

  test('for a key that may use one profile, however it names it', async () => {
    const body = { name: 'Acme only', profiles: ['acme'] };
    const key = { SOCIAL_API_KEY: (await workspace.api('POST', '/api/keys', { body })).body.rawKey };
    const run = (...args: string[]) => desk.social(['post', text, '--to', 'mastodon', '--json', ...args], key);
    const text = uniqueText('Bound');
    const ids = [await run('--profile', 'acme'), await run(), await run('--profile', 'acme')].map(
      ({ stdout }) => JSON.parse(stdout).id,
    );
    expect([new Set(ids).size, await timesSent(text)]).toEqual([1, 1]);
  });
});

test('a draft that was deleted frees its text, and --again asks for another', async () => {
  const text = uniqueText('Deleted');
  const first = await draftOf(text, '--profile', 'default');
  await makeDefault(acme.id);
  expect((await social('draft', 'delete', first.id, '--yes')).code).toBe(0);
  const second = await draftOf(text, '--profile', 'default');
  expect([second.id === first.id, second.profile]).toEqual([false, 'default']);
  const third = await draftOf(text, '--profile', 'default', '--again');
  expect(third.id).not.toBe(second.id);
  expect(await countDrafts()).toBe(2);
  expect((await approve(third.id)).code).toBe(0);
  expect(await timesSent(text)).toBe(1);
});

test('a post that names no profile is one of its own once another one is the default', async () => {
  const text = uniqueText('Both');
  const draft = await draftOf(text, '--profile', 'default');
  await makeDefault(acme.id);
  const other = await post(text);
  expect([other.code, JSON.parse(other.stdout).profile]).toEqual([0, 'acme']);
  expect((await approve(draft.id)).code).toBe(0);
  expect(await timesSent(text)).toBe(2);
});

test('a release that names no profile is not stored again for another default one', async () => {
  await desk.write({ 'CHANGELOG.md': '# Changelog\n\n## 4.0.0\n\n- New\n' });
  const release = (...args: string[]) => social('post', '--from-changelog', '--to', 'mastodon', ...args);
  const first = JSON.parse((await release('--draft')).stdout);
  await makeDefault(acme.id);
  for (const refused of [await release('--draft'), await release()]) {
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(JSON.parse(refused.stderr.trim()).error.code).toBe('release_of_another_profile');
    expect(refused.stderr).toContain('4.0.0 has a draft of the profile default');
  }
  expect(JSON.parse((await release('--draft', '--profile', 'default')).stdout).id).toBe(first.id);
  expect(await countDrafts()).toBe(1);
});

describe('GET /api/v1/posts?key=', () => {
  const headers = (text: string) => ({ 'Idempotency-Key': `key of ${text}` });
  const byKey = async (text: string, key?: string) =>
    (await workspace.api('GET', `/api/v1/posts?key=${encodeURIComponent(`key of ${text}`)}`, { ...(key && { key }) }))
      .body;
  const store = (text: string, body = {}) =>
    workspace.api('POST', '/api/v1/posts', {
      body: { text, platforms: ['mastodon'], draft: true, ...body },
      headers: headers(text),
    });

  test('names the draft that waits under the key, and once it is approved its post', async () => {
    const text = uniqueText('Found');
    expect(await byKey(text)).toEqual({ posts: [], drafts: [], nextCursor: null });
    const { id } = (await store(text)).body;
    await move(id, 'acme');
    const { posts, drafts } = await byKey(text);
    expect([posts, drafts]).toMatchObject([[], [{ id, profile: 'acme', requestedProfile: 'default' }]]);
    expect((await approve(id)).code).toBe(0);
    const found = await byKey(text);
    expect(found.drafts).toEqual([]);
    expect(found.posts).toMatchObject([{ text, profile: 'acme', draft: { id, requestedProfile: 'default' } }]);
  });

  test('names no draft that the caller may not see, and none without a key', async () => {
    const text = uniqueText('Unseen');
    await store(text);
    const made = await workspace.api('POST', '/api/keys', { body: { name: 'Acme only', profiles: ['acme'] } });
    expect((await byKey(text, made.body.rawKey)).drafts).toEqual([]);
    expect((await byKey(text)).drafts).toHaveLength(1);
    expect((await workspace.api('GET', '/api/v1/posts')).body).not.toHaveProperty('drafts');
  });
});

test('an approved draft stays when its profile is deleted, and its call is answered with it', async () => {
  const text = uniqueText('Kept');
  const call = { body: { text, platforms: ['mastodon'], profile: 'acme' }, headers: { 'Idempotency-Key': text } };
  const create = () => workspace.api('POST', '/api/v1/drafts', call);
  const { body: approved } = await create();
  const open = await draftOf(uniqueText('Open'), '--profile', 'acme');
  expect((await approve(approved.id)).code).toBe(0);
  expect((await workspace.api('DELETE', `/api/profiles/${acme.id}`)).status).toBe(200);
  expect((await create()).body.id).toBe(approved.id);
  const kept = await workspace.api('GET', `/api/v1/drafts/${approved.id}`);
  expect([kept.status, kept.body]).toMatchObject([200, { status: 'approved', profile: 'acme', text }]);
  const { drafts } = (await workspace.api('GET', '/api/v1/drafts?status=approved&profile=acme')).body;
  expect(drafts).toMatchObject([{ id: approved.id }]);
  expect((await workspace.api('GET', `/api/v1/drafts/${open.id}`)).status).toBe(404);
  expect(await timesSent(text)).toBe(1);
});
