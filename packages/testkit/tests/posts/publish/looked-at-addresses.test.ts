import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { samplePng, startFileServer, uniqueText, useResource, useStack } from '@social/testkit';
import { beforeEach, describe, expect, test } from 'vitest';
import { close, listen } from '../../../src/servers/local-server.ts';

const { workspace } = useStack({ connect: ['bluesky', 'profnet', 'socialnet'] });

const SAMPLES = join(import.meta.dirname, '../../../../rules/tests/look/files');
const sample = (name: string) => readFileSync(join(SAMPLES, name));
const MEGABYTE = 1024 * 1024;

/** Serves one file in parts, and counts the bytes that it sends. */
const parts = useResource(async () => {
  const server = createServer((request, response) => {
    const { body } = served;
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const piece = from === undefined ? body : body.subarray(Number(from), Number(to) + 1);
    served.ranges.push(request.headers.range);
    if (served.refusesEnd && Number(from) > 0) {
      response.writeHead(403).end();
      return;
    }
    const range = `bytes ${from}-${Number(from) + piece.length - 1}/${body.length}`;
    response.writeHead(from === undefined ? 200 : 206, from === undefined ? {} : { 'content-range': range }).end(piece);
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const served = { url, body: Buffer.alloc(0) as Buffer, ranges: [] as unknown[], refusesEnd: false };
  return { served, [Symbol.asyncDispose]: () => close(server) };
});
const whole = useResource(startFileServer);

/** Serves one file as a whole, refuses what asks for parts, and counts its requests. */
const partless = useResource(async () => {
  const server = createServer((request, response) => {
    const { range } = request.headers;
    served.ranges.push(range);
    if (range !== undefined) response.writeHead(served.status).end('no parts');
    else response.writeHead(200).end(served.body);
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const served = { url, status: 0, body: Buffer.alloc(0) as Buffer, ranges: [] as unknown[] };
  return { served, [Symbol.asyncDispose]: () => close(server) };
});

let path: string;
beforeEach(() => {
  path = `/${uniqueText('file').replaceAll(/\W/g, '')}`;
  parts.served.ranges.length = 0;
  partless.served.ranges.length = 0;
});

async function check(url: string, platform = 'bluesky') {
  const post = { text: uniqueText('Looked'), platforms: [platform], media: [{ url }], dryRun: true };
  const { body } = await workspace.publish(post);
  return body.platformResults[platform];
}

/** A film with its description at its end, after filling. */
function longFilm(fillingBytes: number): Buffer {
  const film = sample('silent.mp4');
  const header = Buffer.alloc(8);
  header.writeUInt32BE(fillingBytes + 8);
  header.write('free', 4);
  const ftyp = film.readUInt32BE(0);
  return Buffer.concat([film.subarray(0, ftyp), header, Buffer.alloc(fillingBytes), film.subarray(ftyp)]);
}

describe('a file at an address in a dry run', () => {
  test('a small file is looked at, and refused or ready as in the publish', async () => {
    parts.served.body = sample('animated.gif');
    expect(await check(`${parts.served.url}${path}.gif`)).toMatchObject({ ok: false, code: 'media_refused' });
    parts.served.body = sample('alpha.png');
    expect(await check(`${parts.served.url}${path}.png`)).toMatchObject({ ok: true, state: 'ready' });
  });

  test('of a large film both ends are read, once a minute', async () => {
    parts.served.body = longFilm(5 * MEGABYTE);
    const url = `${parts.served.url}${path}.mp4`;
    const first = await check(url, 'socialnet');
    expect(first).toMatchObject({ ok: true, state: 'ready' });
    expect(first.note ?? '').not.toContain('not looked at');
    expect(await check(url)).toMatchObject({ ok: true, state: 'ready' });
    const { length } = parts.served.body;
    expect(parts.served.ranges).toEqual([`bytes=0-${MEGABYTE - 1}`, `bytes=${length - MEGABYTE}-${length - 1}`]);
  });

  test('a file that its server sends as a whole is looked at where it is small', async () => {
    const url = whole.serve(`${path}.gif`, { body: sample('animated.gif') });
    expect(await check(url)).toMatchObject({ ok: false, code: 'media_refused' });
  });

  test.each([400, 403, 405, 416])('of a server that answers %d to requests for parts is looked at', async (status) => {
    Object.assign(partless.served, { status, body: sample('animated.gif') });
    const found = await check(`${partless.served.url}${path}.gif`);
    expect(found).toMatchObject({ ok: false, code: 'media_refused', error: expect.stringContaining('is animated') });
    expect(partless.served.ranges).toEqual([`bytes=0-${MEGABYTE - 1}`, undefined]);
    Object.assign(partless.served, { body: longFilm(2 * MEGABYTE) });
    const film = await check(`${partless.served.url}${path}.mp4`);
    expect(film).toMatchObject({ ok: true, note: expect.stringContaining('its server does not send parts of files') });
  });

  test('that its server refuses part by part is ready, with a note', async () => {
    parts.served.body = longFilm(5 * MEGABYTE);
    parts.served.refusesEnd = true;
    const found = await check(`${parts.served.url}${path}.mp4`, 'socialnet');
    parts.served.refusesEnd = false;
    expect(found).toMatchObject({ ok: true, note: expect.stringContaining('its server does not send parts of files') });
  });

  test('sound is a problem', async () => {
    const url = whole.serve(`${path}.mp3`, { body: sample('sound.mp3') });
    expect(await check(url)).toMatchObject({ ok: false, error: expect.stringContaining('is a sound file') });
  });

  test('a picture that is cut off is a problem', async () => {
    const url = whole.serve(`${path}.png`, { body: samplePng(7, 2_000).subarray(0, 1_500) });
    expect(await check(url)).toMatchObject({ ok: false, error: expect.stringContaining('is not a whole picture') });
  });

  test.each([
    ['a large file without parts', { body: longFilm(2 * MEGABYTE) }, 'its server does not send parts of files'],
    ['a server in trouble', { body: 'later', status: 503 }, 'its server answered 503'],
    ['a server that has no time', { body: 'later', status: 429 }, 'its server answered 429'],
    ['a wrong part', { body: 'x', status: 206, headers: { 'content-range': 'bytes 5-6/9' } }, 'another part of it'],
    ['a part of nothing', { body: 'x', status: 206 }, 'another part of it'],
  ])('%s is ready, with a note', async (_, file, reason) => {
    const found = await check(whole.serve(`${path}.mp4`, file));
    expect(found).toMatchObject({ ok: true, state: 'ready' });
    expect(found.note).toContain(`${path.slice(1)}.mp4 was not looked at: `);
    expect(found.note).toContain(reason);
  });

  test.each([403, 404, 410])(
    'that answers %d is a problem now, as in the publish, and a note for later',
    async (status) => {
      const url = whole.serve(`${path}.mp4`, { body: 'gone', status });
      const post = { text: uniqueText('Gone'), platforms: ['bluesky'], media: [{ url }] };
      const error = expect.stringMatching(
        new RegExp(`^127\\.0\\.0\\.1:\\d+${path}\\.mp4 could not be fetched: its server answered ${status}$`),
      );
      const [checked, later] = await Promise.all(
        [{}, { scheduledFor: new Date(Date.now() + 3_600_000).toISOString() }].map(async (more) => {
          return (await workspace.publish({ ...post, ...more, dryRun: true })).body.platformResults.bluesky;
        }),
      );
      expect(checked).toMatchObject({ ok: false, state: 'problem', code: 'media_unreachable', error });
      expect(checked.note ?? '').not.toContain('will be checked');
      expect(later).toMatchObject({ ok: true, note: expect.stringContaining(`its server answered ${status}`) });
      const { body: sent } = await workspace.publish(post);
      expect(sent.platformResults.bluesky).toMatchObject({ ok: false, code: 'media_unreachable', error });
    },
  );

  test.each(['http://10.1.2.3/a.jpg', 'http://[fd00::1]/a.jpg', 'https://169.254.169.254/a.jpg'])(
    'at the private address %s is a problem, as in the publish',
    async (url) => {
      const post = { text: uniqueText('Private'), platforms: ['bluesky'], media: [{ url }] };
      const scheduledFor = new Date(Date.now() + 3_600_000).toISOString();
      const error = expect.stringMatching(/ could not be fetched: its address is not on the public internet$/);
      for (const more of [{ dryRun: true }, { dryRun: true, scheduledFor }, {}]) {
        const { body } = await workspace.publish({ ...post, ...more });
        expect(body.platformResults.bluesky).toMatchObject({ ok: false, code: 'media_unreachable', error });
      }
    },
  );

  test('that was put there after a refusal is looked at at once', async () => {
    const url = whole.serve(`${path}.png`, { body: 'gone', status: 404 });
    expect(await check(url)).toMatchObject({ ok: false, code: 'media_unreachable' });
    whole.serve(`${path}.png`, { body: sample('alpha.png') });
    expect(await check(url)).toMatchObject({ ok: true, state: 'ready' });
  });

  test('that comes too slowly is not waited for', async () => {
    let hasGivenUp = false;
    const left = Promise.withResolvers<void>();
    const server = createServer((_, response) => {
      response.writeHead(206, { 'content-range': 'bytes 0-1048575/9000000' });
      const trickle = setInterval(() => response.write('x'), 100);
      const end = setTimeout(() => {
        hasGivenUp = true;
        response.destroy();
      }, 60_000);
      response.once('close', () => {
        clearInterval(trickle);
        clearTimeout(end);
        left.resolve();
      });
    });
    const url = `http://127.0.0.1:${await listen(server)}${path}.mp4`;
    const found = await check(url);
    expect(found).toMatchObject({ ok: true, state: 'ready' });
    expect(found.note).toBe(
      `${path.slice(1)}.mp4 was not looked at: it took too long. It will be checked when the post is sent.`,
    );
    await left.promise;
    expect(hasGivenUp).toBe(false);
    await close(server);
  }, 90_000);
});
