import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LOOK_LIMITS } from '../../src/media/look/byte-reader.ts';
import type { FileLook, FileTells } from '../../src/media/look/file-look.ts';
import { HEAD_BYTES } from '../../src/media/look/file-type.ts';
import { lookAtFile, typeOfHead } from '../../src/media/look/look-at-file.ts';
import { cameraFilm, phoneMovie } from '../strip/crafted-videos.ts';
import { box, bytes, compoundFile, EXIF, jxl, phonePicture, zip } from './crafted-files.ts';

/** Files that ffmpeg 4 and libvips 8.18 have written; `film.avi` is the beginning of one. */
const FILES = join(import.meta.dirname, 'files');
const file = (name: string): Uint8Array => readFileSync(join(FILES, name));

/** Looks at a file of which only parts are ever read. @returns what is seen, and how much was read */
async function look(content: Uint8Array, { isSizeKnown = true, length = content.length } = {}) {
  const spent = { reads: 0, bytes: 0 };
  const seen = await lookAtFile({
    bytes: isSizeKnown ? length : null,
    async read(start, end) {
      spent.reads += 1;
      spent.bytes += end - start;
      return content.subarray(start, end);
    },
  });
  return { seen, spent };
}

const seen = async (content: Uint8Array) => (await look(content)).seen;
const tells = (found: FileLook | null) =>
  Object.entries(found?.tells ?? {}).flatMap(([what, isTold]) => (isTold ? [what as keyof FileTells] : []));
const size = (width: number, height: number) => ({ width, height });

describe('what a file is', () => {
  test.each([
    ['portrait.jpg', 'image/jpeg'],
    ['alpha.png', 'image/png'],
    ['animated.gif', 'image/gif'],
    ['alpha.webp', 'image/webp'],
    ['place.avif', 'image/avif'],
    ['portrait.tiff', 'image/tiff'],
    ['silent.mp4', 'video/mp4'],
    ['phone.mov', 'video/quicktime'],
    ['film.webm', 'video/webm'],
    ['film.mkv', 'video/x-matroska'],
    ['film.avi', 'video/x-msvideo'],
    ['film.flv', 'video/x-flv'],
    ['film.wmv', 'video/x-ms-wmv'],
    ['film.mpg', 'video/mpeg'],
    ['film.m2t', 'video/mp2t'],
  ])('%s is %s', async (name, contentType) => {
    expect(await seen(file(name))).toMatchObject({ contentType, kind: contentType.split('/')[0] });
  });

  test.each([
    ['sound.m4a', 'audio/mp4'],
    ['sound-only.mp4', 'audio/mp4'],
    ['sound-only.webm', 'audio/webm'],
    ['sound.mka', 'audio/x-matroska'],
    ['sound.wma', 'audio/x-ms-wma'],
    ['sound.flv', 'audio/x-flv'],
    ['sound.mp3', 'audio/mpeg'],
    ['sound.ogg', 'audio/ogg'],
    ['sound.wav', 'audio/wav'],
    ['sound.flac', 'audio/flac'],
  ])('%s is sound, not a video', async (name, contentType) => {
    expect(await seen(file(name))).toMatchObject({ contentType, kind: 'audio', hasSound: true, size: null });
  });

  test.each([
    ['image/heic', phonePicture()],
    ['image/heic', box('ftyp', 'mif1', [0, 0, 0, 0], 'mif1heic')],
    ['image/avif', box('ftyp', 'mif1', [0, 0, 0, 0], 'avifmif1')],
    ['image/jxl', jxl],
    ['image/jxl', bytes([0, 0, 0, 12], 'JXL \r\n', [0x87], '\n', box('jxlc', jxl))],
    ['image/svg+xml', bytes('<?xml version="1.0"?>\n<!-- a --><svg width="30" height="20px"/>')],
    ['image/svg+xml', bytes('<!DOCTYPE svg [<!ENTITY a "b">]><svg:svg viewBox="0 0 30 20">')],
    ['video/quicktime', bytes(box('wide'), box('mdat', [1, 2, 3]), box('moov'))],
    ['video/mp4', box('ftyp', '3gp4', [0, 0, 0, 0], 'isom3gp4')],
    ['video/3gpp', box('ftyp', '3gp4', [0, 0, 0, 0], '3gp4')],
    ['application/pdf', bytes('%PDF-1.7\n')],
  ])('tells %s by its bytes', async (contentType, content) => {
    expect((await seen(content))?.contentType).toBe(contentType);
  });

  test.each([
    '',
    'GIF88a',
    '<!doctype html><html>',
    'plain text',
    'PK\x03\x04',
    '\xff\xfe<\0s\0v\0g\0',
    'abcdmoov text',
  ])('knows no type for %j', async (text) => {
    expect(await seen(bytes(text))).toBeNull();
  });

  test('shows in the first bytes before the rest has arrived, as far as they tell it', async () => {
    for (const name of readdirSync(FILES)) {
      const found = await seen(file(name));
      const type = typeOfHead(file(name).subarray(0, HEAD_BYTES));
      expect(type?.contentType.split('/')[1]?.replace('wmv', 'wma'), name).toBe(
        found?.contentType.split('/')[1]?.replace('wmv', 'wma'),
      );
    }
  });
});

