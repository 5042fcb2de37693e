import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { uniqueText, useResource } from '@social/testkit';
import { beforeAll, expect, test, vi } from 'vitest';
import { MP4_HEAD } from '../../../platforms/tests/support/media-samples.ts';
import { phoneMovie } from '../../../rules/tests/strip/crafted-videos.ts';
import { startMediaProcess } from './media-process.ts';

const MEGABYTE = 1024 * 1024;
/** Held in memory, so much would exceed the room. */
const SIZE = 128 * MEGABYTE;
/** Memory for modules that are loaded on first use, and for the pieces in transit. */
const ROOM = 130 * MEGABYTE;

const program = useResource(() => startMediaProcess());
let server: URL;

beforeAll(async () => {
  await program.workspace().connect('microblog');
  server = new URL(program.url());
});

/** A video of random bytes, made piece by piece. */
function* film(bytes: number, head: Buffer = MP4_HEAD): Generator<Buffer> {
  yield head;
  const block = randomBytes(MEGABYTE);
  for (let left = bytes - head.length; left > 0; left -= block.length)
    yield block.subarray(0, Math.min(left, block.length));
}

function begin(bytes: number): ClientRequest {
  return request(new URL('/api/v1/media', server), {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${program.workspace().apiKey}`,
      'content-type': 'video/mp4',
      'content-length': String(bytes),
    },
  });
}

async function watchMemory<Result>(work: Promise<Result>): Promise<{ result: Result; peak: number }> {
  let peak = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, program.residentBytes());
      await delay(20);
    }
  })();
  const result = await work.finally(() => {
    isOver = true;
  });
  await watching;
  return { result, peak };
}

async function upload(bytes: number, head?: Buffer): Promise<{ sha256: string; body: { id: string; url: string } }> {
  const call = begin(bytes);
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  const hash = createHash('sha256');
  for (const piece of film(bytes, head)) {
    hash.update(piece);
    if (!call.write(piece)) await once(call, 'drain');
  }
  call.end();
  const [answer] = await answered;
  return { sha256: hash.digest('hex'), body: (await json(answer)) as { id: string; url: string } };
}

/** The head of a film that tells its place, before frames that go on to the end of the file. */
const TELLING_HEAD = Buffer.concat([phoneMovie({ brand: 'mp42' }), Buffer.from('\0\0\0\0mdat')]);

test.each([
  { what: 'a large file', head: MP4_HEAD, isStripped: false },
  { what: 'a large file that is stripped', head: TELLING_HEAD, isStripped: true },
])('$what goes to the disk and on to a network without being held in memory', async ({ head, isStripped }) => {
  const { api } = program.workspace();
  const before = program.residentBytes();
  const { result: stored, peak } = await watchMemory(upload(SIZE, head));
  expect(stored.body.id).toBe(stored.sha256);
  expect(peak - before).toBeLessThan(ROOM);
  const post = { text: uniqueText('A film'), platforms: ['microblog'], media: [{ url: stored.body.url }] };
  const sent = api('POST', '/api/v1/posts', { body: post }).then(({ body }) =>
    vi.waitFor(
      async () => {
        const { body: now } = await api('GET', `/api/v1/posts/${body.id}`);
        expect(now.platformResults.microblog).toMatchObject({ ok: true });
      },
      { timeout: 20_000, interval: 100 },
    ),
  );
  const sending = await watchMemory(sent);
  expect(sending.peak - before).toBeLessThan(ROOM + 30 * MEGABYTE);
  const accepted = (await program.sandbox.posts()).filter(({ text }) => text === post.text);
  const [[sentFile, ...others] = []] = accepted.map(({ media }) => media);
  expect(others).toEqual([]);
  expect(sentFile?.bytes).toBe(SIZE);
  expect(sentFile?.sha256 === stored.sha256).toBe(!isStripped);
});

test.each([10, 50, 99])('a file that is cut off after %i %% leaves nothing behind', async (percent) => {
  const bytes = 8 * MEGABYTE;
  const call = begin(bytes);
  call.on('error', () => undefined);
  let left = Math.floor((bytes * percent) / 100);
  for (const piece of film(bytes)) {
    const part = piece.subarray(0, left);
    if (!call.write(part)) await once(call, 'drain');
    left -= part.length;
    if (left === 0) break;
  }
  await vi.waitFor(() => expect(readdirSync(program.incomingDirectory)).toHaveLength(1), 15_000);
  call.destroy();
  await vi.waitFor(() => expect(readdirSync(program.incomingDirectory)).toEqual([]), 15_000);
  expect((await upload(bytes)).body).toMatchObject({ bytes });
});

// A client that gets no processor while the server lingers meets a closed connection.
test('a client that sends more than any platform takes reads why before it has sent everything', {
  retry: 2,
}, async () => {
  const call = begin(4 * 1024 * MEGABYTE + 1);
  let sent = 0;
  const stop = new AbortController();
  const sending = (async () => {
    for (const piece of film(200 * MEGABYTE)) {
      if (stop.signal.aborted) return;
      sent += piece.length;
      if (!call.write(piece)) await Promise.race([once(call, 'drain'), once(stop.signal, 'abort')]);
    }
  })().catch(() => undefined);
  call.on('error', () => undefined);
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  expect([answer.statusCode, ((await json(answer)) as { code: string }).code]).toEqual([413, 'payload_too_large']);
  stop.abort();
  await sending;
  call.destroy();
  expect(sent).toBeLessThan(200 * MEGABYTE);
});
