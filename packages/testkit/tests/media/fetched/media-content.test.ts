import { gzipSync } from 'node:zlib';
import { useResource, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { MP4_HEAD } from '../../../../platforms/tests/support/media-samples.ts';
import { readTraces } from '../../protocol/http/refusals.ts';
import { type MediaHandler, sends, startMediaServer } from './media-servers.ts';
import { asf, gif, HTML, jpeg, png, SVG } from './sample-files.ts';

const CAP = 10 * 1024 * 1024;
/** Bytes of the largest picture that any network takes. */
const LARGEST_TAKEN = 20 * 1024 * 1024;

let endlessBytes = 0;
let shade = 0;

/** Sends data until the client stops reading. */
const endless =
  (headers: Record<string, string> = {}): MediaHandler =>
  (_request, response) => {
    response.writeHead(200, headers);
    response.write(png());
    const piece = Buffer.alloc(65_536);
    const more = (): void => {
      while (!response.destroyed && response.write(piece)) endlessBytes += piece.length;
    };
    response.on('drain', more);
    more();
  };

const HANDLERS: Readonly<Record<string, MediaHandler>> = {
  ...Object.fromEntries(
    [400, 401, 403, 404, 410, 500, 503].map((status) => [`/status-${status}.png`, sends(png(), {}, status)]),
  ),
  ...Object.fromEntries([201, 202, 203, 206].map((status) => [`/status-${status}.png`, sends(png(), {}, status)])),
  '/no-content.png': sends('', {}, 204),
  '/empty.png': sends(''),
  '/one-byte.png': sends('\x89'),
  '/drawing.svg': sends(SVG, { 'content-type': 'image/svg+xml' }),
  '/drawing.png': sends(SVG, { 'content-type': 'image/png' }),
  '/page.png': sends(HTML, { 'content-type': 'image/png' }),
  '/text.jpg': sends('just text'),
  '/file.pdf.png': sends('%PDF-1.7 ...'),
  '/program.png': sends(Buffer.from('7f454c460201010000000000', 'hex')),
  '/zip.png': sends(Buffer.from('504b0304140000000800', 'hex')),
  '/spaced.png': sends(Buffer.concat([Buffer.from('\n'), png()])),
  '/truncated.jpg': sends(jpeg().subarray(0, 5)),
  '/half.jpg': sends(jpeg().subarray(0, -6)),
  '/half.png': sends(png().subarray(0, -20)),
  '/half.gif': sends(gif().subarray(0, -5)),
  '/damaged.png': sends(damagedPng()),
  '/header-only.jpg': sends(Buffer.from('ffd8ff', 'hex')),
  '/truncated.png': sends(png().subarray(0, 12)),
  '/signature.png': sends(png().subarray(0, 8)),
  '/signature.gif': sends('GIF89a'),
  '/frames.gif': sends(gif(10_000)),
  '/flood.png': sends(png({ width: 60_000, height: 60_000 })),
  '/flood-wide.png': sends(png({ width: 0xffff_ffff, height: 1 })),
  '/nothing-wide.png': sends(png({ width: 0, height: 0 })),
  '/flood.gif': sends(Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(4, 0xff), Buffer.alloc(30)])),
  '/endless.png': endless(),
  '/endless-short.png': endless({ 'content-length': '10' }),
  '/announced.png': endless({ 'content-length': String(LARGEST_TAKEN + 1) }),
  '/longer.png': (_request, response) => {
    response.writeHead(200, { 'content-length': '5000' });
    response.write(png(), () => response.destroy());
  },
  '/gzip.png': sends(gzipSync(png()), { 'content-encoding': 'gzip' }),
  '/gzip-often.png': sends(gzipSync(png()), { 'content-encoding': Array(1_000).fill('gzip').join(', ') }),
  '/unknown-coding.png': sends(png(), { 'content-encoding': 'x-own' }),
  '/loop.png': sends(asf()),
  '/film.png': sends(Buffer.from('0000001c667479706d703432000000006d703432', 'hex')),
  '/good.txt': sends(png(), { 'content-type': 'text/plain' }),
  '/good': sends(png(), { 'content-type': 'application/octet-stream' }),
  '/really-jpeg.png': sends(jpeg(), { 'content-type': 'image/png' }),
  '/still.gif': sends(gif()),
  '/polyglot.jpg': sends(jpeg(Buffer.from(HTML)), { 'content-type': 'text/html' }),
  '/trailing.jpg': sends(Buffer.concat([jpeg(), Buffer.from('a film of the same moment')])),
  '/changing.png': (_request, response) => response.end(png({ shade: shade++ })),
  '/identity.png': sends(png(), { 'content-type': 'image/png' }),
  ...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`/nine-${at}.png`, sends(png({ shade: at }))])),
};

