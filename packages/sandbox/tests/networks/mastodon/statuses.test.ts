import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Sandbox, sandboxSeed, startSandbox } from '../../../src/index.ts';
import { hashOf, png } from '../../support/media.ts';
import { call, formOf, open, send, sendForm, test, textAt } from '../../support/sandbox.ts';
import { signInToMastodon } from './sign-in.ts';

const { accounts, posts } = sandboxSeed.mastodon;
const isFresh = { status: 200 };

test('a status is accepted with its key and files, and shown to readers', async ({ sandbox }) => {
  const { post, upload, get } = await signInToMastodon(sandbox);
  const media = textAt((await upload(png, { description: 'one red pixel' })).body, 'id');
  const text = 'Hello @sandbox_friend #Sandbox & <b>\nhttps://www.example.com/a/path/that/is/longer/than/thirty';
  const created = await post({ status: text, media_ids: [media], visibility: 'unlisted' }, { 'idempotency-key': 'k' });
  const id = textAt(created.body, 'id');
  const url = `${sandbox.networks.mastodon}/@sandbox_owner/${id}`;
  expect(created).toMatchObject({
    status: 200,
    body: {
      ...{ url, visibility: 'unlisted', spoiler_text: '', in_reply_to_id: null, reblog: null, favourited: false },
      account: { id: accounts.sandbox_owner },
      application: { name: 'social-sandbox' },
      media_attachments: [{ id: media, type: 'image', description: 'one red pixel' }],
      mentions: [{ id: accounts.sandbox_friend, acct: 'sandbox_friend' }],
      tags: [{ name: 'sandbox' }],
      content: expect.stringContaining(
        '&amp; &lt;b&gt;<br /><a href="https://www.example.com/a/path/that/is/longer/than/thirty" target="_blank" rel="nofollow noopener" translate="no"><span class="invisible">https://www.</span><span class="ellipsis">example.com/a/path/that/is/lon</span><span class="invisible">ger/than/thirty</span></a></p>',
      ),
    },
  });
  expect((await get(`/v1/statuses/${id}/source`)).body).toEqual({ id, text, spoiler_text: '' });
  const file = { type: 'image/png', bytes: png.length, sha256: hashOf(png) };
  expect(await sandbox.posts()).toMatchObject([
    { network: 'mastodon', id, account: 'sandbox_owner', text, media: [file], idempotencyKey: 'k', url },
  ]);
  expect((await call(url)).text).toContain('@sandbox_friend #Sandbox &amp; &lt;b&gt;');
  const picture = await fetch(textAt(created.body, 'media_attachments', 0, 'url'));
  expect([picture.headers.get('content-type'), (await picture.bytes()).length]).toEqual(['image/png', png.length]);
});

test('parameters may come as JSON, as an urlencoded form or as a multipart form', async ({ sandbox }) => {
  const { upload, headers } = await signInToMastodon(sandbox);
  const url = `${sandbox.networks.mastodon}/api/v1/statuses/`;
  const media = async () => textAt((await upload()).body, 'id');
  const pair = async () => [await media(), await media()] as const;
  const form = new URLSearchParams({ status: 'form' });
  for (const id of await pair()) form.append('media_ids[]', id);
  await call(url, { method: 'POST', headers, body: form });
  const multipart = formOf({ status: 'multipart' });
  for (const id of await pair()) multipart.append('media_ids[]', id);
  await call(url, { method: 'POST', headers, body: multipart });
  await send(url, 'POST', { status: 'json', media_ids: await pair() }, headers);
  const accepted = (await sandbox.posts()).map(({ text, media: files }) => [text, files.length]);
  expect(accepted).toEqual([
    ['form', 2],
    ['multipart', 2],
    ['json', 2],
  ]);
  const malformed = await call(url, {
    ...{ method: 'POST', body: '{' },
    headers: { ...headers, 'content-type': 'application/json' },
  });
  expect(malformed).toMatchObject({ status: 400, body: { status: 400, error: 'Bad Request' } });
});

