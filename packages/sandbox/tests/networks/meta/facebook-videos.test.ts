import sdk from 'facebook-nodejs-business-sdk';
import { expect } from 'vitest';
import { type Sandbox, sandboxApp, sandboxSeed } from '../../../src/index.ts';
import { hashOf, mp4 } from '../../support/media.ts';
import { call, formOf, test, textAt } from '../../support/sandbox.ts';
import { bearer, errorOf, signInToFacebook } from './sign-in.ts';

const pageId = sandboxSeed.facebook.accounts.sandbox_owner;
const mebibyte = 1024 * 1024;

/** Calls the page's videos with a form. */
function post(sandbox: Sandbox, token: string, fields: Record<string, string | Buffer>) {
  const url = `${sandbox.url}/facebook/v25.0/${pageId}/videos`;
  return call(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: formOf(fields, 'clip.mp4') });
}

async function start(sandbox: Sandbox, token: string, bytes: number) {
  const { body } = await post(sandbox, token, { upload_phase: 'start', file_size: String(bytes) });
  return {
    body,
    videoId: textAt(body, 'video_id'),
    session: { upload_session_id: textAt(body, 'upload_session_id') },
    transfer: (from: number, chunk: Buffer) =>
      post(sandbox, token, {
        ...{ upload_phase: 'transfer', upload_session_id: textAt(body, 'upload_session_id') },
        ...{ start_offset: String(from), video_file_chunk: chunk },
      }),
  };
}

test('a page uploads a video in the parts that Facebook asks for, and publishes it', async ({ sandbox }) => {
  const { pageToken } = await signInToFacebook(sandbox);
  const video = mp4(7 * mebibyte);
  const { body, videoId, session, transfer } = await start(sandbox, pageToken, video.length);
  expect(body).toEqual({
    video_id: expect.stringMatching(/^\d+$/),
    upload_session_id: expect.stringMatching(/^\d+$/),
    start_offset: '0',
    end_offset: String(mebibyte),
  });
  const status = () => call(`${sandbox.url}/facebook/${videoId}?fields=status,published`, bearer(pageToken));
  expect((await status()).body).toMatchObject({ published: false, status: { video_status: 'uploading' } });
  const asked: unknown[] = [];
  for (let next = body; textAt(next, 'start_offset') !== textAt(next, 'end_offset'); ) {
    const [from, to] = [Number(textAt(next, 'start_offset')), Number(textAt(next, 'end_offset'))];
    next = (await transfer(from, video.subarray(from, to))).body;
    asked.push(next);
  }
  const [first, second, all] = [mebibyte, 6 * mebibyte, 7 * mebibyte].map(String);
  expect(asked).toEqual([
    { start_offset: first, end_offset: second },
    { start_offset: second, end_offset: all },
    { start_offset: all, end_offset: all },
  ]);
  const finish = { upload_phase: 'finish', ...session, title: 'Tour', description: 'A tour', published: 'true' };
  expect((await post(sandbox, pageToken, finish)).body).toEqual({ success: true });
  expect(errorOf(await post(sandbox, pageToken, finish))).toEqual([400, 6001, 1_363_041]);
  expect((await status()).body).toMatchObject({ published: true, status: { video_status: 'processing' } });
  expect(await sandbox.posts('facebook')).toMatchObject([
    { id: videoId, text: 'A tour', media: [{ type: 'video/mp4', sha256: hashOf(video) }] },
  ]);
  const operations = (await sandbox.requests('facebook')).map(({ operation }) => operation);
  expect(operations.filter((operation) => operation === 'publish')).toHaveLength(2);
});

test('Facebook names the expected offset of a wrong part, and publishes complete videos only', async ({ sandbox }) => {
  const { pageToken } = await signInToFacebook(sandbox);
  const { session, transfer } = await start(sandbox, pageToken, 1000);
  const video = mp4(1000);
  expect((await transfer(0, video.subarray(0, 400))).body).toEqual({ start_offset: '400', end_offset: '1000' });
  const wrong = await transfer(0, video.subarray(0, 400));
  expect(wrong.body).toMatchObject({
    error: {
      ...{ code: 6001, error_subcode: 1_363_037, is_transient: false, type: 'OAuthException' },
      error_data: { start_offset: 400, end_offset: 1000 },
    },
  });
  expect(errorOf(await transfer(400, Buffer.alloc(601)))).toEqual([400, 6001, 1_363_019]);
  const finish = { upload_phase: 'finish', ...session };
  expect(errorOf(await post(sandbox, pageToken, finish))).toEqual([400, 6001, 1_363_033]);
  expect((await post(sandbox, pageToken, { upload_phase: 'cancel', ...session })).body).toEqual({ success: true });
  expect(errorOf(await transfer(400, video.subarray(400)))).toEqual([400, 6001, 1_363_041]);
  await sandbox.fault({ network: 'facebook', operation: 'upload', kind: 'no-id' });
  const nameless = await post(sandbox, pageToken, { upload_phase: 'start', file_size: '1000' });
  expect(nameless.body).toEqual({ start_offset: '0', end_offset: '1000' });
  expect(errorOf(await post(sandbox, pageToken, { upload_phase: 'start', file_size: String(11 * 1024 ** 3) }))).toEqual(
    [400, 6001, 1_363_023],
  );
  expect(await sandbox.posts('facebook')).toEqual([]);
});

