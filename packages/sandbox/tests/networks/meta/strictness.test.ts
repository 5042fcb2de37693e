import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { sandboxApp, sandboxSeed } from '../../../src/index.ts';
import { box, gif, hostMedia, jpeg, mp4, png } from '../../support/media.ts';
import { call, fetchCode, formOf, open, redirectUri, sendForm, test, textAt } from '../../support/sandbox.ts';
import {
  bearer,
  dialogUrl,
  errorOf,
  exchangeFacebook,
  instagramScopes,
  signInToFacebook,
  signInToInstagram,
} from './sign-in.ts';

const pageId = sandboxSeed.facebook.accounts.sandbox_owner;
const friendId = sandboxSeed.facebook.accounts.sandbox_friend;
const igId = sandboxSeed.instagram.accounts.sandbox_owner;

test("Facebook redirects only to the app's addresses, also after a denial", async ({ sandbox }) => {
  const path = '/facebook/v25.0/dialog/oauth';
  for (const changes of [{ client_id: 'x' }, { redirect_uri: 'https://evil.example/' }, { scope: 'publish_actions' }]) {
    expect((await call(dialogUrl(sandbox, path, changes))).status).toBe(400);
  }
  const { headers } = await sendForm(dialogUrl(sandbox, path), { decision: 'deny' });
  expect(headers.get('location')).toContain('error=access_denied&error_reason=user_denied');
});

test('Facebook exchanges a code once, for the app and address it was made for', async ({ sandbox }) => {
  const code = await fetchCode(dialogUrl(sandbox, '/facebook/v25.0/dialog/oauth'));
  const redirect = { redirect_uri: redirectUri };
  expect(errorOf(await exchangeFacebook(sandbox, { code, redirect_uri: 'http://127.0.0.1:1/' }))).toEqual([
    400, 100, 36_008,
  ]);
  expect(errorOf(await exchangeFacebook(sandbox, { code, ...redirect, client_secret: 'no' }))).toEqual([
    400,
    1,
    undefined,
  ]);
  const { body } = await exchangeFacebook(sandbox, { code, ...redirect });
  expect(body).toMatchObject({ token_type: 'bearer', expires_in: 7200 });
  expect(errorOf(await exchangeFacebook(sandbox, { code, ...redirect }))).toEqual([400, 100, 36_009]);
});

test('Facebook issues page tokens that do not expire, and lets only them publish', async () => {
  const now = { ms: Date.now() };
  const sandbox = await open({ clock: () => now.ms });
  const { long, userToken, pageToken } = await signInToFacebook(sandbox);
  expect(long.body).toMatchObject({ expires_in: 5_183_944 });
  const feed = (token: string, page: string = pageId) =>
    call(`${sandbox.url}/facebook/v25.0/${page}/feed`, bearer(token, { message: 'hello' }));
  expect(errorOf(await feed(userToken))).toEqual([403, 200, undefined]);
  expect(errorOf(await feed(pageToken, friendId))).toEqual([403, 200, undefined]);
  now.ms += 61 * 24 * 60 * 60 * 1000;
  expect(errorOf(await call(`${sandbox.url}/facebook/me`, bearer(userToken)))).toEqual([400, 190, 463]);
  expect((await feed(pageToken)).status).toBe(200);
  expect(errorOf(await feed(pageToken))).toEqual([400, 506, undefined]);
});

test('Facebook takes `me` for the page whose token it is', async ({ sandbox }) => {
  const { pageToken, userToken } = await signInToFacebook(sandbox);
  const me = `${sandbox.url}/facebook/v25.0/me`;
  expect((await call(me, bearer(pageToken))).body).toEqual({ id: pageId, name: 'Sandbox Owner' });
  const fields = '?fields=category,username,access_token';
  expect((await call(`${me}${fields}`, bearer(pageToken))).body).toEqual({
    ...{ id: pageId, category: 'Brand', username: 'sandbox_owner', access_token: pageToken },
  });
  const { body: post } = await call(`${me}/feed`, bearer(pageToken, { message: 'as myself' }));
  expect(textAt(post, 'id')).toMatch(new RegExp(`^${pageId}_`));
  const headers = { authorization: `Bearer ${pageToken}` };
  const photo = await call(`${me}/photos`, { method: 'POST', headers, body: formOf({ source: png }) });
  expect(textAt(photo.body, 'post_id')).toMatch(new RegExp(`^${pageId}_`));
  expect(errorOf(await call(`${me}/feed`, bearer(userToken, { message: 'as a person' })))).toEqual([
    403,
    200,
    undefined,
  ]);
});

