import { createOAuthAPIClient, createRestAPIClient, MastoHttpError } from 'masto';
import generator from 'megalodon';
import { expect } from 'vitest';
import { type Sandbox, sandboxSeed } from '../../../src/index.ts';
import { hashOf, mp4, png } from '../../support/media.ts';
import { call, codeIn, fetchCode, open, test } from '../../support/sandbox.ts';
import { outOfBand } from './sign-in.ts';

const { accounts, posts } = sandboxSeed.mastodon;

/** Opens a sandbox whose instance has an origin of its own, as instances have: the clients replace any path. */
async function openInstance(): Promise<{ sandbox: Sandbox; url: string }> {
  const sandbox = await open({ origins: true });
  return { sandbox, url: sandbox.origins.mastodon ?? '' };
}

/** Signs in with masto, as a program without a web server does. */
async function signInWithMasto(url: string) {
  const { v1 } = createRestAPIClient({ url });
  const app = await v1.apps.create({ clientName: 'Poster', redirectUris: outOfBand, scopes: 'read write follow' });
  const { clientId = '', clientSecret = '' } = app as { clientId?: string; clientSecret?: string };
  const query = { response_type: 'code', client_id: clientId, redirect_uri: outOfBand, scope: 'read write follow' };
  const code = codeIn(await call(`${url}/oauth/authorize?${new URLSearchParams(query)}`));
  const oauth = createOAuthAPIClient({ url });
  const { accessToken } = await oauth.token.create({
    ...{ grantType: 'authorization_code', clientId, clientSecret, redirectUri: outOfBand, code },
  });
  return { client: createRestAPIClient({ url, accessToken }), oauth, clientId, clientSecret, accessToken };
}

test('masto signs in, posts with a file, acts, reads page by page, deletes and revokes, unchanged', async () => {
  const { sandbox, url } = await openInstance();
  const { client, oauth, clientId, clientSecret, accessToken } = await signInWithMasto(url);
  const { v1, v2 } = client;
  expect((await v2.instance.fetch()).configuration.statuses.maxCharacters).toBe(500);
  expect(await v1.accounts.verifyCredentials()).toMatchObject({ id: accounts.sandbox_owner, acct: 'sandbox_owner' });
  const media = await v2.media.create({ file: new Blob([new Uint8Array(png)]), description: 'one red pixel' });
  expect(media).toMatchObject({ type: 'image', url: expect.stringContaining(url), description: 'one red pixel' });
  const requestInit = { headers: { 'Idempotency-Key': 'release-1' } };
  const draft = { status: 'Out now: https://example.com/', mediaIds: [media.id], visibility: 'public' } as const;
  const status = await v1.statuses.create(draft, { requestInit });
  expect(status.mediaAttachments).toMatchObject([{ id: media.id }]);
  expect((await v1.statuses.create(draft, { requestInit })).id).toBe(status.id);
  expect(await sandbox.posts('mastodon')).toMatchObject([
    { text: 'Out now: https://example.com/', media: [{ sha256: hashOf(png) }], idempotencyKey: 'release-1' },
  ]);
  expect((await v1.statuses.$select(posts.friend).favourite()).favourited).toBe(true);
  expect((await v1.statuses.$select(posts.friend).unfavourite()).favourited).toBe(false);
  expect((await v1.statuses.$select(posts.friend).bookmark()).bookmarked).toBe(true);
  const friend = await v1.accounts.lookup({ acct: 'sandbox_friend' });
  expect((await v1.accounts.$select(friend.id).unfollow()).following).toBe(false);
  expect((await v1.accounts.$select(friend.id).follow()).following).toBe(true);
  const seen: string[] = [];
  for await (const page of v1.timelines.home.list({ limit: 2 })) seen.push(...page.map(({ id }) => id));
  expect(seen).toEqual([status.id, posts.reply, posts.friendSecond, posts.friend, posts.owner]);
  expect((await v1.statuses.$select(status.id).source.fetch()).text).toBe('Out now: https://example.com/');
  await v1.statuses.$select(status.id).remove();
  await expect(v1.statuses.$select(status.id).fetch()).rejects.toThrow(MastoHttpError);
  await oauth.revoke({ clientId, clientSecret, token: accessToken });
  await expect(v1.accounts.verifyCredentials()).rejects.toMatchObject({ statusCode: 401 });
});

test('masto waits until a video is processed', async () => {
  const { sandbox, url } = await openInstance();
  await sandbox.settings({ mastodon: { processingMs: 400 } });
  const { client } = await signInWithMasto(url);
  const media = await client.v2.media.create({ file: new Blob([new Uint8Array(mp4(5000))]) });
  expect(media).toMatchObject({ type: 'video', url: expect.stringContaining(url) });
  const requests = await sandbox.requests('mastodon');
  expect(requests.filter(({ path }) => path.endsWith(`/media/${media.id}`)).at(-1)).toMatchObject({ status: 200 });
});

test('megalodon signs in, posts with a file, acts, reads the timeline and deletes, unchanged', async () => {
  const { sandbox, url } = await openInstance();
  const guest = generator('mastodon', url);
  const scopes = ['read', 'write', 'follow'];
  const app = await guest.registerApp('Poster', { scopes, redirect_uris: 'http://127.0.0.1:9/callback' });
  const code = await fetchCode(app.url ?? '');
  const token = await guest.fetchAccessToken(app.client_id, app.client_secret, code, 'http://127.0.0.1:9/callback');
  const client = generator('mastodon', url, token.access_token);
  expect((await client.getInstance()).data.configuration.statuses.max_characters).toBe(500);
  expect((await client.verifyAccountCredentials()).data).toMatchObject({ acct: 'sandbox_owner' });
  const media = (await client.uploadMedia(png)).data;
  const { data: status } = await client.postStatus('from megalodon', { media_ids: [media.id], visibility: 'unlisted' });
  expect(status).toMatchObject({ visibility: 'unlisted', content: '<p>from megalodon</p>' });
  expect(await sandbox.posts('mastodon')).toMatchObject([{ text: 'from megalodon', media: [{ sha256: hashOf(png) }] }]);
  expect((await client.favouriteStatus(posts.friend)).data.favourited).toBe(true);
  expect((await client.unfavouriteStatus(posts.friend)).data.favourited).toBe(false);
  expect((await client.reblogStatus(posts.friend)).data.reblog).toMatchObject({ id: posts.friend });
  expect((await client.followAccount(accounts.sandbox_private)).data.requested).toBe(true);
  const timeline = await client.getHomeTimeline({ limit: 3 });
  expect(timeline.data.map(({ id }) => id)).toEqual([expect.any(String), status.id, posts.reply]);
  await client.deleteStatus(status.id);
  await expect(client.getStatus(status.id)).rejects.toMatchObject({ response: { status: 404 } });
  await client.revokeToken(app.client_id, app.client_secret, token.access_token);
  await expect(client.verifyAccountCredentials()).rejects.toMatchObject({ response: { status: 401 } });
});