describe('its size as it is seen', () => {
  test.each([
    ['portrait.jpg', size(300, 400), 6],
    ['plain.jpg', size(400, 300), 1],
    ['portrait.webp', size(30, 40), 6],
    ['portrait.tiff', size(30, 40), 6],
    ['alpha.webp', size(40, 30), 1],
    ['place.avif', size(400, 300), 1],
    ['three-frames.gif', size(20, 10), 1],
    ['animated.webp', size(20, 10), 1],
    ['silent.mp4', size(64, 96), 1],
    ['turned.mp4', size(96, 64), 8],
    ['phone.mov', size(96, 64), 6],
    ['film.webm', size(64, 96), 1],
    ['film.mkv', size(128, 96), 1],
    ['film.avi', size(64, 96), 1],
    ['film.flv', size(64, 96), 1],
    ['film.wmv', size(64, 96), 1],
  ])('%s', async (name, expected, orientation) => {
    expect(await seen(file(name))).toMatchObject({ size: expected, orientation });
  });

  test('of a picture in tiles is that of the whole, turned by its own properties and not by its EXIF', async () => {
    const found = await seen(phonePicture());
    expect(found).toMatchObject({ size: size(500, 800), orientation: 6, frames: 1, isWhole: true });
    expect(tells(found)).toEqual(['place', 'device', 'thumbnail']);
  });

  test('of a photo with several megabytes of other data before it', async () => {
    const jpeg = file('plain.jpg');
    const data = bytes([0xff, 0xe1, 0xff, 0xff], new Uint8Array(0xfffd));
    const whole = Buffer.concat([jpeg.subarray(0, 2), ...Array<Uint8Array>(60).fill(data), jpeg.subarray(2)]);
    expect((await seen(whole))?.size).toEqual(size(400, 300));
  });

  test('of JPEG XL and drawings', async () => {
    expect(await seen(jxl)).toMatchObject({ size: size(200, 300), orientation: 6, isAnimated: false });
    expect((await seen(bytes('<svg width="30" height="20px"/>')))?.size).toEqual(size(30, 20));
    expect((await seen(bytes('<svg viewBox="0 0 30 20">')))?.size).toEqual(size(30, 20));
    expect((await seen(bytes('<svg width="100%" height="5em">')))?.size).toBeNull();
  });
});