/** Returns a PNG whose pixel data is damaged. */
function damagedPng(): Buffer {
  const file = png();
  return file.fill(0x55, file.indexOf('IDAT') + 6, file.indexOf('IDAT') + 13);
}

/** Largest film that Mastodon takes. */
const MASTODON_FILM = 103_809_024;
const MB = 1_000_000;
let filmBytes = 0;

/** Sends a film, without announcing its length, as far as the client reads it. */
function film(bytes: number): MediaHandler {
  return (_request, response) => {
    filmBytes = 0;
    response.write(MP4_HEAD);
    const piece = Buffer.alloc(MB);
    const more = (): void => {
      while (!response.destroyed && filmBytes < bytes) {
        filmBytes += MB;
        if (!response.write(piece)) return;
      }
      response.end();
    };
    response.on('drain', more);
    more();
  };
}

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog', 'mastodon'] });
const media = useResource(() =>
  startMediaServer({
    ...HANDLERS,
    '/long.mp4': film(MASTODON_FILM + 200 * MB),
    '/longer.mp4': film(MASTODON_FILM + 5 * MB),
  }),
);

async function publish(paths: readonly string[], platforms = ['profnet']) {
  const { status, body } = await workspace.publish({
    text: `with ${paths.join(' ')}`,
    platforms,
    mediaUrls: paths.map((path) => media.url + path),
  });
  expect(status).toBe(201);
  return body.platformResults;
}

const UNREACHABLE = ['media_unreachable'];
const REFUSED = ['media_refused'];
const EITHER = [...UNREACHABLE, ...REFUSED];