describe('on one instance', () => {
  let sandbox: Sandbox;
  let session: Awaited<ReturnType<typeof signInToMastodon>>;

  beforeAll(async () => {
    sandbox = await startSandbox({ autoApprove: true });
    session = await signInToMastodon(sandbox);
  });

  afterAll(() => sandbox.close());

  test.each([
    [{ status: '  ' }, 422, "Validation failed: Text can't be blank"],
    [{ status: 'a'.repeat(501) }, 422, 'Validation failed: Text character limit of 500 exceeded'],
    [{ status: 'a', visibility: 'secret' }, 422, 'Validation failed: Visibility is not included in the list'],
    [{ status: 'a', in_reply_to_id: '1' }, 404, 'The post you are trying to reply to does not appear to exist.'],
    [
      { status: 'a', in_reply_to_id: posts.private },
      404,
      'The post you are trying to reply to does not appear to exist.',
    ],
    [{ status: 'a', media_ids: ['1', '2'] }, 422, 'Media 1, 2 not found or already attached to another post'],
    [{ status: 'a', media_ids: ['1', '2', '3', '4', '5'] }, 422, 'Cannot attach more than 4 files'],
    [{ status: '', media_ids: ['1'], in_reply_to_id: '1' }, 404, 'The post you are trying to reply to does not appear'],
    [{ status: '', media_ids: ['1'] }, 422, 'Media 1 not found'],
    [{ status: 'a', scheduled_at: '2030-01-01T00:00:00Z' }, 422, 'the sandbox does not simulate scheduled_at'],
  ])('a status of %j is refused with %i', async (body, status, error) => {
    expect(await session.post(body)).toMatchObject({ status, body: { error: expect.stringContaining(error) } });
    expect(await sandbox.posts()).toEqual([]);
  });
});

test('500 characters fit as the network counts them, with the content warning', async ({ sandbox }) => {
  const { post } = await signInToMastodon(sandbox);
  const link = 'https://example.com/a/path/that/is/longer/than/23';
  expect(await post({ status: `${link} ${'👨‍👩‍👧‍👦'.repeat(476)}` })).toMatchObject(isFresh);
  expect(await post({ status: `${link} ${'a'.repeat(476)}`, spoiler_text: 'b' })).toMatchObject({ status: 422 });
  const [{ text } = { text: '' }] = await sandbox.posts();
  expect([...new Intl.Segmenter().segment(text)].length).toBe(49 + 1 + 476);
});

test('a content warning stands before the text, or is the text', async ({ sandbox }) => {
  const { post, get } = await signInToMastodon(sandbox);
  const warned = await post({ status: 'text', spoiler_text: 'warning' });
  expect(warned.body).toMatchObject({ spoiler_text: 'warning', content: '<p>text</p>', sensitive: true });
  const id = textAt(warned.body, 'id');
  expect((await get(`/v1/statuses/${id}/source`)).body).toEqual({ id, text: 'text', spoiler_text: 'warning' });
  expect((await post({ spoiler_text: 'alone' })).body).toMatchObject({ spoiler_text: '', content: '<p>alone</p>' });
  expect((await sandbox.posts()).map(({ text }) => text)).toEqual(['warning\n\ntext', 'alone']);
});

test('mentions that were not allowed stop a status', async ({ sandbox }) => {
  const { post } = await signInToMastodon(sandbox);
  const refused = await post({ status: '@sandbox_friend hi', allowed_mentions: [accounts.sandbox_private] });
  expect(refused).toMatchObject({
    status: 422,
    body: { unexpected_accounts: [{ id: accounts.sandbox_friend, acct: 'sandbox_friend' }] },
  });
  const allowed = { status: '@sandbox_friend hi', allowed_mentions: [accounts.sandbox_friend] };
  expect(await post(allowed)).toMatchObject(isFresh);
});

test('the same text twice is two statuses', async ({ sandbox }) => {
  const { post } = await signInToMastodon(sandbox);
  expect([(await post({ status: 'a' })).status, (await post({ status: 'a' })).status]).toEqual([200, 200]);
  expect(await sandbox.posts()).toHaveLength(2);
});

test('replies form a thread, also with oneself', async ({ sandbox }) => {
  const { post, get } = await signInToMastodon(sandbox);
  const first = textAt((await post({ status: '1/2' })).body, 'id');
  const second = await post({ status: '2/2', in_reply_to_id: first });
  expect(second.body).toMatchObject({ in_reply_to_id: first, in_reply_to_account_id: accounts.sandbox_owner });
  expect((await get(`/v1/statuses/${first}`)).body).toMatchObject({ replies_count: 1 });
  expect(await sandbox.posts()).toMatchObject([{ replyToId: null }, { replyToId: first }]);
});