test('Facebook and Instagram refuse a proof that was not made with the secret of the app', async ({ sandbox }) => {
  const { pageToken, userToken } = await signInToFacebook(sandbox);
  const { token } = await signInToInstagram(sandbox);
  const calls = [
    ['facebook/v25.0/me', userToken],
    [`facebook/v25.0/${pageId}`, pageToken],
    ['instagram/v25.0/me', token],
  ] as const;
  for (const [path, own] of calls) {
    const proof = createHmac('sha256', sandboxApp.clientSecret).update(own).digest('hex');
    const read = (value: string) => call(`${sandbox.url}/${path}?appsecret_proof=${value}`, bearer(own));
    expect((await read(proof)).status).toBe(200);
    expect(errorOf(await read(proof.replace(/^./, 'x')))).toEqual([400, 100, undefined]);
  }
});

test('Facebook wants the permission to post, and tasks that allow it', async ({ sandbox }) => {
  const { pageToken } = await signInToFacebook(sandbox, 'pages_show_list');
  const post = bearer(pageToken, { message: 'hello' });
  expect(errorOf(await call(`${sandbox.url}/facebook/v25.0/${pageId}/feed`, post))).toEqual([403, 200, undefined]);
  await sandbox.addAccount({
    network: 'facebook',
    username: 'stats',
    name: 'S',
    type: 'page-analyst',
  });
  const { userToken } = await signInToFacebook(sandbox);
  const { body } = await call(`${sandbox.url}/facebook/me/accounts?fields=id,tasks,access_token`, bearer(userToken));
  expect(body).toMatchObject({ data: [{ tasks: expect.arrayContaining(['CREATE_CONTENT']) }, { tasks: ['ANALYZE'] }] });
  const analyst = { id: textAt(body, 'data', 1, 'id'), token: textAt(body, 'data', 1, 'access_token') };
  const refused = await call(`${sandbox.url}/facebook/${analyst.id}/feed`, bearer(analyst.token, { message: 'no' }));
  expect(errorOf(refused)).toEqual([403, 200, undefined]);
});

test('Facebook answers calls to sunset versions, and takes field names as a list', async ({ sandbox }) => {
  const { userToken } = await signInToFacebook(sandbox);
  for (const version of ['v3.2', 'v16.0', 'v25.0']) {
    const url = `${sandbox.url}/facebook/${version}/me?fields=${encodeURIComponent('["id","name"]')}`;
    expect((await call(url, bearer(userToken))).body).toMatchObject({ name: 'Sandbox Owner' });
  }
  expect((await call(`${sandbox.url}/facebook/v99.0/me`, bearer(userToken))).status).toBe(400);
});

test('Facebook takes each uploaded photo once, and pictures only', async ({ sandbox }) => {
  const { pageToken } = await signInToFacebook(sandbox);
  const upload = async (data: Buffer) => {
    const form = formOf({ published: 'false', source: data });
    const headers = { authorization: `Bearer ${pageToken}` };
    return call(`${sandbox.url}/facebook/v25.0/${pageId}/photos`, { method: 'POST', headers, body: form });
  };
  expect(errorOf(await upload(Buffer.from('no picture')))).toEqual([400, 100, 1_366_046]);
  const ids = [textAt((await upload(png)).body, 'id'), textAt((await upload(gif)).body, 'id')];
  // Forms number the entries, and send each as JSON.
  const photos = ids.map((id, index) => [`attached_media[${index}]`, JSON.stringify({ media_fbid: id })]);
  const form = { message: 'two', access_token: pageToken, ...Object.fromEntries(photos) };
  const feed = `${sandbox.url}/facebook/v25.0/${pageId}/feed`;
  expect((await sendForm(feed, form)).status).toBe(200);
  expect(errorOf(await sendForm(feed, form))).toEqual([400, 100, 1_366_051]);
});

