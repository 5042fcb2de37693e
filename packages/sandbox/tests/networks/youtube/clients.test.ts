import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Storage, type StorageOptions } from '@google-cloud/storage';
import { type auth, youtube } from '@googleapis/youtube';
import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library';
import { expect } from 'vitest';
import { type Sandbox, sandboxApp, sandboxSeed } from '../../../src/index.ts';
import { hashOf, mp4 } from '../../support/media.ts';
import { fetchCode, open, redirectUri, send, test } from '../../support/sandbox.ts';
import { allYoutubeScopes } from './sign-in.ts';

/** The clients depend on different versions of the library, whose private types differ. */
const asTheirs = <Auth>(client: OAuth2Client): Auth => client as unknown as Auth;

function createClient(sandbox: Sandbox): OAuth2Client {
  const base = `${sandbox.url}/youtube`;
  return new OAuth2Client({
    ...sandboxApp,
    redirectUri,
    endpoints: {
      oauth2AuthBaseUrl: `${base}/o/oauth2/v2/auth`,
      oauth2TokenUrl: `${base}/token`,
      oauth2RevokeUrl: `${base}/revoke`,
      tokenInfoUrl: `${base}/tokeninfo`,
    },
  });
}

async function signIn(sandbox: Sandbox): Promise<OAuth2Client> {
  const client = createClient(sandbox);
  const { codeVerifier, codeChallenge } = await client.generateCodeVerifierAsync();
  const url = client.generateAuthUrl({
    access_type: 'offline',
    prompt: 'consent',
    scope: allYoutubeScopes,
    code_challenge_method: CodeChallengeMethod.S256,
    ...(codeChallenge !== undefined && { code_challenge: codeChallenge }),
  });
  const { tokens } = await client.getToken({ code: await fetchCode(url), codeVerifier });
  client.setCredentials(tokens);
  return client;
}

/** Opens a sandbox with the official client, which uses only the origin of an address. */
async function openWithClient() {
  const sandbox = await open({ origins: true });
  const rootUrl = `${sandbox.origins.youtube}/`;
  const theirs = asTheirs<InstanceType<typeof auth.OAuth2>>(await signIn(sandbox));
  return { sandbox, rootUrl, client: youtube({ version: 'v3', auth: theirs, rootUrl, retry: false }) };
}

async function acceptedMedia(sandbox: Sandbox): Promise<unknown> {
  return (await sandbox.posts('youtube')).map(({ media }) => media[0]);
}

