import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../src/run.ts';
import { signedIn, social, temporaryDirectory } from './social.ts';
import {
  failure,
  json,
  loseAnswer,
  POST_ID,
  PUBLISHED,
  postWith,
  type Reply,
  type StandInServer,
  startStandIn,
} from './stand-in-server.ts';
import { createTerminal } from './terminal.ts';

const BYTES = 'a picture, as far as this test goes'.repeat(20_000);
const SHA256 = createHash('sha256').update(BYTES).digest('hex');
const UPLOADED = 'POST /api/v1/media';
const published = json(201, postWith({ photonet: PUBLISHED }));
const storedAt = (address: string) =>
  json(201, { id: SHA256, url: address, contentType: 'image/jpeg', bytes: BYTES.length, kind: 'image' });
const post = (path: string, ...more: string[]) => ['post', 'hi', '--to', 'photonet', '--media', path, ...more];

async function pictureIn(directory: { path: string }, name = 'a picture.jpg'): Promise<string> {
  const path = join(directory.path, name);
  await writeFile(path, BYTES);
  return path;
}

const sent = (server: StandInServer) => server.seen.filter(({ call }) => call === 'POST /api/v1/posts');
const bodyOf = (server: StandInServer) => JSON.parse(sent(server)[0]?.body ?? '{}');

it('uploads a file of this machine and publishes its address with its description', async () => {
  await using directory = await temporaryDirectory();
  await using server = await startStandIn({
    [UPLOADED]: storedAt('https://s.example/media/x/1.jpg'),
    'POST /api/v1/posts': published,
  });
  const args = post(await pictureIn(directory), '--alt', 'Our stand', '--media', 'https://example.com/b.jpg');
  const { code, stderr } = await social(args, { env: signedIn(server.url) });
  expect([code, stderr]).toEqual([0, '']);
  expect(server.calls()).toEqual([UPLOADED, 'POST /api/v1/posts']);
  const upload = server.seen.find(({ call }) => call === UPLOADED);
  expect(upload?.body).toBe(BYTES);
  expect(upload?.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(BYTES.length),
    'repr-digest': `sha-256=:${Buffer.from(SHA256, 'hex').toString('base64')}:`,
  });
  expect(bodyOf(server).media).toEqual([
    { url: 'https://s.example/media/x/1.jpg', alt: 'Our stand' },
    { url: 'https://example.com/b.jpg' },
  ]);
});

it('makes the same key of the same content, whatever its name and address', async () => {
  await using directory = await temporaryDirectory();
  const addresses = ['https://s.example/media/x/1.jpg', 'https://s.example/media/y/1.jpg'];
  await using server = await startStandIn({ [UPLOADED]: addresses.map(storedAt), 'POST /api/v1/posts': published });
  for (const name of ['one.jpg', 'two.jpg']) {
    await social(post(await pictureIn(directory, name)), { env: signedIn(server.url) });
  }
  const [first, second] = sent(server).map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^cli-[0-9a-f]{64}$/);
  expect(second).toBe(first);
});

it('uploads nothing in a dry run', async () => {
  await using directory = await temporaryDirectory();
  await using server = await startStandIn({ 'POST /api/v1/posts': published });
  await social(post(await pictureIn(directory), '--dry-run'), { env: signedIn(server.url) });
  expect(server.calls()).toEqual(['POST /api/v1/posts']);
  expect(bodyOf(server).media).toEqual([{ url: `https://not-uploaded.invalid/${SHA256}.jpg` }]);
});

it('uploads once more when the connection breaks', async () => {
  await using directory = await temporaryDirectory();
  const replies = [loseAnswer, storedAt('https://s.example/media/x/1.jpg')];
  await using server = await startStandIn({ [UPLOADED]: replies, 'POST /api/v1/posts': published });
  const { code } = await social(post(await pictureIn(directory)), { env: signedIn(server.url) });
  expect([code, ...server.calls()]).toEqual([0, UPLOADED, UPLOADED, 'POST /api/v1/posts']);
});

it.each([
  ['unsupported_media_type', 415, 2],
  ['media_refused', 400, 2],
  ['payload_too_large', 413, 2],
  ['media_quota_exceeded', 413, 1],
  ['unauthorized', 401, 4],
])('publishes nothing when the upload is refused with %s', async (reason, status, exitCode) => {
  await using directory = await temporaryDirectory();
  await using server = await startStandIn({ [UPLOADED]: failure(status, reason) });
  const { code, stderr } = await social(post(await pictureIn(directory)), { env: signedIn(server.url) });
  expect(code).toBe(exitCode);
  expect(stderr).toContain(`a picture.jpg: about ${reason}`);
  expect(stderr).toContain('Nothing was published.');
  expect(server.calls()).toEqual([UPLOADED]);
});

it('shows a bar on a terminal, and none with --json', async () => {
  await using directory = await temporaryDirectory();
  const path = await pictureIn(directory);
  // The bar is drawn in its own time.
  const slowly: Reply = (...call) => void setTimeout(() => storedAt('https://s.example/media/x/1.jpg')(...call), 400);
  await using server = await startStandIn({ [UPLOADED]: slowly, 'POST /api/v1/posts': published });
  const env = signedIn(server.url, { NO_COLOR: '', TERM: 'xterm' });
  const terminal = createTerminal(env);
  expect(await run(post(path), terminal.io)).toBe(0);
  expect(terminal.stderr()).toMatch(/uploading a picture\.jpg [█░]{20} \d+ % of 0\.7 MB/);
  const plain = createTerminal(env);
  expect(await run(['--json', ...post(path)], plain.io)).toBe(0);
  expect(plain.stderr()).toBe('');
});

it('shows how far a platform is', async () => {
  const progress = { stage: 'uploading', doneBytes: 50_000_000, totalBytes: 200_000_000 };
  const sending = { ok: false, state: 'sending', code: 'still_sending', error: 'not yet', credits: 0, progress };
  const shown = postWith({ video: sending }, { status: 'publishing' });
  await using server = await startStandIn({
    [`GET /api/v1/posts/${POST_ID}`]: json(200, shown),
    [`GET /api/v1/posts/${POST_ID}/timeline`]: json(200, { events: [] }),
  });
  const terminal = createTerminal(signedIn(server.url));
  await run(['post', 'show', POST_ID], terminal.io);
  expect(terminal.stdout()).toContain('video █████░░░░░░░░░░░░░░░ 25 % of 200 MB');
});
