import { expect, test } from 'vitest';
import { sandboxSeed } from '../src/index.ts';
import { closeForGood, createFolder, openKept } from './kept-folder.ts';
import { hashOf, hostMedia, jpeg, mp4 } from './media-host.ts';
import { bearer, signInToFacebook, signInToInstagram } from './meta-sign-in.ts';
import { call, png, send, signInToLinkedin, textAt } from './sign-in.ts';
import { putChunk, sampleVideo, signInToTiktok } from './tiktok-sign-in.ts';

test('LinkedIn publishes a picture that was uploaded to the sandbox before', async () => {
  const folder = await createFolder();
  const first = await openKept(folder);
  const { headers } = await signInToLinkedin(first);
  const rest = `${first.networks.linkedin}/rest`;
  const author = `urn:li:person:${sandboxSeed.linkedin.accounts.sandbox_owner}`;
  const owner = { initializeUploadRequest: { owner: author } };
  const { body } = await send(`${rest}/images?action=initializeUpload`, 'POST', owner, headers);
  const { authorization } = headers;
  const file = { method: 'PUT', headers: { authorization }, body: new Uint8Array(png) };
  expect((await call(textAt(body, 'value', 'uploadUrl'), file)).status).toBe(201);
  const article = (more: object) => ({
    ...{ author, visibility: 'PUBLIC', lifecycleState: 'PUBLISHED', ...more },
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
  });
  const alone = article({ commentary: 'not to be reshared', isReshareDisabledByAuthor: true });
  const guarded = (await send(`${rest}/posts`, 'POST', alone, headers)).headers.get('x-restli-id');
  await closeForGood(first);

  const second = await openKept(folder);
  const media = { id: textAt(body, 'value', 'image') };
  const post = article({ commentary: 'kept', content: { media }, isReshareDisabledByAuthor: false });
  expect((await send(`${rest}/posts`, 'POST', post, headers)).status).toBe(201);
  expect(await second.posts('linkedin')).toMatchObject([
    { text: 'not to be reshared' },
    { text: 'kept', media: [{ type: 'image/png', sha256: hashOf(png) }] },
  ]);
  const reshare = article({
    commentary: 'again',
    reshareContext: { parent: guarded },
    isReshareDisabledByAuthor: false,
  });
  expect((await send(`${rest}/posts`, 'POST', reshare, headers)).status).toBeGreaterThanOrEqual(400);
});

test('Instagram publishes containers that were made before, by either of its Graphs', async () => {
  const folder = await createFolder();
  const first = await openKept(folder);
  const id = sandboxSeed.instagram.accounts.sandbox_owner;
  const [picture, video] = [jpeg(100, 100), mp4(5000)];
  const base = await hostMedia({ 'a.jpg': picture });
  const own = { base: `${first.networks.instagram}/${id}`, ...(await signInToInstagram(first)) };
  const linked = { base: `${first.networks.facebook}/${id}`, token: (await signInToFacebook(first)).userToken };
  const image = { image_url: `${base}/a.jpg`, caption: 'a picture' };
  const { body: made } = await call(`${own.base}/media`, bearer(own.token, image));
  const reel = { media_type: 'REELS', upload_type: 'resumable', caption: 'a reel' };
  const { body: begun } = await call(`${linked.base}/media`, bearer(linked.token, reel));
  await closeForGood(first);

  const second = await openKept(folder);
  const upload = { authorization: `OAuth ${linked.token}`, offset: '0', file_size: String(video.length) };
  const sent = await call(textAt(begun, 'uri'), { method: 'POST', headers: upload, body: new Uint8Array(video) });
  expect(sent).toMatchObject({ status: 200, body: { success: true } });
  const creation = { creation_id: textAt(made, 'id') };
  expect((await call(`${own.base}/media_publish`, bearer(own.token, creation))).status).toBe(200);
  const status = async () =>
    (await call(`${first.networks.facebook}/${textAt(begun, 'id')}?fields=status_code`, bearer(linked.token))).body;
  await expect.poll(status).toMatchObject({ status_code: 'FINISHED' });
  const { status: published } = await call(
    `${linked.base}/media_publish`,
    bearer(linked.token, { creation_id: textAt(begun, 'id') }),
  );
  expect(published).toBe(200);
  expect(await second.posts('instagram')).toMatchObject([
    { text: 'a picture', media: [{ type: 'image/jpeg', sha256: hashOf(picture) }] },
    { text: 'a reel', media: [{ type: 'video/mp4', sha256: hashOf(video) }] },
  ]);
});

test('TikTok takes the second chunk of a video whose first one came before', async () => {
  const folder = await createFolder();
  const first = await openKept(folder);
  const { post } = await signInToTiktok(first);
  const video = sampleVideo(11_000_000);
  const { body } = await post('/video/init/', {
    post_info: { title: 'in two chunks', privacy_level: 'PUBLIC_TO_EVERYONE' },
    source_info: { source: 'FILE_UPLOAD', video_size: video.length, chunk_size: 5_000_000, total_chunk_count: 2 },
  });
  const uploadUrl = textAt(body, 'data', 'upload_url');
  expect((await putChunk(uploadUrl, video, { last: 4_999_999 })).status).toBe(206);
  await closeForGood(first);

  const second = await openKept(folder);
  const publish_id = textAt(body, 'data', 'publish_id');
  const status = async () => (await post('/status/fetch/', { publish_id })).body;
  expect(await status()).toMatchObject({ data: { status: 'PROCESSING_UPLOAD', uploaded_bytes: 5_000_000 } });
  expect((await putChunk(uploadUrl, video, { first: 5_000_000 })).status).toBe(201);
  await expect.poll(status).toMatchObject({ data: { status: 'PUBLISH_COMPLETE' } });
  expect(await second.posts('tiktok')).toMatchObject([{ text: 'in two chunks', media: [{ sha256: hashOf(video) }] }]);
});

test('Discord goes on counting calls, and still has the messages with their files', async () => {
  const folder = await createFolder();
  let now = Date.now();
  const clock = () => now;
  const first = await openKept(folder, { clock });
  const { webhook } = sandboxSeed.discord;
  const path = `${first.networks.discord}/api/webhooks/${webhook.id}/${webhook.token}`;
  const form = new FormData();
  form.set('payload_json', JSON.stringify({ content: 'a file' }));
  form.set('files[0]', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'a.png');
  const written = await call(`${path}?wait=true`, { method: 'POST', body: form });
  expect(written.headers.get('x-ratelimit-remaining')).toBe('4');
  await closeForGood(first);

  now += 500;
  const second = await openKept(folder, { clock });
  expect(await second.posts('discord')).toMatchObject([{ media: [{ type: 'image/png', sha256: hashOf(png) }] }]);
  const again = await send(`${path}?wait=true`, 'POST', { content: 'the next' });
  expect([again.status, again.headers.get('x-ratelimit-remaining')]).toEqual([200, '3']);
  const message = `${path}/messages/${textAt(written.body, 'id')}`;
  expect((await call(message, { method: 'DELETE' })).status).toBe(204);
  expect(await second.posts('discord')).toMatchObject([
    { text: 'a file', deletedAt: expect.any(String) },
    { text: 'the next', deletedAt: null },
  ]);
});