test.each<readonly [id: string, title: string, path: string, codes: readonly string[]]>([
  ...[400, 401, 403, 404, 410, 500, 503].map(
    (status) => ['U76', `an answer ${status} that holds a picture`, `/status-${status}.png`, UNREACHABLE] as const,
  ),
  ['U76', 'part of a picture, which was not asked for', '/status-206.png', EITHER],
  ['U77', 'an answer without content', '/no-content.png', UNREACHABLE],
  ['U77', '0 bytes', '/empty.png', EITHER],
  ['U77', '1 byte', '/one-byte.png', REFUSED],
  ['U79', 'SVG', '/drawing.svg', REFUSED],
  ['U79', 'SVG that is called a PNG', '/drawing.png', REFUSED],
  ['U79', 'a page that is called a PNG', '/page.png', REFUSED],
  ['U79', 'text', '/text.jpg', REFUSED],
  ['U79', 'a PDF', '/file.pdf.png', REFUSED],
  ['U79', 'a program', '/program.png', REFUSED],
  ['U79', 'an archive', '/zip.png', REFUSED],
  ['U79', 'a picture after a line break', '/spaced.png', REFUSED],
  ['U82', 'a JPEG that breaks off', '/half.jpg', EITHER],
  ['U82', 'a JPEG that breaks off before it says how large it is', '/truncated.jpg', EITHER],
  ['U82', 'three bytes of a JPEG', '/header-only.jpg', EITHER],
  ['U82', 'a PNG that breaks off', '/half.png', EITHER],
  ['U82', 'a PNG that breaks off before it says how large it is', '/truncated.png', EITHER],
  ['X15', 'a PNG whose data is damaged', '/damaged.png', REFUSED],
  ['U82', 'the signature of a PNG', '/signature.png', EITHER],
  ['U82', 'a GIF that breaks off', '/half.gif', EITHER],
  ['U82', 'the signature of a GIF', '/signature.gif', EITHER],
  ['U83', 'a GIF of 10 000 frames', '/frames.gif', REFUSED],
  ['U84', 'a PNG that claims 3 600 megapixels', '/flood.png', REFUSED],
  ['U84', 'a PNG that claims to be 4 294 967 295 wide', '/flood-wide.png', REFUSED],
  ['U84', 'a PNG of 0 by 0', '/nothing-wide.png', REFUSED],
  ['U84', 'a GIF that claims 65 535 by 65 535', '/flood.gif', REFUSED],
  ['U86', 'a length that is too short', '/endless-short.png', EITHER],
  ['U86', 'a length that is too long', '/longer.png', UNREACHABLE],
  ['U86', 'a length above what is taken', '/announced.png', REFUSED],
  ['U88', 'gzip', '/gzip.png', UNREACHABLE],
  ['U88', 'gzip a thousand times', '/gzip-often.png', UNREACHABLE],
  ['U88', 'an unknown coding', '/unknown-coding.png', UNREACHABLE],
  ['U92', '55 bytes of ASF that lead in a circle', '/loop.png', REFUSED],
  ['U92', 'a film that is called a PNG', '/film.png', REFUSED],
])('%s: does not send %s', async (_id, _title, path, codes) => {
  const before = await readTraces(stack, workspace);
  const { profnet } = await publish([path]);
  expect(profnet).toMatchObject({ ok: false, state: 'failed', credits: 0 });
  expect(codes).toContain(profnet.code);
  expect(profnet.error).not.toContain('SECRET');
  const { balance, held, effects } = await readTraces(stack, workspace);
  expect({ balance, held, effects }).toEqual({ balance: before.balance, held: 0, effects: before.effects });
});

test('X15: does not store an upload whose data is damaged', async () => {
  const headers = { 'content-type': 'image/png' };
  const { status, body } = await workspace.api('POST', '/api/v1/media', { body: damagedPng(), headers });
  expect([status, body.code]).toEqual([400, 'media_refused']);
  expect(body.error).toContain('not a whole picture');
  const { body: stored } = await workspace.api('POST', '/api/v1/media', { body: png(), headers });
  expect(stored).toMatchObject({ kind: 'image', width: 8 });
});

test('U85: stops reading a file without end at the limit of 10 MB', async () => {
  endlessBytes = 0;
  const { profnet } = await publish(['/endless.png']);
  expect(profnet).toMatchObject({ ok: false, code: 'media_refused', credits: 0 });
  // The kernel buffers at most a few megabytes between the two.
  expect(endlessBytes).toBeLessThan(CAP + 8 * 1024 * 1024);
  const after = endlessBytes;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(endlessBytes).toBe(after);
});

test('stops reading a film at the limit of the platforms that it is for', async () => {
  const url = `${media.url}/long.mp4`;
  const overrides = { mastodon: { media: [{ url }] } };
  const { body } = await workspace.publish({ text: 'long', platforms: ['mastodon', 'profnet'], overrides });
  expect(body.platformResults).toMatchObject({
    profnet: { ok: true },
    mastodon: { code: 'media_refused', credits: 0 },
  });
  expect(body.platformResults.mastodon.error).toContain('long.mp4 is larger than 103.8 MB');
  expect(filmBytes).toBeGreaterThan(MASTODON_FILM);
  expect(filmBytes).toBeLessThan(MASTODON_FILM + 16 * MB);
});

test('reads a film whole when one of its platforms takes it, and refuses it for the others', async () => {
  const post = { text: 'longer', platforms: ['microblog', 'mastodon'], media: [{ url: `${media.url}/longer.mp4` }] };
  const { microblog, mastodon } = (await workspace.publish(post)).body.platformResults;
  expect(microblog).toMatchObject({ ok: true });
  expect(mastodon).toMatchObject({ ok: false, code: 'media_refused' });
  expect(mastodon.error).toContain('Mastodon takes up to 103.8 MB');
});