test('google-auth-library signs in, refreshes, inspects its token and revokes it, unchanged', async ({ sandbox }) => {
  const nearlyAnHourOn = Date.now() + 3_590_000;
  const client = await signIn(sandbox);
  const { access_token: first = '', refresh_token: refreshToken, scope, expiry_date: expiry } = client.credentials;
  expect(first).toMatch(/^ya29\./);
  expect(refreshToken).toMatch(/^1\/\//);
  expect(scope?.split(' ')).toEqual(allYoutubeScopes);
  expect(expiry).toBeGreaterThan(nearlyAnHourOn);
  expect(await client.getTokenInfo(first ?? '')).toMatchObject({ aud: sandboxApp.clientId, scopes: allYoutubeScopes });
  const { credentials } = await client.refreshAccessToken();
  expect(credentials.access_token).not.toBe(first);
  expect(credentials.refresh_token).toBe(refreshToken);
  expect((await client.revokeToken(credentials.access_token ?? '')).status).toBe(200);
  await expect(client.refreshAccessToken()).rejects.toMatchObject({
    response: {
      status: 400,
      data: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
    },
  });
});

test('the official client reads the channel, uploads in one request and follows the processing', async () => {
  const { sandbox, client, rootUrl } = await openWithClient();
  const channels = await client.channels.list({ part: ['snippet', 'statistics'], mine: true });
  expect(channels.data.items).toMatchObject([
    {
      id: sandboxSeed.youtube.accounts.sandbox_owner,
      snippet: { title: 'Sandbox Owner', customUrl: '@sandbox_owner' },
      statistics: { subscriberCount: '1000' },
    },
  ]);
  const data = mp4(700_001);
  const inserted = await client.videos.insert(
    {
      part: ['snippet', 'status'],
      requestBody: {
        snippet: { title: 'From the client', description: 'In one request', tags: ['a', 'b c'] },
        status: { privacyStatus: 'public' },
      },
      media: { mimeType: 'video/mp4', body: Readable.from([data]) },
    },
    { rootUrl },
  );
  expect(inserted.status).toBe(200);
  expect(inserted.data).toMatchObject({
    kind: 'youtube#video',
    snippet: { title: 'From the client', categoryId: '22', tags: ['a', 'b c'] },
    status: { uploadStatus: 'uploaded', privacyStatus: 'public' },
  });
  const id = inserted.data.id ?? '';
  expect(await acceptedMedia(sandbox)).toEqual([{ type: 'video/mp4', bytes: data.length, sha256: hashOf(data) }]);
  const states: unknown[] = [];
  for (let read = 0; read < 3; read += 1) {
    const { data: page } = await client.videos.list({ part: ['status', 'processingDetails'], id: [id] });
    states.push(page.items?.[0]?.processingDetails?.processingStatus);
  }
  expect(states).toEqual(['processing', 'processing', 'succeeded']);
});

test('the official client comments on a video, lists and deletes comments', async () => {
  const { sandbox, client, rootUrl } = await openWithClient();
  const requestBody = { snippet: { title: 'A film' }, status: { privacyStatus: 'public' } };
  const media = { mimeType: 'video/mp4', body: Readable.from([mp4(1000)]) };
  const { data: video } = await client.videos.insert({ part: ['snippet', 'status'], requestBody, media }, { rootUrl });
  const videoId = video.id ?? '';
  const channelId = sandboxSeed.youtube.accounts.sandbox_owner;
  const comment = (textOriginal: string) => {
    const snippet = { channelId, videoId, topLevelComment: { snippet: { textOriginal } } };
    return client.commentThreads.insert({ part: ['snippet'], requestBody: { snippet } });
  };
  const { data: first } = await comment('First');
  const id = first.id ?? '';
  const shown = { textOriginal: 'First', authorChannelId: { value: channelId } };
  expect(first.snippet).toMatchObject({ videoId, topLevelComment: { id, snippet: shown } });
  await comment('Second');
  const threads = await client.commentThreads.list({ part: ['snippet'], videoId });
  const texts = threads.data.items?.map(({ snippet }) => snippet?.topLevelComment?.snippet?.textOriginal);
  expect(texts).toEqual(['Second', 'First']);
  expect((await client.comments.list({ part: ['snippet'], id: [id] })).data.items).toMatchObject([{ id }]);
  expect((await client.comments.delete({ id })).status).toBe(204);
  const { data: counted } = await client.videos.list({ part: ['statistics'], id: [videoId] });
  expect(counted.items?.[0]?.statistics?.commentCount).toBe('1');
  const gone = { response: { status: 404, data: { error: { errors: [{ reason: 'commentNotFound' }] } } } };
  await expect(client.comments.delete({ id })).rejects.toMatchObject(gone);
  const posts = await sandbox.posts('youtube');
  expect(posts.map(({ replyToId, deletedAt }) => [replyToId, deletedAt === null])).toEqual([
    [null, true],
    [videoId, false],
    [videoId, true],
  ]);
});

test('the official client gets refusals in the network’s own words', async () => {
  const { client, rootUrl } = await openWithClient();
  const requestBody = { snippet: { title: 'a < b' } };
  const insert = client.videos.insert(
    { part: ['snippet'], requestBody, media: { mimeType: 'video/mp4', body: Readable.from([mp4(1000)]) } },
    { rootUrl },
  );
  const message = 'The request metadata specifies an invalid or empty video title.';
  await expect(insert).rejects.toMatchObject({
    response: {
      status: 400,
      data: {
        error: {
          code: 400,
          errors: [{ domain: 'youtube.video', reason: 'invalidTitle', message }],
        },
      },
    },
  });
  await expect(client.channels.list({ part: ['snippet'] })).rejects.toMatchObject({
    response: { status: 400, data: { error: { errors: [{ reason: 'invalidCriteria' }] } } },
  });
});

test('the official resumable engine uploads in blocks of 256 KiB and gets the video', async ({ sandbox }) => {
  const authClient = await signIn(sandbox);
  const data = mp4(3 * 262_144 + 17);
  const opened = await send(
    `${sandbox.url}/youtube/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status`,
    'POST',
    { snippet: { title: 'In blocks' } },
    {
      authorization: `Bearer ${authClient.credentials.access_token}`,
      'x-upload-content-length': String(data.length),
      'x-upload-content-type': 'video/mp4',
    },
  );
  expect(opened).toMatchObject({ status: 200, text: '' });
  const uri = opened.headers.get('location') ?? '';
  expect(uri).toContain(`${sandbox.url}/youtube/upload/youtube/v3/videos?uploadType=resumable&upload_id=`);
  const stream = new Storage({
    projectId: 'p',
    authClient: asTheirs<NonNullable<StorageOptions['authClient']>>(authClient),
  })
    .bucket('b')
    .file('v.mp4')
    .createWriteStream({
      uri,
      resumable: true,
      chunkSize: 262_144,
      validation: false,
      contentType: 'video/mp4',
      metadata: { contentLength: data.length },
    });
  stream.end(data);
  await finished(stream);
  expect(await acceptedMedia(sandbox)).toEqual([{ type: 'video/mp4', bytes: data.length, sha256: hashOf(data) }]);
  const requests = await sandbox.requests('youtube');
  expect(requests.filter(({ operation }) => operation === 'publish')).toHaveLength(1);
});
