import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Client, generateCodeChallenge, generateCodeVerifier, OAuth2 } from '@xdevplatform/xdk';
import { ApiResponseError, EUploadMimeType, TwitterApi } from 'twitter-api-v2';
import { expect, vi } from 'vitest';
import { type Sandbox, sandboxApp, sandboxSeed } from '../../../src/index.ts';
import { hashOf, png } from '../../support/media.ts';
import { fetchCode, open, redirectUri, test } from '../../support/sandbox.ts';
import { allXScopes, signInToX } from './sign-in.ts';

const { accounts, posts } = sandboxSeed.x;

/** Sends requests, which the client takes for https, to a local port as plain http. */
class PlainAgent extends Agent {
  readonly #port: number;

  constructor(url: string) {
    super();
    this.#port = Number(new URL(url).port);
    Object.assign(this, { protocol: 'https:' });
  }

  override createConnection(): Socket {
    return connect(this.#port, '127.0.0.1');
  }
}

function throughPlainHttp(sandbox: Sandbox): { httpAgent: Agent } {
  return { httpAgent: new PlainAgent(sandbox.origins['x'] ?? '') };
}

test('twitter-api-v2 signs in, performs every action, refreshes and revokes, unchanged', async () => {
  const sandbox = await open({ origins: true });
  const app = new TwitterApi({ ...sandboxApp }, throughPlainHttp(sandbox));
  const link = app.generateOAuth2AuthLink(redirectUri, { scope: allXScopes.split(' ') });
  expect(link.url).toContain('code_challenge_method=s256');
  const code = await fetchCode(link.url.replace(/^https:\/\/[^/]+/, `${sandbox.url}/x`));
  const login = await app.loginWithOAuth2({ code, codeVerifier: link.codeVerifier, redirectUri });
  expect(login.expiresIn).toBe(7200);
  expect(login.scope).toContain('offline.access');

  const { v2 } = new TwitterApi(login.accessToken, throughPlainHttp(sandbox));
  expect((await v2.me({ 'user.fields': ['profile_image_url'] })).data).toMatchObject({
    id: accounts.sandbox_owner,
    username: 'sandbox_owner',
  });
  const created = await v2.tweet('from the popular client');
  expect(created.data.id).toMatch(/^[0-9]{19}$/);
  expect(
    (await v2.userTimeline(accounts.sandbox_owner, { 'tweet.fields': ['created_at'] })).data.data[0],
  ).toMatchObject({
    id: created.data.id,
    text: 'from the popular client',
  });
  expect((await v2.homeTimeline({ max_results: 5 })).data.data).toHaveLength(5);
  expect((await v2.userByUsername('sandbox_friend')).data.id).toBe(accounts.sandbox_friend);
  expect((await v2.like(accounts.sandbox_owner, posts.friend)).data).toEqual({ liked: true });
  expect((await v2.unlike(accounts.sandbox_owner, posts.friend)).data).toEqual({ liked: false });
  expect((await v2.follow(accounts.sandbox_owner, accounts.sandbox_friend)).data).toEqual({
    following: true,
    pending_follow: false,
  });
  expect((await v2.follow(accounts.sandbox_owner, accounts.sandbox_private)).data).toEqual({
    following: false,
    pending_follow: true,
  });
  expect((await v2.unfollow(accounts.sandbox_owner, accounts.sandbox_private)).data).toEqual({ following: false });
  expect((await v2.bookmark(posts.friend)).data).toEqual({ bookmarked: true });
  expect((await v2.deleteBookmark(posts.friend)).data).toEqual({ bookmarked: false });
  expect((await v2.hideReply(posts.reply, true)).data).toEqual({ hidden: true });
  const message = await v2.sendDmToParticipant(accounts.sandbox_friend, { text: 'hello' });
  expect(message.dm_event_id ?? (message as { data?: { dm_event_id?: string } }).data?.dm_event_id).toMatch(/^[0-9]+$/);
  expect((await v2.deleteTweet(created.data.id)).data).toEqual({ deleted: true });

  const refreshed = await app.refreshOAuth2Token(login.refreshToken ?? '');
  expect(refreshed.accessToken).not.toBe(login.accessToken);
  await expect(app.refreshOAuth2Token(login.refreshToken ?? '')).rejects.toThrow(ApiResponseError);
  await app.revokeOAuth2Token(refreshed.accessToken);
  await expect(refreshed.client.v2.me()).rejects.toMatchObject({ code: 401 });
});

test('twitter-api-v2 uploads a picture in chunks and describes it, and reads rate limits', async () => {
  const sandbox = await open({ origins: true });
  const { accessToken } = await signInToX(sandbox);
  const { v2 } = new TwitterApi(accessToken, throughPlainHttp(sandbox));
  const id = await v2.uploadMedia(png, { media_type: EUploadMimeType.Png, media_category: 'tweet_image' }, 40);
  await v2.createMediaMetadata(id, { alt_text: { text: 'one red pixel' } });
  await v2.tweet('with a picture', { media: { media_ids: [id] } });
  const media = [{ type: 'image/png', bytes: png.length, sha256: hashOf(png) }];
  expect(await sandbox.posts('x')).toMatchObject([{ media }]);
  await sandbox.fault({
    network: 'x',
    operation: 'publish',
    kind: 'rate-limit',
    retryAfterSeconds: 90,
  });
  await expect(v2.tweet('too often')).rejects.toMatchObject({
    code: 429,
    rateLimitError: true,
    rateLimit: { remaining: 0 },
  });
});

test('the official client signs in through its own OAuth2 class and uses every endpoint', async ({ sandbox }) => {
  const oauth = new OAuth2({ ...sandboxApp, redirectUri, scope: allXScopes.split(' ') });
  const real = globalThis.fetch;
  const redirected = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation((input, init) => real(String(input).replace('https://api.x.com', `${sandbox.url}/x`), init));
  const verifier = generateCodeVerifier();
  await oauth.setPkceParameters(verifier, await generateCodeChallenge(verifier));
  const url = await oauth.getAuthorizationUrl('state-1');
  const code = await fetchCode(url.replace(/^https:\/\/[^/]+/, `${sandbox.url}/x`));
  const token = await oauth.exchangeCode(code, verifier);
  const fresh = await oauth.refreshToken(token.refresh_token);
  redirected.mockRestore();
  expect(fresh.access_token).not.toBe(token.access_token);

  const client = new Client({ baseUrl: `${sandbox.url}/x`, accessToken: fresh.access_token });
  expect((await client.users.getMe({ userFields: ['profile_image_url'] })).data).toMatchObject({
    username: 'sandbox_owner',
  });
  const created = await client.posts.create({ text: 'from the official client' });
  const id = created.data?.id ?? '';
  expect((await client.users.getPosts(accounts.sandbox_owner, { postFields: ['created_at'] })).data?.[0]).toMatchObject(
    { id },
  );
  expect((await client.users.getTimeline(accounts.sandbox_owner, { maxResults: 3 })).data).toHaveLength(3);
  expect((await client.users.likePost(accounts.sandbox_owner, { tweetId: posts.friend })).data).toEqual({
    liked: true,
  });
  expect((await client.posts.delete(id)).data).toEqual({ deleted: true });
  await expect(client.posts.delete(posts.friend)).rejects.toMatchObject({ status: 403 });
});

test('the official client uploads base64 chunks', async ({ sandbox }) => {
  const { accessToken } = await signInToX(sandbox);
  const client = new Client({ baseUrl: `${sandbox.url}/x`, accessToken });
  const started = await client.media.initializeUpload({
    mediaType: 'image/png',
    totalBytes: png.length,
    mediaCategory: 'tweet_image',
  });
  const id = started.data?.id ?? '';
  await client.media.appendUpload(id, { media: png.toString('base64'), segmentIndex: 0 });
  expect((await client.media.finalizeUpload(id)).data).toMatchObject({ id, size: png.length });
  expect((await client.media.getUploadStatus(id, { command: 'STATUS' })).data).toMatchObject({
    processingInfo: { state: 'succeeded' },
  });
});

test('a part of a form without a file name is accepted as a file', async ({ sandbox }) => {
  const { headers } = await signInToX(sandbox);
  const boundary = 'XX';
  const body = Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="media_category"\r\n\r\ntweet_image\r\n`),
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="media"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    png,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const status = await new Promise((resolve, reject) => {
    const sent = request(
      `${sandbox.url}/x/2/media/upload`,
      { method: 'POST', headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` } },
      (response) => resolve(response.resume().statusCode),
    );
    sent.on('error', reject).end(body);
  });
  expect(status).toBe(200);
});
