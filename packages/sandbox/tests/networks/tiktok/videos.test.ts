import { connect } from 'node:net';
import { expect } from 'vitest';
import type { Sandbox } from '../../../src/index.ts';
import { hashOf, mp4 } from '../../support/media.ts';
import { call, open, send, test, textAt } from '../../support/sandbox.ts';
import { putChunk, signInToTiktok } from './sign-in.ts';

/** The documented example. */
const postInfo = {
  title: 'this will be a funny #cat video on your @tiktok #fyp',
  privacy_level: 'MUTUAL_FOLLOW_FRIENDS',
  disable_duet: false,
  disable_comment: true,
  disable_stitch: false,
  video_cover_timestamp_ms: 1000,
};
const source = (video_size: number, chunk_size = video_size, total_chunk_count = 1) => ({
  source: 'FILE_UPLOAD',
  video_size,
  chunk_size,
  total_chunk_count,
});

async function begin(
  sandbox: Sandbox,
  video: Buffer,
  change: { chunk?: number; count?: number; privacy?: string } = {},
) {
  const session = await signInToTiktok(sandbox);
  const { body } = await session.post('/video/init/', {
    post_info: { ...postInfo, ...(change.privacy && { privacy_level: change.privacy }) },
    source_info: source(video.length, change.chunk, change.count),
  });
  const publish_id = textAt(body, 'data', 'publish_id');
  const status = () => session.post('/status/fetch/', { publish_id });
  return { ...session, publish_id, uploadUrl: textAt(body, 'data', 'upload_url'), status };
}

