import { expect, test } from 'vitest';
import { sandboxSeed } from '../../src/index.ts';
import { article, signInToLinkedin, uploadImage } from '../networks/linkedin/sign-in.ts';
import { signInToMastodon } from '../networks/mastodon/sign-in.ts';
import { bearer, signInToFacebook, signInToInstagram } from '../networks/meta/sign-in.ts';
import { putChunk, signInToTiktok } from '../networks/tiktok/sign-in.ts';
import { hashOf, hostMedia, jpeg, mp4, png } from '../support/media.ts';
import { call, formOf, send, textAt } from '../support/sandbox.ts';
import { closeForGood, createFolder, openKept } from './folder.ts';

test('LinkedIn publishes a picture that was uploaded before a restart', async () => {
  const folder = await createFolder();
  const first = await openKept(folder);
  const { headers } = await signInToLinkedin(first);
  const posts = `${first.networks.linkedin}/rest/posts`;
  const urn = await uploadImage(first, headers, png);
  const closed = article('not to be reshared', { isReshareDisabledByAuthor: true });
  const parent = (await send(posts, 'POST', closed, headers)).headers.get('x-restli-id');
  await closeForGood(first);

  const second = await openKept(folder);
  const post = article('kept', { content: { media: { id: urn } } });
  expect((await send(posts, 'POST', post, headers)).status).toBe(201);
  expect(await second.posts('linkedin')).toMatchObject([
    { text: 'not to be reshared' },
    { text: 'kept', media: [{ type: 'image/png', sha256: hashOf(png) }] },
  ]);
  const reshare = article('again', { reshareContext: { parent } });
  expect((await send(posts, 'POST', reshare, headers)).status).toBeGreaterThanOrEqual(400);
});

test('Instagram publishes containers that were created before a restart, in both Graphs', async () => {
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

test('TikTok accepts the second chunk of a video after a restart', async () => {
  const folder = await createFolder();
  const first = await openKept(folder);
  const { post } = await signInToTiktok(first);
  const video = mp4(11_000_000);
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

test('Discord keeps its call counts, messages and files over a restart', async () => {
  const folder = await createFolder();
  let now = Date.now();
  const clock = () => now;
  const first = await openKept(folder, { clock });
  const { webhook } = sandboxSeed.discord;
  const path = `${first.networks.discord}/api/webhooks/${webhook.id}/${webhook.token}`;
  const fields = { payload_json: JSON.stringify({ content: 'a file' }), 'files[0]': png };
  const form = formOf(fields, 'a.png', 'image/png');
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

test('Mastodon keeps tokens, files, keys and statuses over a restart', async () => {
  const folder = await createFolder();
  const first = await openKept(folder);
  await first.settings({ mastodon: { maxCharacters: 20 } });
  const { headers, post, get, upload } = await signInToMastodon(first);
  const key = { 'idempotency-key': 'release-1' };
  const warned = await post({ status: 'a text', spoiler_text: 'a warning', visibility: 'unlisted' }, key);
  const media = textAt((await upload(png, { description: 'one red pixel' })).body, 'id');
  await closeForGood(first);

  const second = await openKept(folder);
  const repeated = await post({ status: 'again' }, key);
  expect(repeated.body).toMatchObject({
    id: textAt(warned.body, 'id'),
    spoiler_text: 'a warning',
    content: '<p>a text</p>',
  });
  expect((await get(`/v1/media/${media}`)).body).toMatchObject({ description: 'one red pixel' });
  expect((await post({ status: 'a'.repeat(21) })).status).toBe(422);
  expect((await post({ status: 'with a picture', media_ids: [media] })).status).toBe(200);
  expect(await second.posts('mastodon')).toMatchObject([
    { text: 'a warning\n\na text', idempotencyKey: 'release-1' },
    { text: 'with a picture', media: [{ type: 'image/png', sha256: hashOf(png) }] },
  ]);
  expect((await signInToMastodon(second)).headers).toEqual(headers);
});
