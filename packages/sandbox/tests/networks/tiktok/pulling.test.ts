import { expect } from 'vitest';
import type { Sandbox } from '../../../src/index.ts';
import { hashOf, hostMedia, jpeg, mp4, png } from '../../support/media.ts';
import { open, test, textAt } from '../../support/sandbox.ts';
import { signInToTiktok } from './sign-in.ts';

const webp = Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1');
const pictures = { '1.jpg': jpeg(1920, 1080), '2.webp': webp, '3.png': png, 'huge.jpg': jpeg(2048, 2048) };

const videos = {
  'clip.mp4': mp4(5000),
  'sound.mp4': mp4(5000, { handler: 'soun' }),
  'long.mp4': mp4(5000, { seconds: 301 }),
  'small.mp4': mp4(5000, { width: 640, height: 358 }),
};

/** Serves pictures, a video, and a redirect. */
const serveFiles = () => hostMedia({ ...pictures, ...videos, away: '/1.jpg' });

const photoPost = (images: string[], change: Record<string, unknown> = {}) => ({
  post_info: {
    title: 'funny cat',
    description: 'this will be a #funny photo on your @tiktok #fyp',
    disable_comment: true,
    privacy_level: 'PUBLIC_TO_EVERYONE',
    auto_add_music: true,
  },
  source_info: { source: 'PULL_FROM_URL', photo_cover_index: 0, photo_images: images },
  post_mode: 'DIRECT_POST',
  media_type: 'PHOTO',
  ...change,
});
const videoPost = (video_url: string) => ({
  post_info: { title: 'pulled', privacy_level: 'SELF_ONLY' },
  source_info: { source: 'PULL_FROM_URL', video_url },
});

/** Polls until the publish has ended, and returns its status. */
async function outcomeOf(sandbox: Sandbox, path: string, body: unknown): Promise<unknown> {
  const { post } = await signInToTiktok(sandbox);
  const publish_id = textAt((await post(path, body)).body, 'data', 'publish_id');
  for (;;) {
    const { data } = (await post('/status/fetch/', { publish_id })).body as { data: { status: string } };
    if (data.status !== 'PROCESSING_DOWNLOAD') return { publish_id, ...data };
  }
}

test('photos are fetched from their addresses and shown with title and description', async ({ sandbox }) => {
  const base = await serveFiles();
  const images = [`${base}/1.jpg`, `${base}/2.webp`];
  const source_info = { source: 'PULL_FROM_URL', photo_cover_index: 1, photo_images: images };
  const outcome = await outcomeOf(sandbox, '/content/init/', photoPost(images, { source_info }));
  expect(outcome).toMatchObject({ publish_id: expect.stringMatching(/^p_pub_url~/), status: 'PUBLISH_COMPLETE' });
  expect(await sandbox.posts('tiktok')).toMatchObject([
    {
      text: 'funny cat\nthis will be a #funny photo on your @tiktok #fyp',
      media: [{ sha256: hashOf(pictures['1.jpg']) }, { sha256: hashOf(webp) }],
      settings: {
        privacy_level: 'PUBLIC_TO_EVERYONE',
        disable_comment: true,
        auto_add_music: true,
        photo_cover_index: 1,
      },
      labels: ['comments off', 'music by TikTok', 'cover: photo 2'],
    },
  ]);
});

test('a video is fetched from its address', async ({ sandbox }) => {
  const outcome = await outcomeOf(sandbox, '/video/init/', videoPost(`${await serveFiles()}/clip.mp4`));
  expect(outcome).toMatchObject({
    publish_id: expect.stringMatching(/^v_pub_url~/),
    status: 'PUBLISH_COMPLETE',
    downloaded_bytes: 5000,
  });
});