test.each([
  ['U80', 'a JPEG that is also a page', '/polyglot.jpg', 'image/jpeg'],
  ['U89', 'a PNG without an extension', '/good', 'image/png'],
  ['U89', 'a PNG with another extension', '/good.txt', 'image/png'],
  ['U89', 'a JPEG that is called a PNG', '/really-jpeg.png', 'image/jpeg'],
  ['U89', 'a GIF', '/still.gif', 'image/gif'],
  ['U89', 'a JPEG with something behind its end', '/trailing.jpg', 'image/jpeg'],
])('%s: sends %s as what it is', async (_id, _title, path, type) => {
  const { profnet } = await publish([path]);
  expect(profnet).toMatchObject({ ok: true, credits: 1 });
  expect((await stack.sandbox.posts('linkedin')).at(-1)?.media).toMatchObject([{ type }]);
});

test('U91: refuses a picture for a platform that must have a film with 400', async () => {
  const { status, body } = await workspace.publish({
    text: 'no film',
    platforms: ['profnet', 'shortvideo'],
    mediaUrls: [`${media.url}/good.png`],
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'invalid_request', details: { platform: 'shortvideo' } });
});

test('U94: fetches an address once that is given twice, and sends it twice', async () => {
  media.seen.length = 0;
  const { profnet } = await publish(['/identity.png', '/identity.png']);
  expect(profnet).toMatchObject({ ok: true, credits: 1 });
  expect(media.seen).toEqual(['/identity.png']);
  expect((await stack.sandbox.posts('linkedin')).at(-1)?.media).toHaveLength(2);
});

test('U94: sends every platform the same bytes, though the address gives others each time', async () => {
  media.seen.length = 0;
  const url = `${media.url}/changing.png`;
  const { body } = await workspace.publish({
    text: 'both the same',
    platforms: ['profnet', 'microblog'],
    media: [{ url, alt: 'grey' }, { url }],
  });
  expect(body.platformResults).toMatchObject({ profnet: { ok: true }, microblog: { ok: true } });
  expect(media.seen).toEqual(['/changing.png']);
  const both = (await stack.sandbox.posts()).filter(({ text }) => text === 'both the same');
  expect(both.map((post) => post.media.length)).toEqual([2, 2]);
  expect(new Set(both.flatMap((post) => post.media.map(({ sha256 }) => sha256))).size).toBe(1);

  await workspace.publish({ text: 'another one', platforms: ['profnet'], media: [{ url }] });
  const another = (await stack.sandbox.posts()).find(({ text }) => text === 'another one');
  expect(another?.media[0]?.sha256).not.toBe(both[0]?.media[0]?.sha256);
});

test('U95: publishes nine good pictures in their order', async () => {
  const { profnet } = await publish(Array.from({ length: 9 }, (_, at) => `/nine-${at}.png`));
  expect(profnet).toMatchObject({ ok: true, credits: 1 });
  const sent = (await stack.sandbox.posts('linkedin')).at(-1)?.media ?? [];
  expect(new Set(sent.map(({ sha256 }) => sha256)).size).toBe(9);
});

test('U95: fails a platform whole for one bad picture of nine, and not the platform that needs none', async () => {
  const paths = Array.from({ length: 9 }, (_, at) => (at === 7 ? '/status-404.png' : `/nine-${at}.png`));
  const before = await stack.sandbox.posts('linkedin');
  const results = await publish(paths, ['profnet', 'microblog']);
  expect(results).toMatchObject({
    profnet: { ok: false, state: 'failed', code: 'media_unreachable', credits: 0 },
    microblog: { ok: true, credits: 3 },
  });
  expect(await stack.sandbox.posts('linkedin')).toEqual(before);
});

test('U95: takes bad media for no reason to log an error', () => {
  expect(stack.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});
