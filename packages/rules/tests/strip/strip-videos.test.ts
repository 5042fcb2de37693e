import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TELLS_NOTHING } from '../../src/media/look/file-look.ts';
import { lookAtFile } from '../../src/media/look/look-at-file.ts';
import { STRIPPED_VIDEOS } from '../../src/media/media-plan.ts';
import { MOST_EDITS } from '../../src/media/strip/file-edits.ts';
import { planStrip } from '../../src/media/strip/plan-strip.ts';
import { box, bytes } from '../look/crafted-files.ts';
import { cameraFilm, fragmentedMovie, manyPieces, PICTURES, phoneMovie, writtenBy } from './crafted-videos.ts';
import { applied, plan, SECRETS, strip, textsIn } from './strip.ts';

const file = (name: string): Uint8Array => readFileSync(join(import.meta.dirname, '../look/files', name));
const look = (content: Uint8Array) =>
  lookAtFile({ bytes: content.length, read: async (start, end) => content.subarray(start, end) });
const latin = (content: Uint8Array) => Buffer.from(content).toString('latin1');

async function expectNothingTold(before: Uint8Array, after: Uint8Array): Promise<void> {
  const [seenBefore, seenAfter] = [await look(before), await look(after)];
  expect(seenAfter).toEqual({ ...seenBefore, tells: TELLS_NOTHING });
  expect(textsIn(after, SECRETS)).toEqual([]);
  expect(await plan(after)).toBeNull();
  expect(after.length).toBe(before.length);
}