test('creator info lists the privacy levels that the account may choose', async ({ sandbox }) => {
  const options = async () =>
    (await (await signInToTiktok(sandbox)).post('/creator_info/query/')).body as { data: Record<string, unknown> };
  expect((await options()).data).toEqual({
    creator_avatar_url: `${sandbox.url}/tiktok/avatars/sandbox_owner.png`,
    creator_username: 'sandbox_owner',
    creator_nickname: 'Sandbox Owner',
    privacy_level_options: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
    comment_disabled: false,
    duet_disabled: false,
    stitch_disabled: false,
    max_video_post_duration_sec: 300,
  });
  await sandbox.settings({ authorizeAs: 'sandbox_private' });
  expect((await options()).data).toMatchObject({
    privacy_level_options: ['FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
  });
});

test('a video in one chunk is published, as the documentation shows it', async ({ sandbox }) => {
  const video = mp4(1000);
  const { uploadUrl, publish_id, status } = await begin(sandbox, video);
  expect(publish_id).toMatch(/^v_pub_file~v2-1\.\d+$/);
  expect(publish_id.length).toBeLessThanOrEqual(64);
  expect(uploadUrl).toMatch(/\/tiktok\/video\/\?upload_id=\d+&upload_token=\w+$/);
  expect(uploadUrl.length).toBeLessThanOrEqual(256);
  expect((await status()).body).toMatchObject({ data: { status: 'PROCESSING_UPLOAD', uploaded_bytes: 0 } });
  expect(await sandbox.posts('tiktok')).toEqual([]);
  const { status: created, headers } = await putChunk(uploadUrl, video);
  expect([created, headers.get('content-range')]).toEqual([201, 'bytes 0-1000/1000']);
  expect(await sandbox.posts('tiktok')).toMatchObject([{ text: postInfo.title, media: [{ sha256: hashOf(video) }] }]);
  expect((await status()).body).toMatchObject({ data: { status: 'PROCESSING_UPLOAD', uploaded_bytes: 1000 } });
  expect((await status()).body).toEqual({
    data: { status: 'PUBLISH_COMPLETE', uploaded_bytes: 1000, publicaly_available_post_id: [] },
    error: { code: 'ok', message: '', log_id: expect.any(String) },
  });
  expect((await putChunk(uploadUrl, video)).status).toBe(404);
});

test('the settings of a video are kept for tests, and shown on its page', async ({ sandbox }) => {
  const { post } = await signInToTiktok(sandbox);
  const settings = { ...postInfo, brand_content_toggle: true, brand_organic_toggle: false, is_aigc: true };
  const { body } = await post('/video/init/', { post_info: settings, source_info: source(1000) });
  await putChunk(textAt(body, 'data', 'upload_url'), mp4(1000));
  const { title, ...kept } = settings;
  const [accepted] = await sandbox.posts('tiktok');
  const labels = ['friends', 'comments off', 'paid partnership', 'creator labeled as AI-generated', 'cover at 1000 ms'];
  expect(accepted).toMatchObject({ text: title, settings: kept, labels });
  const page = (await call(accepted?.url ?? '')).text;
  for (const label of labels) expect(page).toContain(label);
});

test('a public post has a 64-bit number as its id, and a page', async ({ sandbox }) => {
  const video = mp4(1000);
  const { uploadUrl, status } = await begin(sandbox, video, { privacy: 'PUBLIC_TO_EVERYONE' });
  await putChunk(uploadUrl, video);
  await status();
  const { text } = await status();
  const id = (await sandbox.posts('tiktok'))[0]?.id ?? '';
  expect(id).toMatch(/^\d{19}$/);
  expect(text).toContain(`"publicaly_available_post_id":[${id}]`);
  const page = await call(`${sandbox.url}/tiktok/@sandbox_owner/video/${id}`);
  expect([page.status, page.text.includes(`src="/_sandbox/media/`)]).toEqual([200, true]);
  expect((await call(`${sandbox.url}/tiktok/@sandbox_owner`)).text).toContain('funny #cat');
  expect((await call(`${sandbox.url}/tiktok/@nobody`)).status).toBe(404);

  const query = async (fields: string, scope: string) => {
    const { headers } = await signInToTiktok(sandbox, scope);
    const body = { filters: { video_ids: [id, '7206833554123456789'] } };
    return send(`${sandbox.url}/tiktok/v2/video/query/?fields=${fields}`, 'POST', body, headers);
  };
  const listed = await query('id,view_count,cover_image_url', 'user.info.basic,video.list');
  expect(listed).toMatchObject({ status: 200, body: { data: { videos: [{ id, view_count: 0 }] } } });
  const wrong = await query('id,views', 'user.info.basic,video.list');
  expect(wrong).toMatchObject({ status: 400, body: { error: { code: 'invalid_params' } } });
  const without = await query('id', 'user.info.basic');
  expect(without).toMatchObject({ status: 401, body: { error: { code: 'scope_not_authorized' } } });
});

test.each([
  ['the documented example', 50_000_123, 10_000_000, 5, null],
  ['a small file in one chunk', 4_000_000, 4_000_000, 1, null],
  ['64 MiB in one chunk', 64 * 1024 ** 2, 64 * 1024 ** 2, 1, null],
  ['a last chunk with the rest', 17_000_000, 6_000_000, 2, null],
  ['a chunk too many', 50_000_123, 10_000_000, 6, 'The total chunk count is invalid'],
  ['small chunks', 10_000_000, 4_000_000, 2, 'The chunk size is invalid'],
  ['large chunks', 200_000_000, 100_000_000, 2, 'The chunk size is invalid'],
  ['more than 64 MiB in one chunk', 70_000_000, 70_000_000, 1, 'The chunk size is invalid'],
  ['a small file in several chunks', 4_000_000, 1_000_000, 4, 'The chunk size is invalid'],
  ['more than a thousand chunks', 4 * 1024 ** 3 + 1, 5_000_000, 858, 'The video_size is invalid.'],
  ['nothing', 0, 0, 0, 'The video_size is invalid.'],
])('%s: the announced chunks are checked', async (_name, size, chunk, count, problem) => {
  const sandbox = await open();
  const { post } = await signInToTiktok(sandbox);
  const answer = await post('/video/init/', { post_info: postInfo, source_info: source(size, chunk, count) });
  expect(answer).toMatchObject(
    problem === null ? { status: 200 } : { status: 400, body: { error: { code: 'invalid_param', message: problem } } },
  );
});

test('chunks are accepted in order and in their announced size, each once', async ({ sandbox }) => {
  const video = mp4(11_000_000);
  const { uploadUrl, status } = await begin(sandbox, video, { chunk: 5_000_000, count: 2 });
  const put = async (first: number, last: number) => {
    const answer = await putChunk(uploadUrl, video, { first, last });
    return [answer.status, answer.headers.get('content-range')];
  };
  expect(await put(5_000_000, 10_999_999)).toEqual([416, 'bytes 0-0/11000000']);
  expect(await put(0, 3_999_999)).toEqual([400, null]);
  expect(await put(0, 4_999_999)).toEqual([206, 'bytes 0-5000000/11000000']);
  expect(await put(0, 4_999_999)).toEqual([416, 'bytes 0-5000000/11000000']);
  expect(await put(5_000_000, 9_999_999)).toEqual([400, null]);
  expect((await status()).body).toMatchObject({ data: { status: 'PROCESSING_UPLOAD', uploaded_bytes: 5_000_000 } });
  expect(await put(5_000_000, 10_999_999)).toEqual([201, 'bytes 0-11000000/11000000']);
  const [post] = await sandbox.posts('tiktok');
  expect(post?.media).toMatchObject([{ sha256: hashOf(video) }]);
});

test("a large file takes more status checks, and its post's id takes one more", async ({ sandbox }) => {
  const video = mp4(17_000_000);
  const { uploadUrl, status } = await begin(sandbox, video, { privacy: 'PUBLIC_TO_EVERYONE' });
  await putChunk(uploadUrl, video);
  const looks: string[] = [];
  for (let look = 0; look < 4; look += 1) looks.push((await status()).text);
  expect(looks.map((text) => /"status":"(\w+)"/.exec(text)?.[1])).toEqual([
    'PROCESSING_UPLOAD',
    'PROCESSING_UPLOAD',
    'PUBLISH_COMPLETE',
    'PUBLISH_COMPLETE',
  ]);
  expect(looks.map((text) => /post_id":\[(\d*)\]/.exec(text)?.[1])).toEqual([
    undefined,
    undefined,
    '',
    (await sandbox.posts('tiktok'))[0]?.id,
  ]);
});

test('a chunk that was cut off does not count', async ({ sandbox }) => {
  const video = mp4(2_000_000);
  const { uploadUrl, status } = await begin(sandbox, video);
  const { pathname, search, port } = new URL(uploadUrl);
  const socket = connect(Number(port), '127.0.0.1');
  const head = `PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\ncontent-type: video/mp4\r\ncontent-length: 2000000\r\n`;
  socket.write(`${head}content-range: bytes 0-1999999/2000000\r\n\r\n`);
  await new Promise((resolve) => socket.write(video.subarray(0, 1_000_000), resolve));
  socket.destroy();
  expect((await status()).body).toMatchObject({ data: { uploaded_bytes: 0 } });
  expect((await putChunk(uploadUrl, video)).status).toBe(201);
  expect(await sandbox.posts('tiktok')).toHaveLength(1);
});

test('an upload address expires after an hour, and takes videos only', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const sandbox = await open({ clock: () => now });
  const video = mp4(1000);
  const { uploadUrl } = await begin(sandbox, video);
  expect((await putChunk(uploadUrl.replace(/token=.+/, 'token=x'), video)).status).toBe(404);
  const wrongType = { method: 'PUT', headers: { 'content-range': 'bytes 0-999/1000', 'content-type': 'image/png' } };
  expect((await call(uploadUrl, { ...wrongType, body: 'x'.repeat(1000) })).status).toBe(400);
  expect((await call(uploadUrl, { method: 'PUT', headers: { 'content-type': 'video/mp4' }, body: 'x' })).status).toBe(
    400,
  );
  now += 60 * 60 * 1000;
  expect((await putChunk(uploadUrl, video)).status).toBe(403);
});