test("one's own status can be deleted once, and nobody else's", async ({ sandbox }) => {
  const { post, act, get, upload } = await signInToMastodon(sandbox);
  const media = textAt((await upload()).body, 'id');
  const id = textAt((await post({ status: 'gone *soon*', media_ids: [media] })).body, 'id');
  expect(await act('DELETE', `/v1/statuses/${id}`, {})).toMatchObject({
    status: 200,
    body: { id, text: 'gone *soon*' },
  });
  const lost = { status: 404, body: { error: 'Record not found' } };
  expect(await act('DELETE', `/v1/statuses/${id}`)).toMatchObject(lost);
  expect(await get(`/v1/statuses/${id}`)).toMatchObject(lost);
  expect(await act('DELETE', `/v1/statuses/${posts.friend}`)).toMatchObject(lost);
  expect((await get(`/v1/statuses/${posts.friend}/source`)).status).toBe(404);
  expect(await sandbox.posts()).toMatchObject([{ id, deletedAt: expect.any(String) }]);
  const again = textAt((await post({ status: 'again', media_ids: [media] })).body, 'id');
  expect((await act('DELETE', `/v1/statuses/${again}?delete_media=true`)).status).toBe(200);
  expect((await get(`/v1/media/${media}`)).status).toBe(404);
});

test('reblogs of a deleted status are gone with it', async ({ sandbox }) => {
  const { post, act } = await signInToMastodon(sandbox);
  const id = textAt((await post({ status: 'shared' })).body, 'id');
  await sandbox.settings({ authorizeAs: 'sandbox_friend' });
  const friend = await signInToMastodon(sandbox);
  const reblog = textAt((await friend.act('POST', `/v1/statuses/${id}/reblog`)).body, 'id');
  expect((await friend.get(`/v1/statuses/${reblog}`)).status).toBe(200);
  await act('DELETE', `/v1/statuses/${id}`);
  expect((await friend.get(`/v1/statuses/${reblog}`)).status).toBe(404);
});

test.each([
  ['public', true, true],
  ['unlisted', true, true],
  ['private', false, true],
  ['direct', false, false],
])('a %s status is seen by visitors: %s, by followers: %s', async (visibility, byVisitors, byFollowers) => {
  const sandbox = await open();
  const { post } = await signInToMastodon(sandbox);
  const path = `/v1/statuses/${textAt((await post({ status: 'secret?', visibility })).body, 'id')}`;
  const statusOf = (isSeen: boolean) => (isSeen ? 200 : 404);
  expect((await call(`${sandbox.networks.mastodon}/api${path}`)).status).toBe(statusOf(byVisitors));
  await sandbox.settings({ authorizeAs: 'sandbox_friend' });
  const friend = await signInToMastodon(sandbox);
  expect((await friend.get(path)).status).toBe(statusOf(byFollowers));
  await sandbox.settings({ authorizeAs: 'sandbox_private' });
  expect((await (await signInToMastodon(sandbox)).get(path)).status).toBe(statusOf(byVisitors));
});

