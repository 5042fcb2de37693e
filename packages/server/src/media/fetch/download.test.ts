import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../log/logger.ts';
import { UNLIMITED } from '../keep/account.ts';
import { createTemporaryFiles, type TemporaryFile, type TemporaryFiles } from '../keep/temporary-files.ts';
import { createDownloader, type Downloader } from './download.ts';
import { FETCH_LIMITS } from './fetch-limits.ts';

/** A picture of one grey pixel. */
const PNG = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c636000000002000148afa4710000000049454e44ae426082',
  'hex',
);
const MP4 = readFileSync(join(import.meta.dirname, '../../../../rules/tests/look/files/silent.mp4'));
const MINUTE_MS = 60_000;
/** Limits of time that only an endless answer reaches. */
const LIMITS = {
  image: { maxBytes: 1_000, totalMs: MINUTE_MS, minRate: null },
  video: { maxBytes: 5_000, totalMs: MINUTE_MS, minRate: { bytes: 100, spanMs: MINUTE_MS } },
  document: { maxBytes: 0, totalMs: MINUTE_MS, minRate: null },
};
const SHORT_LIMITS = {
  image: { ...LIMITS.image, totalMs: 500 },
  video: { ...LIMITS.video, minRate: { bytes: 100, spanMs: 300 } },
  document: LIMITS.document,
};

const directory = mkdtempSync(join(tmpdir(), 'social-download-'));
const open = new Set<TemporaryFile>();
let server: Server;
let url: string;
let downloader: Downloader;
let impatient: Downloader;

/** Wraps the real files and notes the ones that are not removed yet. */
function watched(files: TemporaryFiles): TemporaryFiles {
  return {
    async create(owner) {
      const file = await files.create(owner);
      open.add(file);
      const { remove } = file;
      return Object.assign(file, {
        remove() {
          open.delete(file);
          return remove();
        },
      });
    },
  };
}

/** Sends pieces with pauses while the client reads them. */
async function drip(response: ServerResponse, head: Buffer, { bytes = 1, everyMs = 50, times = 200 }): Promise<void> {
  response.write(Buffer.concat([head, Buffer.alloc(64)]));
  for (let time = 0; time < times && !response.destroyed; time += 1) {
    await delay(everyMs);
    response.write(Buffer.alloc(bytes));
  }
  response.end();
}

const ANSWERS: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  '/picture': (response) => response.end(Buffer.concat([PNG, Buffer.alloc(900)])),
  '/short': (response) => response.end(PNG),
  '/large': (response) => response.end(Buffer.concat([PNG, Buffer.alloc(1_000)])),
  '/film': (response) => response.end(Buffer.concat([MP4, Buffer.alloc(3_000)])),
  '/large-film': (response) => response.end(Buffer.concat([MP4, Buffer.alloc(5_000)])),
  '/page': (response) => drip(response, Buffer.from('<!doctype html>'.padEnd(1_024)), {}),
  '/song': (response) => drip(response, Buffer.from('ID3'), {}),
  '/letter': (response) => drip(response, Buffer.from('%PDF-1.7'), {}),
  '/half': (response) => response.end(PNG.subarray(0, -8)),
  '/never': () => undefined,
  '/slow-picture': (response) => drip(response, PNG, {}),
  '/slow-film': (response) => drip(response, MP4, {}),
  '/steady-film': (response) => drip(response, MP4, { bytes: 100, times: 16 }),
  '/cut': (response) => {
    response.writeHead(200, { 'content-length': 900 });
    response.write(Buffer.concat([PNG, Buffer.alloc(100)]), () => response.destroy());
  },
};

beforeAll(async () => {
  server = createServer((request, response) => {
    ANSWERS[request.url ?? '']?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const files = watched(
    createTemporaryFiles({ directory, logger: createLogger('silent'), accountOf: async () => UNLIMITED }),
  );
  downloader = createDownloader({ policy: { allowLoopback: true }, files, limits: LIMITS });
  impatient = createDownloader({ policy: { allowLoopback: true }, files, limits: SHORT_LIMITS });
});

afterAll(async () => {
  await Promise.all([downloader.close(), impatient.close()]);
  server.closeAllConnections();
  server.close();
  rmSync(directory, { recursive: true });
});

const download = (path: string, signal = new AbortController().signal) =>
  downloader.download(url + path, signal, { owner: 'w' });

test.each([
  ['/picture', 'image/png', 967],
  ['/short', 'image/png', 67],
  ['/film', 'video/mp4', 4_804],
  ['/steady-film', 'video/mp4', 3_468],
])('downloads %s as %s of %i bytes', async (path, contentType, bytes) => {
  const fetched = await download(path);
  expect([fetched.look.contentType, fetched.file.bytes]).toEqual([contentType, bytes]);
  await fetched.file.remove();
});

test.each([
  ['/large', 'media_refused', 'is larger than 1 kB'],
  ['/large-film', 'media_refused', 'is larger than 5 kB'],
  ['/page', 'media_refused', 'is neither a picture, a video nor a document that networks take'],
  ['/song', 'media_refused', 'is a sound file; networks take pictures and videos'],
  ['/letter', 'media_refused', "is a document, and none of the post's platforms takes one"],
  ['/half', 'media_refused', 'is not a whole picture'],
  ['/cut', 'media_unreachable', 'could not be fetched: the connection was cut'],
])('fails for %s with %s, says that it %s, and leaves no file', async (path, code, reason) => {
  await expect(download(path)).rejects.toMatchObject({ code, message: expect.stringContaining(reason) });
  expect(open.size).toBe(0);
});

test.each(['/never', '/slow-picture', '/slow-film'])(
  'fails for %s when it takes too long, and leaves no file',
  async (path) => {
    const failure = {
      code: 'media_unreachable',
      message: expect.stringContaining('could not be fetched: it took too long'),
    };
    await expect(impatient.download(url + path, new AbortController().signal, { owner: 'w' })).rejects.toMatchObject(
      failure,
    );
    expect(open.size).toBe(0);
  },
);

test('ends an aborted download at once and leaves no file', async () => {
  const stop = new AbortController();
  const steady = download('/steady-film', stop.signal);
  const refused = expect(steady).rejects.toMatchObject({ code: 'media_unreachable' });
  await expect.poll(() => open.size).toBe(1);
  stop.abort();
  await refused;
  expect(open.size).toBe(0);
  await expect(download('/picture', stop.signal)).rejects.toMatchObject({ code: 'media_unreachable' });
});

test('allows pictures as large as the most generous platform takes, and 30 seconds for each', () => {
  expect(FETCH_LIMITS.image).toMatchObject({ maxBytes: 20 * 1024 * 1024, totalMs: 30_000 });
  expect(FETCH_LIMITS.video.minRate).not.toBeNull();
});
