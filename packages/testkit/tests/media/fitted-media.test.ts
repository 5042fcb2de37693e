import { startFileServer, uniqueText, useResource, useStack } from '@social/testkit';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { brightness, jpegThatClaims, largeAnimation, phonePhoto, plainJpeg, SECRET_OWNER } from './photos.ts';

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog', 'shortvideo'] });
const files = useResource(startFileServer);

const MICROBLOG_BYTES = 5 * 1024 * 1024;

let photo: Buffer;
beforeAll(async () => {
  photo = await phonePhoto();
});

const upload = async (body: Uint8Array) =>
  (await workspace.api('POST', '/api/v1/media', { body, headers: { 'content-type': 'image/jpeg' } })).body;

/** The media of the post that a platform has accepted. */
async function mediaAt(made: { platformResults: Record<string, { platformPostId: string }> }, platform: string) {
  const accepted = await stack.sandbox.posts();
  return accepted.find(({ id }) => id === made.platformResults[platform]?.platformPostId)?.media ?? [];
}

async function bytesAtNetwork(digest: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${stack.sandboxUrl}/_sandbox/media/${digest}`)).arrayBuffer());
}

test('a photo that lies on its side is turned for every network, and made smaller for the one that it is too large for', async () => {
  expect(photo.length).toBeGreaterThan(MICROBLOG_BYTES);
  expect(photo.includes(SECRET_OWNER)).toBe(true);
  const media = [{ url: files.serve('/photo.jpg', { body: photo }) }];
  const { body } = await workspace.publish({ text: uniqueText('Fits'), platforms: ['profnet', 'microblog'], media });
  expect(body.platformResults).toMatchObject({ profnet: { ok: true }, microblog: { ok: true } });
  expect(body.platformResults.profnet.note).toMatch(/photo\.jpg was turned upright: 3024 × 4032, .* → 3024 × 4032, /);
  const [turned] = await mediaAt(body, 'profnet');
  const whole = await bytesAtNetwork(turned?.sha256 ?? '');
  expect(whole.includes(SECRET_OWNER)).toBe(false);
  expect(await sharp(whole).metadata()).toMatchObject({ width: 3024, height: 4032 });
  expect(files.requests.filter((path) => path === '/photo.jpg')).toHaveLength(1);

  const [sent] = await mediaAt(body, 'microblog');
  const fitted = await bytesAtNetwork(sent?.sha256 ?? '');
  expect(fitted.length).toBeLessThanOrEqual(MICROBLOG_BYTES);
  const { width, height, format, exif, orientation } = await sharp(fitted).metadata();
  expect({ format, exif, orientation: orientation ?? 1 }).toEqual({ format: 'jpeg', exif: undefined, orientation: 1 });
  expect(fitted.includes(SECRET_OWNER)).toBe(false);
  expect(width / height).toBeCloseTo(3 / 4, 2);
  expect(await brightness(fitted, { left: 0.6, top: 0.1 })).toBeGreaterThan(250);
  expect(await brightness(fitted, { left: 0.1, top: 0.1 })).toBeLessThan(200);
  const before = `3024 × 4032, ${Number((photo.length / 1e6).toFixed(1))} MB`;
  const after = `${width} × ${height}, ${(fitted.length / 1e6).toFixed(1)} MB`;
  const note = `photo.jpg was turned upright and made smaller: ${before} → ${after}.`;
  expect(body.platformResults.microblog.note).toBe(note);
});

test('with fitMedia: false a picture that is too large is refused, and only where it is', async () => {
  const media = [{ url: files.serve('/refused.jpg', { body: photo }) }];
  const post = { text: uniqueText('Refused'), platforms: ['profnet', 'microblog'], media, fitMedia: false };
  const { body } = await workspace.publish(post);
  expect(body.fitMedia).toBe(false);
  expect(body.platformResults).toMatchObject({
    profnet: { ok: true },
    microblog: { ok: false, code: 'media_refused' },
  });
  expect(body.platformResults.microblog.error).toContain(
    `is ${Number((photo.length / 1e6).toFixed(1))} MB, and X takes up to 5.2 MB`,
  );
  expect((await stack.sandbox.posts()).filter(({ text }) => text === post.text)).toHaveLength(1);
});

test('an uploaded picture is made to fit by its sides, for a network that fetches it; a dry run says so before', async () => {
  const { url } = await upload(await plainJpeg(2200, 1650));
  const post = { text: uniqueText('Sides'), platforms: ['shortvideo'], media: [{ url }] };
  const { body: checked } = await workspace.publish({ ...post, dryRun: true });
  expect(checked.platformResults.shortvideo.note).toBe(
    'image.jpg is 2200 × 1650 pixels, and TikTok takes up to 1920 × 1080; it will be made smaller.',
  );
  const { body: refusing } = await workspace.publish({ ...post, dryRun: true, fitMedia: false });
  expect(refusing).toMatchObject({
    outcome: 'problem',
    platformResults: {
      shortvideo: { ok: false, code: 'media_refused', error: expect.stringContaining('2200 × 1650') },
    },
  });
  const { body } = await workspace.publish(post);
  const done = await workspace.untilPost(body.id, { platformResults: { shortvideo: { ok: true } } });
  expect(done.platformResults.shortvideo.note).toContain('→ 1440 × 1080');
  const [sent] = (await stack.sandbox.posts()).find(({ text }) => text === post.text)?.media ?? [];
  expect(await sharp(await bytesAtNetwork(sent?.sha256 ?? '')).metadata()).toMatchObject({ width: 1440, height: 1080 });
});

test('a scheduled post keeps its wish', async () => {
  const { url } = await upload(await plainJpeg(20, 20));
  const scheduledFor = new Date(Date.now() + 3_600_000).toISOString();
  const asked = { text: uniqueText('Later'), platforms: ['profnet'], media: [{ url }], scheduledFor };
  const { body } = await workspace.publish({ ...asked, fitMedia: false });
  expect(await workspace.readPost(body.id)).toMatchObject({ fitMedia: false });
  await workspace.api('DELETE', `/api/v1/posts/${body.id}`);
});

test('an animation stays one, and is refused where it is too large', async () => {
  const moving = largeAnimation(2 * MICROBLOG_BYTES);
  const media = [{ url: files.serve('/moving.gif', { body: moving }) }];
  const { body } = await workspace.publish({ text: uniqueText('Moving'), platforms: ['microblog', 'profnet'], media });
  expect(body.platformResults).toMatchObject({ microblog: { ok: true }, profnet: { code: 'media_refused' } });
  expect(body.platformResults.profnet.error).toMatch(
    /moving\.gif is [\d.]+ MB, and LinkedIn takes up to 10\.[\d]+ MB$/,
  );
  expect(await mediaAt(body, 'microblog')).toMatchObject([{ type: 'image/gif' }]);
});

test.each([
  ['65000 by 65000', 65_000, { ok: false, code: 'media_refused' }],
  ['7000 by 7000', 7_000, { ok: true, note: expect.stringContaining('was made smaller') }],
])('a small file that claims %s pixels takes none of the memory of the server', async (_, side, result) => {
  const media = [{ url: files.serve(`/bomb-${side}.jpg`, { body: await jpegThatClaims(side, side) }) }];
  const before = process.memoryUsage.rss();
  const { body } = await workspace.publish({ text: uniqueText('Bomb'), platforms: ['shortvideo'], media });
  expect(body.platformResults.shortvideo).toMatchObject(result);
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
});
