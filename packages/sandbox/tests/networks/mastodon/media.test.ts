import { request } from 'node:http';
import { expect } from 'vitest';
import { box, gif, jpeg, movingGif, mp4, png } from '../../support/media.ts';
import { call, open, test, textAt } from '../../support/sandbox.ts';
import { signInToMastodon } from './sign-in.ts';

const lost = { status: 404, body: { error: 'Record not found' } };
const invalid = 'Validation failed: File content type is invalid, File is invalid';
const sound = Buffer.from('ID3 a song');

/** Opens a sandbox whose clock the test moves. */
async function openWithClock() {
  const clock = { now: Date.now() };
  const sandbox = await open({ clock: () => clock.now });
  return { clock, sandbox, ...(await signInToMastodon(sandbox)) };
}

test.each([
  ['a PNG', png, 'image'],
  ['a JPEG', jpeg(400, 300), 'image'],
  ['a HEIC', box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')), 'image'],
])('%s is ready at once', async (_name, file, type) => {
  const sandbox = await open();
  const { upload, get } = await signInToMastodon(sandbox);
  const answer = await upload(file, { description: 'seen', focus: '-0.5,1' });
  expect(answer).toMatchObject({
    status: 200,
    body: { type, url: expect.stringContaining('/media'), description: 'seen', meta: { focus: { x: -0.5, y: 1 } } },
  });
  expect((await get(`/v1/media/${textAt(answer.body, 'id')}`)).status).toBe(200);
});

test.each([
  ['a GIF', gif, 'gifv'],
  ['a video', mp4(5000), 'video'],
  ['a sound', sound, 'audio'],
])('%s is processed after the answer, and cannot be attached before', async (_name, file, type) => {
  const { clock, upload, get, post, sandbox } = await openWithClock();
  const answer = await upload(file);
  expect(answer).toMatchObject({ status: 202, body: { type, url: null } });
  const id = textAt(answer.body, 'id');
  expect(await get(`/v1/media/${id}`)).toMatchObject({ status: 206, body: { url: null } });
  expect(await post({ status: 'early', media_ids: [id] })).toMatchObject({
    status: 422,
    body: { error: 'Cannot attach files that have not finished processing. Try again in a moment!' },
  });
  clock.now += 2000;
  expect(await get(`/v1/media/${id}`)).toMatchObject({ status: 200, body: { url: expect.any(String) } });
  expect((await post({ status: 'late', media_ids: [id] })).status).toBe(200);
  expect(await sandbox.posts()).toMatchObject([{ text: 'late' }]);
});

test('the time of processing can be set, and the first version of the call has none', async () => {
  const { clock, sandbox, upload, get } = await openWithClock();
  await sandbox.settings({ mastodon: { processingMs: 60_000 } });
  const slow = await upload(png);
  expect(slow.status).toBe(202);
  clock.now += 59_999;
  expect((await get(`/v1/media/${textAt(slow.body, 'id')}`)).status).toBe(206);
  clock.now += 1;
  expect((await get(`/v1/media/${textAt(slow.body, 'id')}`)).status).toBe(200);
  expect(await upload(mp4(5000), {}, '/v1/media')).toMatchObject({ status: 200, body: { url: expect.any(String) } });
  await sandbox.settings({ mastodon: { processingMs: 0 } });
  expect((await upload(mp4(5000))).status).toBe(200);
});

test('a file belongs to its uploader, and to one status', async ({ sandbox }) => {
  const { upload, post, get, act } = await signInToMastodon(sandbox);
  const media = textAt((await upload()).body, 'id');
  await sandbox.settings({ authorizeAs: 'sandbox_friend' });
  const friend = await signInToMastodon(sandbox);
  expect(await friend.get(`/v1/media/${media}`)).toMatchObject(lost);
  const taken = { status: 422, body: { error: `Media ${media} not found or already attached to another post` } };
  expect(await friend.post({ status: 'mine?', media_ids: [media] })).toMatchObject(taken);
  const status = textAt((await post({ media_ids: [media] })).body, 'id');
  expect(await get(`/v1/media/${media}`)).toMatchObject(lost);
  expect(await post({ status: 'again', media_ids: [media] })).toMatchObject(taken);
  expect(await act('DELETE', `/v1/media/${media}`)).toMatchObject({
    status: 422,
    body: { error: 'Media attachment is currently used by a status' },
  });
  await act('DELETE', `/v1/statuses/${status}`);
  expect((await get(`/v1/media/${media}`)).status).toBe(200);
});

test('a file is described later, or removed', async ({ sandbox }) => {
  const { upload, post, act, get } = await signInToMastodon(sandbox);
  const media = textAt((await upload()).body, 'id');
  const described = await act('PUT', `/v1/media/${media}`, { description: 'one red pixel', focus: '0.1,0.2' });
  expect(described).toMatchObject({ status: 200, body: { description: 'one red pixel', meta: { focus: { x: 0.1 } } } });
  const posted = await post({ media_ids: [media] });
  expect(posted.body).toMatchObject({ media_attachments: [{ description: 'one red pixel' }] });
  expect(await act('PUT', `/v1/media/${media}`, { description: 'late' })).toMatchObject(lost);
  const other = textAt((await upload()).body, 'id');
  expect(await act('DELETE', `/v1/media/${other}`, {})).toMatchObject({ status: 200, body: {} });
  expect(await get(`/v1/media/${other}`)).toMatchObject(lost);
});

test('a video or a sound stands alone, a moving picture does not', async ({ sandbox }) => {
  await sandbox.settings({ mastodon: { processingMs: 0 } });
  const { upload, post } = await signInToMastodon(sandbox);
  const idOf = async (file: Buffer) => textAt((await upload(file)).body, 'id');
  const mixed = { status: 422, body: { error: 'Cannot attach a video to a post that already contains images' } };
  expect(await post({ media_ids: [await idOf(png), await idOf(mp4(1000))] })).toMatchObject(mixed);
  expect(await post({ media_ids: [await idOf(sound), await idOf(png)] })).toMatchObject(mixed);
  expect((await post({ media_ids: [await idOf(gif), await idOf(png)] })).status).toBe(200);
});

test.each([
  ['a text', Buffer.from('hello'), {}, invalid],
  ['a raw photo', box('ftyp', Buffer.from('crx \0\0\0\x01crx isom')), {}, invalid],
  ['a WebM without tracks', Buffer.from('1a45dfa3', 'hex'), {}, invalid],
  ['a picture with too many pixels', jpeg(8000, 8000), {}, '8000x8000 images are not supported'],
  [
    'a GIF with too many pixels',
    movingGif({ frames: 2, width: 1281, height: 720 }),
    {},
    '1281x720 GIF files are not supported',
  ],
  ['a video with too many pixels', mp4(1000, { width: 3842, height: 2160 }), {}, '3842x2160 videos are not supported'],
  [
    'a long description',
    png,
    { description: 'é'.repeat(1501) },
    'Validation failed: Description is too long (maximum is 1500 characters)',
  ],
])('%s is refused', async (_name, file, fields, error) => {
  const sandbox = await open();
  const { upload } = await signInToMastodon(sandbox);
  expect(await upload(file, fields)).toMatchObject({ status: 422, body: { error } });
});

test('an upload needs a file, and one that is not too large', async ({ sandbox }) => {
  const { upload, act, headers } = await signInToMastodon(sandbox);
  expect(await act('POST', '/v2/media', {})).toMatchObject({
    status: 422,
    body: { error: "Validation failed: File can't be blank" },
  });
  await sandbox.settings({ mastodon: { imageSizeLimit: png.length - 1 } });
  const tooLarge = `Validation failed: File file size must be less than ${png.length - 1} Bytes`;
  expect(await upload(png)).toMatchObject({ status: 422, body: { error: tooLarge } });
  const huge = await call(`${sandbox.networks.mastodon}/api/v2/media`, {
    ...{ method: 'POST', body: new Uint8Array(10) },
    headers: { ...headers, 'content-type': 'multipart/form-data' },
  });
  expect(huge.status).toBe(400);
});

test('a part without a content type is a file if it has a name', async ({ sandbox }) => {
  const { headers } = await signInToMastodon(sandbox);
  const body = Buffer.concat([
    Buffer.from('--XX\r\nContent-Disposition: form-data; name="file"; filename="blob"\r\n\r\n'),
    png,
    Buffer.from('\r\n--XX--\r\n'),
  ]);
  const status = await new Promise((resolve, reject) => {
    const sent = request(
      `${sandbox.networks.mastodon}/api/v1/media`,
      { method: 'POST', headers: { ...headers, 'content-type': 'multipart/form-data; boundary=XX' } },
      (response) => resolve(response.resume().statusCode),
    );
    sent.on('error', reject).end(body);
  });
  expect(status).toBe(200);
});