test('Facebook accepts bytes of an upload only where the last ones ended', async ({ sandbox }) => {
  const { pageToken, userToken } = await signInToFacebook(sandbox);
  const video = mp4(1000);
  const query = 'file_name=a.mp4&file_length=1000&file_type=video/mp4';
  const start = `${sandbox.url}/facebook/v25.0/${sandboxApp.clientId}/uploads?${query}`;
  const { body } = await call(start, { ...bearer(userToken), method: 'POST' });
  const session = `${sandbox.url}/facebook/v25.0/${textAt(body, 'id')}`;
  const send = (from: number, data: Buffer) =>
    call(session, {
      method: 'POST',
      headers: { authorization: `OAuth ${userToken}`, file_offset: String(from) },
      body: new Uint8Array(data),
    });
  expect(errorOf(await send(1, video))).toEqual([400, 100, undefined]);
  expect(errorOf(await send(0, video.subarray(0, 400)))).toEqual([400, 100, undefined]);
  expect((await call(session, bearer(userToken))).body).toMatchObject({ file_offset: 400 });
  expect(errorOf(await send(400, Buffer.alloc(601)))).toEqual([400, 100, undefined]);
  const { body: whole } = await send(400, video.subarray(400));
  const post = { description: 'resumed', fbuploader_video_file_chunk: textAt(whole, 'h') };
  expect((await call(`${sandbox.url}/facebook/v25.0/${pageId}/videos`, bearer(pageToken, post))).status).toBe(200);
  expect(errorOf(await call(`${sandbox.url}/facebook/v25.0/${pageId}/videos`, bearer(pageToken, post)))).toEqual([
    400, 352, 2_069_019,
  ]);
});

test('Instagram exchanges a code once, and renews long-lived tokens when they are a day old', async () => {
  const now = { ms: Date.now() };
  const sandbox = await open({ clock: () => now.ms });
  const { short, long, token, exchangeAgain } = await signInToInstagram(sandbox);
  expect(short.body).toMatchObject({ user_id: Number(igId), permissions: instagramScopes.split(',') });
  expect(long.body).toMatchObject({ token_type: 'bearer', expires_in: 5_183_944 });
  expect(await exchangeAgain()).toMatchObject({
    status: 400,
    body: {
      error_type: 'OAuthException',
      code: 400,
      error_message: 'Matching code was not found or was already used',
    },
  });
  const refresh = () =>
    call(`${sandbox.url}/instagram/refresh_access_token?grant_type=ig_refresh_token&access_token=${token}`);
  expect((await refresh()).status).toBe(400);
  now.ms += 24 * 60 * 60 * 1000;
  expect(textAt((await refresh()).body, 'access_token')).not.toBe(token);
  now.ms += 60 * 24 * 60 * 60 * 1000;
  expect(errorOf(await refresh())).toEqual([400, 190, 463]);
});

test('Instagram refuses unsuitable media with its own codes', async ({ sandbox }) => {
  const { token } = await signInToInstagram(sandbox);
  const big = Buffer.concat([jpeg(100, 100), Buffer.alloc(8 * 1024 * 1024)]);
  const base = await hostMedia({
    ...{ 'a.jpg': jpeg(100, 100), 'tall.jpg': jpeg(100, 200), 'a.png': png, 'big.jpg': big },
    // Stored lying, and seen upright.
    'turned.jpg': jpeg(1800, 1000, 6),
  });
  const create = (params: Record<string, unknown>) =>
    call(`${sandbox.url}/instagram//v25.0//${igId}/media`, bearer(token, params));
  const image = { image_url: `${base}/a.jpg` };
  const cases = [
    [{ image_url: `${base}/none.jpg` }, 9004, 2_207_052],
    [{ image_url: `${base}/a.png` }, 36_001, 2_207_005],
    [{ image_url: `${base}/big.jpg` }, 36_000, 2_207_004],
    [{ image_url: `${base}/tall.jpg` }, 36_003, 2_207_009],
    [{ image_url: `${base}/turned.jpg` }, 36_003, 2_207_009],
    [{ ...image, caption: 'x'.repeat(2201) }, 36_004, 2_207_010],
    [{ ...image, caption: '@a '.repeat(21) }, 100, 2_207_040],
    [{ media_type: 'STICKER', ...image }, 100, 2_207_023],
    [{ media_type: 'CAROUSEL', children: '1' }, 100, 2_207_028],
    [{ media_type: 'CAROUSEL', children: '1,2' }, 24, 2_207_008],
    // Uploads of bytes need a sign-in at Facebook.
    [{ media_type: 'REELS', upload_type: 'resumable' }, 100, 2_207_023],
    [{}, 100, undefined],
  ] as const;
  for (const [params, code, subcode] of cases) expect(errorOf(await create(params))).toEqual([400, code, subcode]);
  expect((await create(image)).status).toBe(200);
});