test.each([
  ['a PNG', '/3.png', 'file_format_check_failed'],
  ['a photo beyond 1080p', '/huge.jpg', 'picture_size_check_failed'],
  ['nothing at the address', '/4.jpg', 'photo_pull_failed'],
  ['a redirect', '/away', 'photo_pull_failed'],
])('%s fails, and nothing is published', async (_name, path, reason) => {
  const sandbox = await open();
  const base = await serveFiles();
  const outcome = await outcomeOf(sandbox, '/content/init/', photoPost([`${base}/1.jpg`, `${base}${path}`]));
  expect(outcome).toMatchObject({ status: 'FAILED', fail_reason: reason });
  expect(await sandbox.posts()).toEqual([]);
});

test.each([
  ['without pictures', 'sound', 'file_format_check_failed'],
  ['longer than the account may post', 'long', 'duration_check_failed'],
  ['with a side below 360 pixels', 'small', 'picture_size_check_failed'],
])('a video %s fails, and nothing is published', async (_name, file, reason) => {
  const sandbox = await open();
  const outcome = await outcomeOf(sandbox, '/video/init/', videoPost(`${await serveFiles()}/${file}.mp4`));
  expect(outcome).toMatchObject({ status: 'FAILED', fail_reason: reason });
  expect(await sandbox.posts()).toEqual([]);
});

test('a video that cannot be fetched fails', async ({ sandbox }) => {
  const outcome = await outcomeOf(sandbox, '/video/init/', videoPost(`${await serveFiles()}/none.mp4`));
  expect(outcome).toMatchObject({ status: 'FAILED', fail_reason: 'video_pull_failed' });
});

test.each([
  ['an address on the internet', photoPost(['https://example.com/1.jpg']), 403, 'url_ownership_unverified'],
  ['plain http', photoPost(['http://example.com/1.jpg']), 400, 'invalid_param'],
  ['no address', photoPost(['1.jpg']), 400, 'invalid_param'],
  ['no photo', photoPost([]), 400, 'invalid_param'],
  ['36 photos', photoPost(Array.from({ length: 36 }, () => 'http://127.0.0.1:9/1.jpg')), 400, 'invalid_param'],
  ['another media type', photoPost(['http://127.0.0.1:9/1.jpg'], { media_type: 'VIDEO' }), 400, 'invalid_param'],
  ['another mode', photoPost(['http://127.0.0.1:9/1.jpg'], { post_mode: 'DIRECT POST' }), 400, 'invalid_param'],
  [
    'bytes instead of addresses',
    photoPost([], { source_info: { source: 'FILE_UPLOAD', photo_cover_index: 0, photo_images: ['x'] } }),
    400,
    'invalid_param',
  ],
  [
    'a title of 91',
    photoPost(['http://127.0.0.1:9/1.jpg'], { post_info: { title: 'x'.repeat(91), privacy_level: 'SELF_ONLY' } }),
    400,
    'invalid_param',
  ],
  [
    'a cover that is no photo',
    photoPost([], {
      source_info: { source: 'PULL_FROM_URL', photo_cover_index: 1, photo_images: ['http://127.0.0.1:9/1.jpg'] },
    }),
    400,
    'invalid_param',
  ],
  [
    'branded content that only its author sees',
    photoPost(['http://127.0.0.1:9/1.jpg'], { post_info: { brand_content_toggle: true, privacy_level: 'SELF_ONLY' } }),
    400,
    'invalid_param',
  ],
])('%s is refused at once', async (_name, body, status, code) => {
  const sandbox = await open();
  const { post } = await signInToTiktok(sandbox);
  expect(await post('/content/init/', body)).toMatchObject({ status, body: { error: { code } } });
});

test('photos can be uploaded as a draft', async ({ sandbox }) => {
  const draft = photoPost([`${await serveFiles()}/1.jpg`], { post_mode: 'MEDIA_UPLOAD' });
  expect(await outcomeOf(sandbox, '/content/init/', draft)).toMatchObject({ status: 'SEND_TO_USER_INBOX' });
  expect(await sandbox.posts()).toEqual([]);
});