describe('its length, frames and sound', () => {
  test.each([
    ['silent.mp4', 2, false],
    ['sound.mp4', 2.1, true],
    ['fragments.mp4', 2, false],
    ['indexed.mp4', 2, false],
    ['phone.mov', 2, false],
    ['film.webm', 2, true],
    ['film.mkv', 2, false],
    ['film.flv', 2, false],
    ['film.wmv', 0.3, true],
    ['sound.m4a', 2.1, true],
  ])('%s lasts %d seconds', async (name, seconds, hasSound) => {
    const found = await seen(file(name));
    expect(found?.duration).toBeCloseTo(seconds, 1);
    expect(found?.hasSound).toBe(hasSound);
  });

  test('a film in more fragments than are looked at lasts for an unknown time', async () => {
    const film = file('fragments.mp4');
    const fragment = film.subarray(Buffer.from(film).indexOf('moof') - 4);
    expect((await seen(bytes(film, fragment)))?.duration).toBeCloseTo(2, 1);
    expect((await seen(Buffer.concat([film, ...Array<Uint8Array>(1_500).fill(fragment)])))?.duration).toBeNull();
  });

  test.each([
    ['animated.gif', 3, 0.6],
    ['three-frames.gif', 3, 0.3],
    ['animated.webp', 3, 0.3],
    ['animated.png', 3, null],
  ])('%s has %d frames', async (name, frames, duration) => {
    expect(await seen(file(name))).toMatchObject({ frames, isAnimated: true, duration });
  });

  test('a GIF may have as many blocks and frames as real ones need', async () => {
    const gif = file('three-frames.gif');
    const frame = bytes([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
    const header = bytes('GIF89a', [1, 0, 1, 0, 0, 0, 0]);
    const many = bytes(header, ...Array<Uint8Array>(5_000).fill(frame), [0x3b]);
    expect(await seen(many)).toMatchObject({ frames: 5_000, isWhole: true });
    const block = bytes([0xff], Array<number>(0xff).fill(0));
    const large = new Uint8Array(header.length + 12 + 78_000 * block.length + 1);
    large.set(bytes(header, frame.subarray(0, 11)));
    for (let at = header.length + 11; at + 256 < large.length; at += 256) large.set(block, at);
    large.set([0, 0x3b], large.length - 2);
    expect(await seen(large)).toMatchObject({ frames: 1, isWhole: true });
    expect(await seen(gif.subarray(0, -1))).toMatchObject({ frames: 3, isWhole: false });
  });

  test('a WebP may have many large frames', async () => {
    const frame = bytes(
      'ANMF',
      [0, 0, 1, 0],
      [0, 0, 0, 0, 0, 0, 19, 0, 0, 9, 0, 0, 40, 0, 0, 0],
      new Uint8Array(65_520),
    );
    const header = file('animated.webp').subarray(0, 30);
    const found = await seen(Buffer.concat([header, ...Array<Uint8Array>(100).fill(frame)]));
    expect(found).toMatchObject({ frames: 100, duration: 4, isAnimated: true });
  });

  test('a still picture has one frame and no length', async () => {
    for (const name of ['plain.jpg', 'alpha.png', 'alpha.webp', 'place.avif']) {
      expect(await seen(file(name))).toMatchObject({ frames: 1, isAnimated: false, duration: null });
    }
  });

  test('is transparent where its header says so', async () => {
    for (const name of ['alpha.png', 'alpha.webp', 'alpha.avif']) {
      expect((await seen(file(name)))?.hasTransparency, name).toBe(true);
    }
    for (const name of ['place.png', 'plain.jpg', 'portrait.webp', 'place.avif']) {
      expect((await seen(file(name)))?.hasTransparency, name).toBe(false);
    }
  });
});

describe('what it says of its making', () => {
  test.each([
    ['portrait.jpg', ['place', 'time', 'device']],
    ['place.png', ['place', 'time', 'device']],
    ['place.avif', ['place', 'time', 'device']],
    ['place.mp4', ['place', 'time']],
    ['phone.mov', ['place', 'device']],
    ['plain.jpg', []],
    ['silent.mp4', []],
    ['film.webm', []],
  ])('%s', async (name, expected) => {
    expect(tells(await seen(file(name)))).toEqual(expected);
  });

  test('in XMP and in the fields of agencies', async () => {
    const segment = (marker: number, content: Uint8Array) =>
      bytes([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255], content);
    const jpeg = file('plain.jpg');
    const withSegment = (one: Uint8Array) => bytes(jpeg.subarray(0, 2), one, jpeg.subarray(2));
    const xmp = bytes('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><photoshop:City>Munich</photoshop:City>');
    const city = bytes([0x1c, 2, 90, 0, 6], 'Munich');
    const resources = bytes('Photoshop 3.0\x008BIM', [4, 4, 0, 0, 0, 0, 0, city.length], city);
    expect(tells(await seen(withSegment(segment(0xe1, xmp))))).toEqual(['place']);
    expect(tells(await seen(withSegment(segment(0xed, resources))))).toEqual(['place']);
    expect(tells(await seen(withSegment(segment(0xe1, bytes('Exif\0\0', EXIF)))))).toEqual(['place', 'device']);
  });
});

test.each([
  [8, 2, false, 3],
  [16, 2, false, 6],
  [16, 2, true, 8],
  [16, 6, false, 8],
  [16, 4, false, 4],
  [1, 0, false, 1],
])(
  'a PNG of %i bits a color and type %i takes its bytes a pixel when it is decoded',
  async (bits, type, hasClear, count) => {
    const chunk = !hasClear ? [] : bytes([0, 0, 0, 1], 'tRNS', [0, 0, 0, 0, 0]);
    const header = bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [
      0,
      0,
      0,
      9,
      0,
      0,
      0,
      9,
      bits,
      type,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
    ]);
    expect((await seen(bytes(header, chunk)))?.pixelBytes).toBe(count);
  },
);

describe('a file that is cut off', () => {
  test.each([
    ...['silent.mp4', 'turned.mp4', 'fragments.mp4', 'indexed.mp4', 'place.mp4', 'phone.mov'],
    ...['place.avif', 'wide-gamut.heic', 'alpha.webp', 'animated.gif'],
  ])('%s', async (name) => {
    expect((await seen(file(name)))?.isWhole).toBe(true);
    for (const share of [0.3, 0.6, 0.9]) {
      expect((await seen(file(name).subarray(0, share * file(name).length)))?.isWhole, `${share}`).not.toBe(true);
    }
    const isIndexLast = name === 'fragments.mp4' || name === 'indexed.mp4';
    if (!isIndexLast) expect((await seen(file(name).subarray(0, -9)))?.isWhole).toBe(false);
  });

  test.each(['film.webm', 'film.mkv'])('%s, where it says how long it is', async (name) => {
    expect((await seen(file(name)))?.isWhole).toBeNull();
    expect((await seen(file(name).subarray(0, -9)))?.isWhole).toBe(false);
    expect((await seen(cameraFilm({ isOpen: true }).subarray(0, -9)))?.isWhole).toBeNull();
  });

  test('a movie whose description follows its pictures', async () => {
    const movie = phoneMovie({ isMovieFirst: false });
    expect((await seen(movie))?.isWhole).toBe(true);
    for (const share of [0.02, 0.03, 0.05, 0.5]) {
      expect((await seen(movie.subarray(0, share * movie.length)))?.isWhole, `${share}`).toBe(false);
    }
  });

  test('a movie of which only the description has arrived', async () => {
    const movie = phoneMovie();
    const content = Buffer.from(movie).lastIndexOf('mdat') - 4;
    expect((await seen(movie.subarray(0, content)))?.isWhole).toBe(false);
    expect((await seen(movie.subarray(0, content + 5)))?.isWhole).toBe(false);
  });

  test('does not include a movie that goes on to the end, or one behind which a camera has written', async () => {
    const movie = phoneMovie();
    const toTheEnd = Buffer.from(movie);
    toTheEnd.writeUInt32BE(0, toTheEnd.lastIndexOf('mdat') - 4);
    expect((await seen(toTheEnd))?.isWhole).toBe(true);
    for (const more of [bytes([0, 0, 0, 0]), bytes([0x30, 0, 1, 2], 'trailer of a camera')]) {
      expect((await seen(bytes(movie, more)))?.isWhole).toBe(true);
    }
  });

  test.each(['plain.jpg', 'alpha.png'])('%s is known only by reading all of it', async (name) => {
    expect((await seen(file(name)))?.isWhole).toBeNull();
  });
});

describe('a look at bytes of any kind', () => {
  const ALL = readdirSync(FILES).map(file);
  const FIXTURES = [...ALL, phonePicture(), jxl, zip('ppt/presentation.xml'), compoundFile('WordDocument')];

  async function expectBounded(content: Uint8Array, options = {}): Promise<void> {
    const { spent } = await look(content, options);
    expect(spent.reads).toBeLessThanOrEqual(LOOK_LIMITS.reads);
    expect(spent.bytes).toBeLessThanOrEqual(LOOK_LIMITS.bytes);
  }

  test('reads a bounded part and never fails, wherever the file is cut off or damaged', async () => {
    const damage = fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.nat(255) }), {
      maxLength: 8,
    });
    const cut = fc.double({ min: 0, max: 1, noNaN: true });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...FIXTURES),
        damage,
        cut,
        fc.boolean(),
        async (whole, changes, end, isSizeKnown) => {
          const content = whole.slice(0, Math.ceil(whole.length * end));
          for (const { at, byte } of changes) content[Math.floor(at * content.length)] = byte;
          await expectBounded(content, { isSizeKnown });
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('reads a bounded part of arbitrary bytes after the beginning of any type', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...FIXTURES),
        fc.nat(64),
        fc.uint8Array({ maxLength: 2_000 }),
        async (whole, kept, rest) => {
          await expectBounded(bytes(whole.subarray(0, kept), rest));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  const repeated = (head: Uint8Array, part: Uint8Array, length: number) => {
    const content = new Uint8Array(length);
    content.set(head);
    for (let at = head.length; at + part.length <= length; at += part.length) content.set(part, at);
    return content;
  };

  test.each([
    ['empty boxes', bytes(box('ftyp', 'isom'), box('moov')), box('free')],
    ['boxes within boxes', box('ftyp', 'isom'), bytes([0x7f, 255, 255, 255], 'moov')],
    ['empty tracks', box('ftyp', 'isom'), box('trak')],
    ['empty fragments', box('ftyp', 'isom'), box('moof')],
    ['blocks of one byte', file('animated.gif').subarray(0, 800), [1, 0x44]],
    ['empty extensions', file('animated.gif').subarray(0, 13 + 768), [0x21, 0xfe, 0]],
    ['empty segments', bytes([0xff, 0xd8]), [0xff, 0xe1, 0, 2]],
    ['fill bytes', bytes([0xff, 0xd8]), [0xff]],
    ['empty chunks', file('alpha.png').subarray(0, 33), bytes([0, 0, 0, 0], 'tEXt', [0, 0, 0, 0])],
    ['empty pictures', file('animated.webp').subarray(0, 30), bytes('ANMF', [0, 0, 0, 0])],
    ['empty elements', file('film.webm').subarray(0, 60), [0xec, 0x80]],
  ])('reads a bounded part of a large file of %s', async (_name, head, part) => {
    await expectBounded(repeated(head, Uint8Array.from(part), 40_000_000));
  });

  test('reads little of an ordinary file, however large it is', async () => {
    for (const name of ['silent.mp4', 'phone.mov', 'plain.jpg', 'place.avif', 'film.webm', 'film.mkv']) {
      const { spent } = await look(file(name), { length: 4 * 1024 ** 3 });
      expect(spent.bytes, name).toBeLessThan(100_000);
    }
  });
});