test('favourites, bookmarks, reblogs and follows succeed again when they are repeated', async ({ sandbox }) => {
  const { act, get } = await signInToMastodon(sandbox);
  const path = (verb: string) => `/v1/statuses/${posts.friend}/${verb}`;
  for (const [verb, shown] of [
    ['favourite', { favourited: true, favourites_count: 1 }],
    ['unfavourite', { favourited: false, favourites_count: 0 }],
    ['bookmark', { bookmarked: true }],
    ['unbookmark', { bookmarked: false }],
    ['reblog', { reblog: { id: posts.friend, reblogs_count: 1, reblogged: true }, reblogged: true, content: '' }],
    ['unreblog', { reblogs_count: 0, reblogged: false }],
  ] as const) {
    expect(await act('POST', path(verb))).toMatchObject({ status: 200, body: shown });
    expect(await act('POST', path(verb), {})).toMatchObject({ status: 200, body: shown });
  }
  expect((await sandbox.posts()).map(({ deletedAt }) => deletedAt === null)).toEqual([false]);
  const friend = `/v1/accounts/${accounts.sandbox_friend}`;
  expect((await act('POST', `${friend}/unfollow`)).body).toMatchObject({ following: false, followed_by: true });
  expect((await act('POST', `${friend}/follow`)).body).toMatchObject({ following: true, requested: false });
  const requested = await act('POST', `/v1/accounts/${accounts.sandbox_private}/follow`);
  expect(requested.body).toMatchObject({ following: false, requested: true });
  expect((await get(`/v1/accounts/relationships?id[]=${accounts.sandbox_private}`)).body).toMatchObject([
    { id: accounts.sandbox_private, requested: true },
  ]);
  expect((await act('POST', `/v1/accounts/${accounts.sandbox_owner}/follow`)).status).toBe(403);
  const lost = await act('POST', '/v1/statuses/1/favourite');
  expect(lost).toMatchObject({ status: 404, body: { error: 'Record not found' } });
});

test('accounts are found by their names', async ({ sandbox }) => {
  const { get } = await signInToMastodon(sandbox);
  const { host } = new URL(sandbox.url);
  for (const acct of ['sandbox_friend', 'SANDBOX_FRIEND', `sandbox_friend@${host}`]) {
    expect((await get(`/v1/accounts/lookup?acct=${acct}`)).body).toMatchObject({ id: accounts.sandbox_friend });
  }
  expect((await get('/v1/accounts/lookup?acct=sandbox_friend@elsewhere.example')).status).toBe(404);
  expect((await get(`/v1/accounts/${accounts.sandbox_private}`)).body).toMatchObject({ locked: true });
});

test("an account's statuses and the home timeline come in pages, newest first", async ({ sandbox }) => {
  const { post, get, act } = await signInToMastodon(sandbox);
  const ids: string[] = [];
  for (const status of ['1', '2', '3']) ids.push(textAt((await post({ status, visibility: 'direct' })).body, 'id'));
  await post({ status: 'a reply', in_reply_to_id: posts.friend });
  await act('POST', `/v1/statuses/${posts.friend}/reblog`);
  const idsOf = (body: unknown) => (body as { id: string }[]).map(({ id }) => id);
  const path = `/v1/accounts/${accounts.sandbox_owner}/statuses`;
  const first = await get(`${path}?limit=2&exclude_reblogs=true&exclude_replies=1`);
  expect(idsOf(first.body)).toEqual([ids[2], ids[1]]);
  const links = first.headers.get('link') ?? '';
  const base = `${sandbox.networks.mastodon}/api${path}?limit=2&exclude_reblogs=true&exclude_replies=1`;
  expect(links).toBe(`<${base}&max_id=${ids[1]}>; rel="next", <${base}&min_id=${ids[2]}>; rel="prev"`);
  expect(idsOf((await get(`${path}?limit=2&max_id=${ids[1]}`)).body)).toEqual([ids[0], posts.owner]);
  expect(idsOf((await get(`${path}?limit=1&min_id=${ids[0]}`)).body)).toEqual([ids[1]]);
  expect(idsOf((await get(`${path}?since_id=${ids[1]}&exclude_replies=true&exclude_reblogs=true`)).body)).toEqual([
    ids[2],
  ]);
  const seen = await call(`${sandbox.networks.mastodon}/api${path}`);
  expect(idsOf(seen.body)).toHaveLength(3);
  const home = await get('/v1/timelines/home?limit=40');
  expect(idsOf(home.body)).toHaveLength(9);
  expect(home.headers.get('link')).not.toContain('rel="next"');
});

test('forms may use the spelling of other clients in paths and fields', async ({ sandbox }) => {
  const { headers } = await signInToMastodon(sandbox);
  const base = sandbox.networks.mastodon;
  expect((await call(`${base}/api/v1/instance/`)).status).toBe(200);
  const single = await sendForm(`${base}/api/v1/statuses`, { status: 'a', media_ids: '1' }, headers);
  expect(single).toMatchObject({ status: 200, body: { media_attachments: [] } });
  expect(await call(`${base}/api/v1/nothing`)).toMatchObject({ status: 404, body: { error: 'Not Found' } });
});