test('a file that is not a video fails, and nothing is published', async ({ sandbox }) => {
  const { uploadUrl, status } = await begin(sandbox, Buffer.alloc(1000));
  expect((await putChunk(uploadUrl, Buffer.alloc(1000))).status).toBe(201);
  await status();
  expect((await status()).body).toMatchObject({ data: { status: 'FAILED', fail_reason: 'file_format_check_failed' } });
  expect(await sandbox.posts('tiktok')).toEqual([]);
});

test('a publish can be canceled until its file has arrived', async ({ sandbox }) => {
  const video = mp4(1000);
  const early = await begin(sandbox, video);
  expect((await early.post('/cancel/', { publish_id: early.publish_id })).body).toMatchObject({
    error: { code: 'ok' },
  });
  expect((await early.status()).body).toMatchObject({ data: { status: 'FAILED', fail_reason: 'publish_cancelled' } });
  expect((await putChunk(early.uploadUrl, video)).status).toBe(404);
  const late = await begin(sandbox, video);
  await putChunk(late.uploadUrl, video);
  expect(await late.post('/cancel/', { publish_id: late.publish_id })).toMatchObject({
    status: 400,
    body: { error: { code: 'publish_not_cancellable' } },
  });
});

test('a draft goes to the inbox and is not posted', async ({ sandbox }) => {
  const { post } = await signInToTiktok(sandbox);
  const video = mp4(1000);
  const { body } = await post('/inbox/video/init/', { source_info: source(1000) });
  const publish_id = textAt(body, 'data', 'publish_id');
  expect(publish_id).toMatch(/^v_inbox_file~/);
  expect((await putChunk(textAt(body, 'data', 'upload_url'), video)).status).toBe(201);
  await post('/status/fetch/', { publish_id });
  expect((await post('/status/fetch/', { publish_id })).body).toMatchObject({ data: { status: 'SEND_TO_USER_INBOX' } });
  expect(await sandbox.posts('tiktok')).toEqual([]);
});

