import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../../src/run.ts';
import { checkedWith, failed, PICTURE, POST_ID, PUBLISHED, postWith, READY, shows } from '../support/posts.ts';
import { signedIn } from '../support/social.ts';
import {
  failure,
  json,
  loseAnswer,
  type Replies,
  type Reply,
  type StandInServer,
  startStandIn,
} from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { createTerminal } from '../support/terminal.ts';

/** Files that the tests of the look at files describe. */
const FILES = join(import.meta.dirname, '../../../rules/tests/look/files');
/** A picture of 0.7 MB: readers skip what stands behind its end. */
const BYTES = PICTURE + 'x'.repeat(700_000);
const SHA256 = createHash('sha256').update(BYTES).digest('hex');
const UPLOADED = 'POST /api/v1/media';
/** The check of a file asks what is connected. */
const LOOKED_UP = 'GET /api/connect/status';
const PUBLISHES: Replies = { 'POST /api/v1/posts': json(201, postWith({ photonet: PUBLISHED })) };
const ADDRESS = 'https://s.example/media/x/1.jpg';
const storedAt = (address: string) =>
  json(201, { id: SHA256, url: address, contentType: 'image/jpeg', bytes: BYTES.length, kind: 'image' });
const post = (path: string, ...more: string[]) => ['post', 'hi', '--to', 'photonet', '--media', path, ...more];

/** A directory with a picture, and the path of that. */
async function picture(name = 'a picture.jpg') {
  const directory = await temporaryDirectory({ [name]: BYTES });
  return { ...directory, path: join(directory.path, name) };
}

const mediaOf = (server: StandInServer) => (server.posts()[0] ?? server.dryRuns()[0])?.body.media;

it('uploads a file of this machine and publishes its address with its description', async () => {
  await using file = await picture();
  await using server = await startStandIn({ ...PUBLISHES, [UPLOADED]: storedAt(ADDRESS) });
  const args = post(file.path, '--alt', 'Our stand', '--media', 'https://example.com/b.jpg');
  const { code, stderr } = await server.social(args);
  expect([code, stderr]).toEqual([0, '']);
  expect(server.calls()).toEqual([LOOKED_UP, UPLOADED, 'POST /api/v1/posts']);
  const upload = server.seen.find(({ call }) => call === UPLOADED);
  expect(upload?.body).toBe(BYTES);
  expect(new URLSearchParams(upload?.query).get('name')).toBe('a picture.jpg');
  expect(upload?.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(BYTES.length),
    'repr-digest': `sha-256=:${Buffer.from(SHA256, 'hex').toString('base64')}:`,
  });
  expect(mediaOf(server)).toEqual([{ url: ADDRESS, alt: 'Our stand' }, { url: 'https://example.com/b.jpg' }]);
});

it('makes the same key of the same content, whatever its name and address', async () => {
  const addresses = [ADDRESS, 'https://s.example/media/y/1.jpg'];
  await using server = await startStandIn({ ...PUBLISHES, [UPLOADED]: addresses.map(storedAt) });
  for (const name of ['one.jpg', 'two.jpg']) {
    await using file = await picture(name);
    await server.social(post(file.path));
  }
  const [first, second] = server.posts().map(({ key }) => key);
  expect(first).toMatch(/^cli-[0-9a-f]{64}$/);
  expect(second).toBe(first);
});

it('uploads nothing in a dry run', async () => {
  await using file = await picture();
  await using server = await startStandIn(PUBLISHES);
  await server.social(post(file.path, '--dry-run'));
  expect(server.calls()).toEqual([LOOKED_UP]);
  expect(mediaOf(server)).toEqual([{ url: `https://not-uploaded.invalid/${SHA256}.jpg` }]);
});

it('uploads once more when the connection breaks', async () => {
  await using file = await picture();
  await using server = await startStandIn({ ...PUBLISHES, [UPLOADED]: [loseAnswer, storedAt(ADDRESS)] });
  const { code } = await server.social(post(file.path));
  expect([code, ...server.calls()]).toEqual([0, LOOKED_UP, UPLOADED, UPLOADED, 'POST /api/v1/posts']);
});

it.each([
  ['unsupported_media_type', 415, 2],
  ['media_refused', 400, 2],
  ['payload_too_large', 413, 2],
  ['media_quota_exceeded', 413, 1],
  ['unauthorized', 401, 4],
])('publishes nothing when the upload is refused with %s', async (reason, status, exitCode) => {
  await using file = await picture();
  await using server = await startStandIn({ [UPLOADED]: failure(status, reason) });
  const { code, stderr } = await server.social(post(file.path));
  expect(code).toBe(exitCode);
  expect(stderr).toContain(`a picture.jpg: about ${reason}`);
  expect(stderr).toContain('Nothing was published.');
  expect(server.calls()).toEqual([LOOKED_UP, UPLOADED]);
});