test('a page uploads to its own sessions only, and an unpublished video is not posted', async ({ sandbox }) => {
  const { pageToken, userToken } = await signInToFacebook(sandbox);
  expect((await post(sandbox, userToken, { upload_phase: 'start', file_size: '9' })).status).toBe(403);
  const { videoId, session, transfer } = await start(sandbox, pageToken, 1000);
  await transfer(0, mp4(1000));
  await sandbox.settings({ authorizeAs: 'sandbox_friend' });
  const { pageToken: friendToken } = await signInToFacebook(sandbox);
  const friendPage = `${sandbox.url}/facebook/${sandboxSeed.facebook.accounts.sandbox_friend}/videos`;
  const finish = { upload_phase: 'finish', ...session, published: 'false' };
  expect(errorOf(await call(friendPage, bearer(friendToken, finish)))).toEqual([400, 6001, 1_363_041]);
  expect((await post(sandbox, pageToken, finish)).status).toBe(200);
  const { body } = await call(`${sandbox.url}/facebook/${videoId}?fields=published`, bearer(pageToken));
  expect(body).toEqual({ id: videoId, published: false });
  expect(await sandbox.posts('facebook')).toEqual([]);
  expect((await post(sandbox, pageToken, { source: mp4(1000), description: 'whole' })).status).toBe(200);
  expect(await sandbox.posts('facebook')).toMatchObject([{ text: 'whole', media: [{ sha256: hashOf(mp4(1000)) }] }]);
});

test('the SDK of Facebook opens and finishes an upload of a page', async ({ sandbox }) => {
  const { pageToken } = await signInToFacebook(sandbox);
  for (const name of ['GRAPH', 'GRAPH_VIDEO']) {
    Object.defineProperty(sdk.FacebookAdsApi, name, { get: () => `${sandbox.url}/facebook`, configurable: true });
  }
  sdk.FacebookAdsApi.init(pageToken, 'en_US', false);
  const page = new sdk.Page(pageId);
  const { _data: opened } = await page.createVideo([], { upload_phase: 'start', file_size: 1000 });
  const session = { upload_session_id: String(opened['upload_session_id']) };
  const chunk = { upload_phase: 'transfer', ...session, start_offset: '0', video_file_chunk: mp4(1000) };
  await post(sandbox, pageToken, chunk);
  const { _data: finished } = await page.createVideo([], { upload_phase: 'finish', ...session, description: 'SDK' });
  expect(finished).toMatchObject({ success: true });
  expect(await sandbox.posts('facebook')).toMatchObject([
    { id: opened['video_id'], text: 'SDK', media: [{ sha256: hashOf(mp4(1000)) }] },
  ]);
});

test("an app's uploads are for people with a role in it, not for pages, and take five types of files", async ({
  sandbox,
}) => {
  const { pageToken, userToken } = await signInToFacebook(sandbox);
  const openUpload = (token: string, type: string) => {
    const query = new URLSearchParams({ file_name: 'a', file_length: '1000', file_type: type });
    const url = `${sandbox.url}/facebook/v25.0/${sandboxApp.clientId}/uploads?${query}`;
    return call(url, { ...bearer(token), method: 'POST' });
  };
  const types = ['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'video/mp4'];
  expect(errorOf(await openUpload(pageToken, 'video/mp4'))).toEqual([400, 100, undefined]);
  for (const type of types) expect((await openUpload(userToken, type)).status).toBe(200);
  expect(errorOf(await openUpload(userToken, 'video/quicktime'))).toEqual([400, 100, undefined]);
  const session = `${sandbox.url}/facebook/v25.0/${textAt((await openUpload(userToken, 'video/mp4')).body, 'id')}`;
  expect(errorOf(await call(session, bearer(pageToken)))).toEqual([400, 100, undefined]);
  await sandbox.settings({ authorizeAs: 'sandbox_friend' });
  const { userToken: visitorToken } = await signInToFacebook(sandbox);
  expect(errorOf(await openUpload(visitorToken, 'video/mp4'))).toEqual([400, 100, undefined]);
});

test('pages of a portfolio are listed with the scope business_management, also by a configuration', async ({
  sandbox,
}) => {
  const pages = [
    ['company_page', 'page-portfolio'],
    ['new_page', 'page-new'],
  ] as const;
  for (const [username, type] of pages) {
    await sandbox.addAccount({ network: 'facebook', username, name: username, type });
  }
  const list = async (token: string) =>
    (await call(`${sandbox.url}/facebook/me/accounts?fields=username,tasks,access_token`, bearer(token))).body;
  const names = async (token: string) => {
    const { data } = (await list(token)) as { data: { username: string }[] };
    return data.map(({ username }) => username);
  };
  const few = await signInToFacebook(sandbox, 'pages_show_list,pages_manage_posts');
  expect(await names(few.userToken)).toEqual(['sandbox_owner', 'new_page']);
  const all = await signInToFacebook(sandbox, 'pages_show_list,pages_manage_posts,business_management');
  expect(await names(all.userToken)).toEqual(['sandbox_owner', 'company_page', 'new_page']);
  const configured = await signInToFacebook(sandbox, { config_id: '1234567890' });
  expect(await names(configured.userToken)).toEqual(['sandbox_owner', 'company_page', 'new_page']);
  const newPage = ((await list(few.userToken)) as { data: unknown[] }).data[1];
  expect(newPage).toMatchObject({ tasks: expect.arrayContaining(['PROFILE_PLUS_CREATE_CONTENT']) });
  const feed = `${sandbox.url}/facebook/${textAt(newPage, 'id')}/feed`;
  expect((await call(feed, bearer(textAt(newPage, 'access_token'), { message: 'new' }))).status).toBe(200);
});