test.each([
  ['no privacy level', { privacy_level: undefined }, 400, 'invalid_param'],
  [
    'a privacy level that is not offered',
    { privacy_level: 'FOLLOWER_OF_CREATOR' },
    403,
    'privacy_level_option_mismatch',
  ],
  ['a long title', { title: 'x'.repeat(2201) }, 400, 'invalid_param'],
  ['a flag that is not a flag', { disable_duet: 'no' }, 400, 'invalid_param'],
  ['a label that is not a flag', { is_aigc: 'yes' }, 400, 'invalid_param'],
  ['a cover before the beginning', { video_cover_timestamp_ms: -1 }, 400, 'invalid_param'],
  [
    'branded content that only its author sees',
    { brand_content_toggle: true, privacy_level: 'SELF_ONLY' },
    400,
    'invalid_param',
  ],
])('%s is refused', async (_name, change, status, code) => {
  const sandbox = await open();
  const { post } = await signInToTiktok(sandbox);
  const longest = { post_info: { ...postInfo, title: 'x'.repeat(2200) }, source_info: source(1000) };
  expect((await post('/video/init/', longest)).status).toBe(200);
  const wrong = { post_info: { ...postInfo, ...change }, source_info: source(1000) };
  expect(await post('/video/init/', wrong)).toMatchObject({ status, body: { error: { code } } });
});

test('scopes, publish ids and paths are checked', async ({ sandbox }) => {
  const { post } = await signInToTiktok(sandbox, 'user.info.basic');
  const scopeless = { status: 401, body: { error: { code: 'scope_not_authorized' } } };
  expect(await post('/video/init/', { post_info: postInfo, source_info: source(1000) })).toMatchObject(scopeless);
  const owner = await begin(sandbox, mp4(1000));
  expect(await owner.post('/status/fetch/', { publish_id: 'v_pub_file~v2-1.1' })).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_publish_id' } },
  });
  await sandbox.settings({ authorizeAs: 'sandbox_friend' });
  const friend = await signInToTiktok(sandbox);
  expect(await friend.post('/status/fetch/', { publish_id: owner.publish_id })).toMatchObject({
    status: 400,
    body: { error: { code: 'token_not_authorized_for_specified_publish_id' } },
  });
  expect((await friend.post('/nothing/')).status).toBe(404);
});

test('calls and posts are limited when rate limits are on', async ({ sandbox }) => {
  await sandbox.settings({ rateLimits: true });
  const init = { post_info: postInfo, source_info: source(1000) };
  const sessions = [await signInToTiktok(sandbox), await signInToTiktok(sandbox), await signInToTiktok(sandbox)];
  const statuses: number[] = [];
  for (const { post } of sessions) {
    for (let count = 0; count < 7; count += 1) statuses.push((await post('/video/init/', init)).status);
  }
  const full = [200, 200, 200, 200, 200, 200, 429];
  expect(statuses).toEqual([...full, ...full, 200, 200, 200, 403, 403, 403, 429]);
  expect(await sessions[0]?.post('/creator_info/query/')).toMatchObject({
    status: 200,
    body: { error: { code: 'spam_risk_too_many_posts' } },
  });
});