it('shows a bar on a terminal, and none with --json', async () => {
  await using file = await picture();
  // Long enough for the bar to be drawn.
  const slowly: Reply = (...call) => void setTimeout(() => storedAt(ADDRESS)(...call), 400);
  await using server = await startStandIn({ ...PUBLISHES, [UPLOADED]: slowly });
  const env = signedIn(server.url, { NO_COLOR: '', TERM: 'xterm' });
  const terminal = createTerminal(env);
  expect(await run(post(file.path), terminal.io)).toBe(0);
  expect(terminal.stderr()).toMatch(/uploading a picture\.jpg [█░]{20} \d+ % of 0\.7 MB/);
  const plain = createTerminal(env);
  expect(await run(['--json', ...post(file.path)], plain.io)).toBe(0);
  expect(plain.stderr()).toBe('');
});

it('shows how far a platform is', async () => {
  const progress = { stage: 'uploading', doneBytes: 50_000_000, totalBytes: 200_000_000 };
  const sending = failed('still_sending', { state: 'sending', progress });
  await using server = await startStandIn(shows(postWith({ video: sending }, { status: 'publishing' })));
  const terminal = createTerminal(signedIn(server.url));
  await run(['post', 'show', POST_ID], terminal.io);
  expect(terminal.stdout()).toContain('video █████░░░░░░░░░░░░░░░ 25 % of 200 MB');
});

it.each([
  ['sound.m4a', 'is a sound file; networks take pictures and videos'],
  ['sound-only.mp4', 'is a sound file; networks take pictures and videos'],
])('refuses %s before anything is sent, in a dry run too', async (name, problem) => {
  await using server = await startStandIn({});
  for (const options of [[], ['--dry-run']]) {
    const { code, stderr } = await server.social(post(join(FILES, name), ...options));
    expect(code).toBe(2);
    expect(stderr).toContain(`${name} ${problem}`);
  }
  expect(server.calls()).toEqual([]);
});

it('refuses a file that is no picture, whatever it is called, before anything is sent, in a dry run too', async () => {
  await using directory = await temporaryDirectory({ 'cat.jpg': 'no picture at all' });
  await using server = await startStandIn({});
  for (const options of [[], ['--dry-run']]) {
    const { code, stderr } = await server.social(post(join(directory.path, 'cat.jpg'), ...options));
    expect(code).toBe(2);
    expect(stderr).toContain(
      'cat.jpg is neither a picture, a video nor a document that networks take (PDF, PPT, PPTX, DOC, and DOCX)',
    );
  }
  expect(server.calls()).toEqual([]);
});

it.each([
  ['phone.mov', 1_500, 'video'],
  ['plain.jpg', -1, 'picture'],
  ['alpha.png', -1, 'picture'],
])('refuses %s that is cut off before anything is sent, in a dry run too', async (name, end, kind) => {
  const cut = readFileSync(join(FILES, name)).subarray(0, end);
  await using directory = await temporaryDirectory({ [name]: cut });
  await using server = await startStandIn({});
  for (const options of [[], ['--dry-run']]) {
    const { code, stderr } = await server.social(post(join(directory.path, name), ...options));
    expect(code).toBe(2);
    expect(stderr).toContain(`${name} is not a whole ${kind}; check the file`);
  }
  expect(server.calls()).toEqual([]);
});

it('tells the kind and the size of a file by its bytes in a dry run, whatever it is called', async () => {
  const film = readFileSync(join(FILES, 'silent.mp4'));
  await using directory = await temporaryDirectory({ 'film.jpg': film });
  await using server = await startStandIn({
    'POST /api/v1/posts?dryRun=true': json(200, checkedWith({ video: READY }, 500)),
  });
  const { code } = await server.social([
    'post',
    'hi',
    '--to',
    'video',
    '--media',
    join(directory.path, 'film.jpg'),
    '--dry-run',
  ]);
  expect(code).toBe(0);
  expect(mediaOf(server)).toEqual([{ url: expect.stringMatching(/\.mp4$/) }]);
});

it('says in a dry run what happens to a picture of this machine that is too large, and is a problem with --no-fit-media', async () => {
  const large = Buffer.concat([readFileSync(join(FILES, 'plain.jpg')), Buffer.alloc(8_400_000)]);
  const size = (large.length / 1e6).toFixed(2).replace(/0$/, '');
  await using directory = await temporaryDirectory({ 'large.jpg': large });
  const checked = checkedWith({ photonet: { ...READY, characters: { count: 2, max: 2200 } } }, 500);
  const status = { photonet: { connected: true, state: 'connected', network: 'instagram' } };
  await using server = await startStandIn({
    'POST /api/v1/posts?dryRun=true': json(200, checked),
    'GET /api/connect/status': json(200, status),
  });
  const args = post(join(directory.path, 'large.jpg'), '--dry-run', '--json');
  const fitted = await server.social(args);
  expect([fitted.code, JSON.parse(fitted.stdout).platformResults.photonet.note]).toEqual([
    0,
    `large.jpg is ${size} MB, and Instagram takes up to 8.39 MB; it will be made smaller.`,
  ]);
  const refused = await server.social([...args, '--no-fit-media']);
  expect(refused.code).toBe(2);
  expect(JSON.parse(refused.stdout)).toMatchObject({
    outcome: 'problem',
    platformResults: {
      photonet: {
        ...{ ok: false, state: 'problem', code: 'media_refused' },
        error: `large.jpg is ${size} MB, and Instagram takes up to 8.39 MB`,
      },
    },
  });
});
