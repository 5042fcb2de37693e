import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Sandbox } from '../src/index.ts';
import { control, open, png, textAt } from './sign-in.ts';
import { sampleVideo, signInToTiktok } from './tiktok-sign-in.ts';

const jpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8]),
  Buffer.from([4, 56, 7, 128]),
  Buffer.alloc(12),
]);
const huge = Buffer.concat([jpeg.subarray(0, 7), Buffer.from([8, 0, 8, 0]), Buffer.alloc(12)]);
const files: Record<string, Buffer> = {
  '/1.jpg': jpeg,
  '/2.webp': Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'),
  '/3.png': png,
  '/huge.jpg': huge,
  '/clip.mp4': sampleVideo(5000),
};

/** Serves the files above on this machine; `/away` redirects to one of them. */
async function serveFiles(): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    if (url === '/away') return void response.writeHead(302, { location: '/1.jpg' }).end();
    const data = files[url];
    response.writeHead(data ? 200 : 404).end(data);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

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

/** Looks until it is over. */
async function outcomeOf(sandbox: Sandbox, path: string, body: unknown): Promise<unknown> {
  const { post } = await signInToTiktok(sandbox);
  const publish_id = textAt((await post(path, body)).body, 'data', 'publish_id');
  for (;;) {
    const { data } = (await post('/status/fetch/', { publish_id })).body as { data: { status: string } };
    if (data.status !== 'PROCESSING_DOWNLOAD') return { publish_id, ...data };
  }
}

test('photos are fetched from their addresses and shown with title and description', async () => {
  const sandbox = await open();
  const base = await serveFiles();
  const outcome = await outcomeOf(sandbox, '/content/init/', photoPost([`${base}/1.jpg`, `${base}/2.webp`]));
  expect(outcome).toMatchObject({ publish_id: expect.stringMatching(/^p_pub_url~/), status: 'PUBLISH_COMPLETE' });
  const { body } = await control(sandbox, 'GET', '/posts?network=tiktok');
  expect(body).toMatchObject({
    posts: [
      {
        text: 'funny cat\nthis will be a #funny photo on your @tiktok #fyp',
        media: [jpeg, files['/2.webp'] ?? Buffer.alloc(0)].map((data) => ({
          sha256: createHash('sha256').update(data).digest('hex'),
        })),
      },
    ],
  });
});

test('a video is fetched from its address', async () => {
  const sandbox = await open();
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
  expect((await control(sandbox, 'GET', '/posts')).body).toEqual({ posts: [] });
});

test('a video that cannot be fetched fails', async () => {
  const sandbox = await open();
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
])('%s is refused at once', async (_name, body, status, code) => {
  const sandbox = await open();
  const { post } = await signInToTiktok(sandbox);
  expect(await post('/content/init/', body)).toMatchObject({ status, body: { error: { code } } });
});

test('photos can be a draft', async () => {
  const sandbox = await open();
  const draft = photoPost([`${await serveFiles()}/1.jpg`], { post_mode: 'MEDIA_UPLOAD' });
  expect(await outcomeOf(sandbox, '/content/init/', draft)).toMatchObject({ status: 'SEND_TO_USER_INBOX' });
  expect((await control(sandbox, 'GET', '/posts')).body).toEqual({ posts: [] });
});