test('Instagram publishes a container once, within a day, and counts posts when rate limits are on', async () => {
  const now = { ms: Date.now() };
  const sandbox = await open({ clock: () => now.ms });
  await sandbox.settings({ rateLimits: true });
  const { token } = await signInToInstagram(sandbox);
  const base = await hostMedia({ 'a.jpg': jpeg(100, 100) });
  const create = async () => {
    const params = { image_url: `${base}/a.jpg` };
    return textAt((await call(`${sandbox.url}/instagram/v25.0/${igId}/media`, bearer(token, params))).body, 'id');
  };
  const publish = (id: string) =>
    call(`${sandbox.url}/instagram/v25.0/${igId}/media_publish`, bearer(token, { creation_id: id }));
  const expired = await create();
  now.ms += 24 * 60 * 60 * 1000;
  expect(errorOf(await publish(expired))).toEqual([400, 24, 2_207_008]);
  const first = await create();
  expect((await publish(first)).status).toBe(200);
  expect(errorOf(await publish(first))).toEqual([400, 24, 2_207_008]);
  for (let count = 1; count < 50; count += 1) await publish(await create());
  expect(errorOf(await publish(await create()))).toEqual([400, 9, 2_207_042]);
  const { body } = await call(
    `${sandbox.url}/instagram/v25.0/${igId}/content_publishing_limit?fields=quota_usage,config`,
    bearer(token),
  );
  expect(body).toEqual({ data: [{ quota_usage: 50, config: { quota_total: 50, quota_duration: 86_400 } }] });
});

test('a token gives access to its own account only, in both Graphs', async ({ sandbox }) => {
  const other = sandboxSeed.instagram.accounts.sandbox_friend;
  const { token } = await signInToInstagram(sandbox);
  const { pageToken } = await signInToFacebook(sandbox);
  const params = { image_url: 'http://127.0.0.1:9/a.jpg' };
  expect((await call(`${sandbox.url}/instagram/${other}/media`, bearer(token, params))).status).toBe(403);
  expect((await call(`${sandbox.url}/facebook/${other}/media`, bearer(pageToken, params))).status).toBe(403);
  expect(errorOf(await call(`${sandbox.url}/facebook/${igId}/media`, bearer(token, params)))).toEqual([
    400,
    190,
    undefined,
  ]);
});

test('Instagram judges the shape of a picture as people see it, with room for whole pixels', async ({ sandbox }) => {
  const { token } = await signInToInstagram(sandbox);
  const pictures = {
    'portrait.jpg': jpeg(1080, 1350),
    'rounded.jpg': jpeg(1080, 1351),
    'turned.jpg': jpeg(1350, 1080, 6),
    'landscape.jpg': jpeg(1080, 566),
  };
  const base = await hostMedia(pictures);
  for (const name of Object.keys(pictures)) {
    const params = { image_url: `${base}/${name}` };
    expect(await call(`${sandbox.url}/instagram/v25.0/${igId}/media`, bearer(token, params))).toMatchObject({
      status: 200,
    });
  }
});

