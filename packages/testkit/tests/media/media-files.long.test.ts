import { setTimeout as delay } from 'node:timers/promises';
import { samplePng, uniqueText, useResource } from '@social/testkit';
import { expect, test } from 'vitest';
import { type MediaHandler, sends, startMediaServer } from './fetched/media-servers.ts';
import { type MediaProcess, startMediaProcess } from './media-process.ts';

const MIB = 1024 * 1024;
const LARGE = samplePng(1, 9.9 * MIB);
const POSTS = 12;
const ENDLESS = 6;

let released = Promise.withResolvers<void>();

/** Sends the first half, and the rest after `release`. */
const halting: MediaHandler = async (_request, response) => {
  response.writeHead(200, { 'content-length': LARGE.length });
  response.write(LARGE.subarray(0, LARGE.length / 2));
  await released.promise;
  response.end(LARGE.subarray(LARGE.length / 2));
};

const endless: MediaHandler = (_request, response) => {
  response.write(samplePng().subarray(0, 33));
  const piece = Buffer.alloc(64 * 1024);
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
};

const server = useResource(() => startMediaProcess());
const media = useResource(() =>
  startMediaServer({
    '/small.png': sends(samplePng()),
    '/large.png': sends(LARGE),
    '/halting.png': halting,
    '/endless.png': endless,
  }),
);

async function publish(path: string, to: MediaProcess = server) {
  const { status, body } = await to
    .workspace()
    .publish({ text: uniqueText(path), platforms: ['profnet'], mediaUrls: [media.url + path] });
  expect(status).toBe(201);
  return body;
}

/** Runs a task and returns the peak growth of the process, in bytes. */
async function growthDuring(task: () => Promise<void>): Promise<number> {
  const before = server.residentBytes();
  let most = before;
  let isRunning = true;
  const watching = (async () => {
    while (isRunning) {
      most = Math.max(most, server.residentBytes());
      await delay(5);
    }
  })();
  await task();
  isRunning = false;
  await watching;
  return most - before;
}

test('endless files are not kept in memory and leave nothing on the disk', async () => {
  const fetchEndless = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      const { platformResults } = await publish('/endless.png');
      expect(platformResults.profnet).toMatchObject({ ok: false, code: 'media_refused', credits: 0 });
    }
  };
  // A process grows with all data that passes through it until the first garbage collection.
  await fetchEndless(ENDLESS);
  // A heap grows in occasional steps. Retained files would add 120 MiB or more in every round.
  let growth = Number.POSITIVE_INFINITY;
  for (let round = 1; round <= 4 && growth >= 32 * MIB; round += 1)
    growth = await growthDuring(() => fetchEndless(ENDLESS));
  expect(growth).toBeLessThan(32 * MIB);
  expect(server.openFiles()).toBe(0);
  expect(server.namedFiles()).toEqual([]);
});

test('many posts with a picture of nearly 10 MB each keep it on the disk, and leave nothing there', async () => {
  const growth = await growthDuring(async () => {
    const posts = Promise.all(Array.from({ length: POSTS }, () => publish('/halting.png')));
    await expect.poll(() => server.openFiles(), { timeout: 60_000 }).toBe(POSTS);
    await expect.poll(() => server.namedFiles()).toEqual([]);
    released.resolve();
    for (const { platformResults } of await posts) expect(platformResults.profnet).toMatchObject({ ok: true });
  });
  const accepted = (await server.sandbox.posts('linkedin')).filter(({ text }) => text.startsWith('/halting.png'));
  // Nothing of its padding is shown, so it is not sent.
  expect(accepted.map(({ media: [picture] }) => picture?.bytes)).toEqual(Array(POSTS).fill(samplePng(1).length));
  // Files in memory would add to the growth of a busy process.
  expect(growth).toBeLessThan(POSTS * LARGE.length);
  expect(server.openFiles()).toBe(0);
  expect(server.namedFiles()).toEqual([]);
});

test('a process that is killed while it fetches leaves nothing on the disk', async () => {
  released = Promise.withResolvers();
  const cut = expect(publish('/halting.png')).rejects.toThrow();
  await expect.poll(() => server.openFiles()).toBe(1);
  // The server unlinks the file right after it opens it.
  await expect.poll(() => server.namedFiles()).toEqual([]);
  await server.kill();
  await cut;
  expect(server.namedFiles()).toEqual([]);
  await server.start();
  released.resolve();
  expect((await publish('/small.png')).platformResults.profnet).toMatchObject({ ok: true });
  expect([server.namedFiles(), server.openFiles()]).toEqual([[], 0]);
});

test('on a full disk the platform fails with a message that says what to do, and smaller files still work', async () => {
  // 4 or 8 MiB a file, by the shell: the limit fails a write as a full disk does.
  await using limited = await startMediaProcess(['sh', '-c', 'ulimit -f 8192; exec "$@"', 'sh']);
  const { platformResults } = await publish('/large.png', limited);
  expect(platformResults.profnet).toMatchObject({
    ok: false,
    state: 'failed',
    code: 'media_unreachable',
    error: 'The server cannot store media: its disk is full; make room there, then try again',
    retryable: true,
    credits: 0,
  });
  expect([limited.namedFiles(), limited.openFiles()]).toEqual([[], 0]);
  expect((await publish('/small.png', limited)).platformResults.profnet).toMatchObject({ ok: true });
});