describe('an MP4 or QuickTime movie', () => {
  test.each([
    ['its header first', { isMovieFirst: true, isLong: false }],
    ['its header last', { isMovieFirst: false, isLong: false }],
    ['long offsets', { isMovieFirst: true, isLong: true }],
  ])('with %s loses what tells something, and keeps every picture at its place', async (_name, options) => {
    const movie = phoneMovie(options);
    const stripped = await strip(movie);
    await expectNothingTold(movie, stripped);
    for (const picture of PICTURES) expect(latin(stripped).indexOf(picture)).toBe(latin(movie).indexOf(picture));
    const tables = latin(movie).indexOf(options.isLong ? 'co64' : 'stco');
    expect(latin(stripped.subarray(tables, tables + 28))).toBe(latin(movie.subarray(tables, tables + 28)));
  });

  test('loses what cameras write behind it, and boxes that no player knows', async () => {
    const tail = Buffer.from('serial IXSE1234 +11.1111+22.2222 8db42d694ccc418790edff439fe026bf');
    const movie = Buffer.concat([phoneMovie(), box('abcd', bytes('+11.1111+22.2222')), tail]);
    const stripped = latin(await strip(movie));
    expect(stripped).toHaveLength(movie.length);
    expect(stripped).not.toMatch(/IXSE1234|11\.1111/);
    for (const picture of PICTURES) expect(stripped).toContain(picture);
  });

  test('loses its tracks of places by time, and no other', async () => {
    const stripped = latin(await strip(phoneMovie({ hasFraming: false })));
    expect(stripped.split('trak')).toHaveLength(2);
    expect(stripped).not.toMatch(/mebx|location|tmcd/);
    expect(stripped).toContain('chap');
  });

  test('keeps creator and copyright of all its descriptions', async () => {
    const stripped = latin(await strip(phoneMovie()));
    for (const kept of ['(c) Ada', '(c) Ada Long', 'com.apple.quicktime.copyright', '\xa9ART'])
      expect(stripped).toContain(kept);
    expect(stripped).toContain('<rdf:li>J\xc3\xb6rg &amp; Ada</rdf:li>');
    expect(stripped).toContain('<rdf:li xml:lang="x-default">CC &lt;BY&gt;</rdf:li>');
  });

  test.each(['place.mp4', 'phone.mov', 'turned.mp4', 'silent.mp4', 'sound.m4a', 'fragments.mp4', 'indexed.mp4'])(
    '%s loses what it tells, and keeps the bytes of its pictures',
    async (name) => {
      const whole = file(name);
      const stripped = await strip(whole);
      await expectNothingTold(whole, stripped);
      const at = latin(whole).indexOf('mdat');
      const end = at - 4 + Buffer.from(whole).readUInt32BE(at - 4);
      expect(latin(stripped.subarray(at, end))).toBe(latin(whole.subarray(at, end)));
    },
  );

  test.each([0x2_0000, 0x2_0020])('in fragments loses its tracks of places by time (flags %d)', async (flags) => {
    const movie = fragmentedMovie(flags);
    const stripped = await strip(movie);
    expect(textsIn(stripped, SECRETS)).toEqual([]);
    expect(textsIn(stripped, PICTURES)).toEqual(PICTURES);
    expect(latin(stripped).split('traf')).toHaveLength(3);
    for (const type of ['trak', 'trex', 'tfra']) expect(latin(stripped).split(type), type).toHaveLength(2);
    expect(stripped.length).toBe(movie.length);
    expect(await plan(stripped)).toBeNull();
  });

  test('keeps a track whose samples cannot be found, and its plan is not complete', async () => {
    const movie = fragmentedMovie(0);
    const planned = await plan(movie);
    expect(planned).toMatchObject({ isComplete: false, sizeChange: 0 });
    expect(latin(await applied(movie, planned as NonNullable<typeof planned>))).toContain('gpsdata 1');
  });

  test('loses small pictures beside its tracks, and what stands in its empty space', async () => {
    const movie = phoneMovie({ hasFraming: false });
    const told = bytes(movie, box('pnot', 'SN-4711'), box('skip', 'SN-4711'));
    expect(latin(await strip(told))).toBe(
      latin(bytes(await strip(movie), box('free', Array(7).fill(0)), box('skip', Array(7).fill(0)))),
    );
  });

  test('of an ordinary program has nothing to lose', async () => {
    for (const name of ['silent.mp4', 'turned.mp4', 'fragments.mp4', 'sound.m4a']) {
      expect(await plan(file(name)), name).toBeNull();
    }
  });

  test('keeps what stands behind its boxes, and its plan is not complete', async () => {
    const movie = bytes(phoneMovie(), [0, 0, 0, 1], 'no box here');
    const planned = await plan(movie);
    expect(planned).toMatchObject({ isComplete: false, sizeChange: 0 });
    expect(latin(await applied(movie, planned as NonNullable<typeof planned>))).toContain('no box here');
  });

  test('is of a type of which the look says the same', async () => {
    const videos = ['place.mp4', 'phone.mov', 'film.webm', 'film.mkv', 'film.avi', 'film.wmv', 'film.flv', 'film.mpg'];
    for (const name of videos) {
      const isFollowed = STRIPPED_VIDEOS.includes((await look(file(name)))?.contentType ?? '');
      expect((await plan(file(name)))?.isComplete ?? true, name).toBe(isFollowed);
    }
  });

  test('tells its place and the time of day by its tracks', async () => {
    for (const [handler, what] of [
      ['camm', 'place'],
      ['tmcd', 'time'],
    ] as const) {
      const movie = Buffer.from(manyPieces(1));
      expect((await look(movie))?.tells).toEqual(TELLS_NOTHING);
      movie.write(handler, movie.lastIndexOf('meta'), 'latin1');
      expect((await look(movie))?.tells[what], handler).toBe(true);
    }
  });

  test('is read in small parts, however large it is', async () => {
    const movie = phoneMovie();
    let read = 0;
    const planned = await planStrip({
      bytes: 4 * 1024 ** 3,
      async read(start, end) {
        read += end - start;
        return movie.subarray(start, end);
      },
    });
    expect(planned?.edits.length).toBeGreaterThan(10);
    expect(read).toBeLessThan(200_000);
  });

  test('keeps a track whose samples would stand in its header', async () => {
    const movie = phoneMovie();
    const offsets = latin(movie).lastIndexOf('stco') + 12;
    new DataView(movie.buffer).setUint32(offsets, 60);
    const planned = await plan(movie);
    expect(planned).toMatchObject({ isComplete: false, sizeChange: 0 });
    const stripped = await applied(movie, planned as NonNullable<typeof planned>);
    expect(latin(stripped).split('trak')).toHaveLength(3);
    expect((await look(stripped))?.tells).toEqual(TELLS_NOTHING);
  });

  test('loses no more pieces of a track than a plan may have', async () => {
    const movie = manyPieces(MOST_EDITS + 1);
    const planned = await plan(movie);
    expect(planned).toMatchObject({ isComplete: false, sizeChange: 0 });
    expect((await plan(manyPieces(1_000)))?.isComplete).toBe(true);
  });

  test('loses user data that is not made of boxes', async () => {
    const movie = bytes(phoneMovie(), box('udta', [0, 0, 0, 3], 'Neuschwanstein'));
    await expectNothingTold(movie, await strip(movie));
  });
});

describe('a WebM or Matroska file', () => {
  test.each([{ isOpen: false }, { isOpen: true }])('loses what tells something: %o', async (options) => {
    const film = cameraFilm(options);
    const stripped = await strip(film);
    await expectNothingTold(film, stripped);
    expect(latin(stripped).indexOf('picture one')).toBe(latin(film).indexOf('picture one'));
    const kept = ['A title', 'Lavf58', '(c) Ada'];
    expect(textsIn(stripped, kept)).toEqual(kept);
    expect(latin(stripped)).not.toContain('\xbf\x84\x01\x02\x03\x04');
  });

  test('loses names that are too long for a program, without reading them', async () => {
    const film = writtenBy(...Array.from({ length: 20 }, () => `iPhone 15 Pro${' '.repeat(60_000)}`));
    let read = 0;
    const planned = await planStrip({
      bytes: film.length,
      async read(start, end) {
        read += end - start;
        return film.subarray(start, end);
      },
    });
    expect(read).toBeLessThan(film.length / 10);
    expect(planned).toMatchObject({ isComplete: true, sizeChange: 0 });
    expect(textsIn(await strip(film), SECRETS)).toEqual([]);
    expect(await plan(await strip(film))).toBeNull();
  });

  test('of an ordinary program has nothing to lose', async () => {
    for (const name of ['film.webm', 'film.mkv', 'sound-only.webm']) expect(await plan(file(name)), name).toBeNull();
  });
});