test.each([
  ['a sound', mp4(1000, { handler: 'soun', brand: 'M4A ' })],
  ['less than 3 seconds', mp4(1000, { seconds: 2 })],
  ['more than 15 minutes', mp4(1000, { seconds: 901 })],
  ['a video wider than 1920', mp4(1000, { width: 1922, height: 1080 })],
])('Instagram fails to process %s as a reel', async (_name, data) => {
  const sandbox = await open();
  const { token } = await signInToInstagram(sandbox);
  const base = await hostMedia({ 'a.mp4': data });
  const graph = `${sandbox.url}/instagram/v25.0`;
  const params = { media_type: 'REELS', video_url: `${base}/a.mp4` };
  const id = textAt((await call(`${graph}/${igId}/media`, bearer(token, params))).body, 'id');
  const status = () => call(`${graph}/${id}?fields=status_code,status`, bearer(token));
  await status();
  await status();
  expect(await status()).toMatchObject({
    body: { status_code: 'ERROR', status: 'Error: Media upload has failed with error code 2207026' },
  });
  const publish = bearer(token, { creation_id: id });
  expect(errorOf(await call(`${graph}/${igId}/media_publish`, publish))).toEqual([400, 9007, 2_207_027]);
});

test.each([
  ['a TIFF', Buffer.from('II*\0\x08\0\0\0\0\0', 'latin1'), 200],
  ['a WebP', Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'), 400],
  ['a HEIC', box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')), 400],
])('Facebook answers %s as a photo with %i', async (_name, source, status) => {
  const sandbox = await open();
  const { pageToken } = await signInToFacebook(sandbox);
  const body = formOf({ published: 'false', source });
  const headers = { authorization: `Bearer ${pageToken}` };
  const answer = await call(`${sandbox.url}/facebook/v25.0/${pageId}/photos`, { method: 'POST', headers, body });
  expect(answer.status).toBe(status);
});

test('Instagram shows of which kind its media are, in the list too', async ({ sandbox }) => {
  const { token } = await signInToInstagram(sandbox);
  const base = await hostMedia({ 'a.jpg': jpeg(100, 100), 'clip.mp4': mp4(5000) });
  const ig = `${sandbox.url}/instagram/v25.0`;
  const create = async (body: object) => textAt((await call(`${ig}/${igId}/media`, bearer(token, body))).body, 'id');
  const publish = async (creation_id: string) => {
    for (let look = 0; look < 3; look += 1) await call(`${ig}/${creation_id}?fields=status_code`, bearer(token));
    expect((await call(`${ig}/${igId}/media_publish`, bearer(token, { creation_id }))).status).toBe(200);
  };
  const item = (alt_text: string) => create({ image_url: `${base}/a.jpg`, is_carousel_item: true, alt_text });
  await publish(await create({ media_type: 'REELS', video_url: `${base}/clip.mp4` }));
  await publish(await create({ media_type: 'CAROUSEL', children: [await item('one'), await item('two')] }));
  const fields = 'media_type,media_product_type,media_url,alt_text';
  const { body } = await call(`${ig}/${igId}/media?fields=${fields}&limit=2`, bearer(token));
  const media_url = expect.stringContaining('/_sandbox/media/');
  expect(body).toMatchObject({
    data: [
      { id: expect.any(String), media_type: 'CAROUSEL_ALBUM', media_product_type: 'FEED', media_url },
      { id: expect.any(String), media_type: 'VIDEO', media_product_type: 'REELS', media_url },
    ],
  });
  expect((body as { data: object[] }).data[1]).not.toHaveProperty('alt_text');
  const album = `${ig}/${textAt(body, 'data', 0, 'id')}`;
  const { body: bare } = await call(`${album}?fields=children`, bearer(token));
  const ids = ['0', '1'].map((index) => textAt(bare, 'children', 'data', Number(index), 'id'));
  expect(bare).toEqual({ id: expect.any(String), children: { data: ids.map((id) => ({ id })) } });
  const nested = encodeURIComponent('children{alt_text,media_type}');
  expect((await call(`${album}?fields=${nested}`, bearer(token))).body).toMatchObject({
    children: { data: [{ id: ids[0], alt_text: 'one', media_type: 'IMAGE' }, { alt_text: 'two' }] },
  });
  const { body: second } = await call(`${ig}/${ids[1]}?fields=alt_text,media_url`, bearer(token));
  expect(second).toEqual({ id: ids[1], alt_text: 'two', media_url });
});
