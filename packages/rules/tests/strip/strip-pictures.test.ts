import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { TELLS_NOTHING } from '../../src/media/look/file-look.ts';
import { lookAtFile } from '../../src/media/look/look-at-file.ts';
import { bytes } from '../look/crafted-files.ts';
import { exifOf, PHONE_EXIF, plan, SECRETS, strip, textsIn, XMP } from './strip.ts';

const file = (name: string): Uint8Array => readFileSync(join(import.meta.dirname, '../look/files', name));
const look = (content: Uint8Array) =>
  lookAtFile({ bytes: content.length, read: async (start, end) => content.subarray(start, end) });
const latin = (content: Uint8Array) => Buffer.from(content).toString('latin1');

async function expectNothingTold(content: Uint8Array): Promise<void> {
  expect(await look(content)).toMatchObject({ tells: TELLS_NOTHING, orientation: 1 });
  expect(textsIn(content, SECRETS)).toEqual([]);
  expect(await plan(content)).toBeNull();
}

describe('a JPEG', () => {
  const segment = (marker: number, ...parts: (string | Uint8Array | number[])[]) => {
    const content = bytes(...parts);
    return bytes([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255], content);
  };
  const tables = file('plain.jpg').subarray(2);
  const plain = bytes([0xff, 0xd8], segment(0xe0, 'JFIF\0', [1, 1, 0, 0, 1, 0, 1, 0, 0]), tables);
  const withSegments = (...segments: Uint8Array[]) => bytes(plain.subarray(0, -tables.length), ...segments, tables);
  const xmp = segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', XMP);
  const exif = segment(0xe1, 'Exif\0\0', PHONE_EXIF);
  const dataSet = (number: number, text: string) => bytes([0x1c, 2, number, 0, text.length], text);
  const iptcOf = (...sets: Uint8Array[]) => {
    const content = bytes(...sets);
    return segment(0xed, 'Photoshop 3.0\x008BIM', [4, 4, 0, 0, 0, 0, 0, content.length], content);
  };
  const profile = segment(0xe2, 'ICC_PROFILE\0', [1, 1], 'a profile');

  test('loses what tells something, and keeps its colors, creator and copyright', async () => {
    const told = withSegments(
      ...[exif, xmp, iptcOf(dataSet(90, 'Neuschwanstein')), profile, segment(0xe2, 'MPF\0', 'SN-4711')],
      ...[segment(0xfe, 'SN-4711'), segment(0xeb, 'JP', 'SN-4711'), segment(0xee, 'Adobe', [0, 100, 0, 0, 0, 0, 1])],
    );
    const stripped = await strip(told);
    await expectNothingTold(stripped);
    expect(textsIn(stripped, ['ICC_PROFILE\0\x01\x01a profile', 'Adobe', 'Ada Long\0', '(c) Ada Long\0'])).toHaveLength(
      4,
    );
    expect(latin(stripped)).toContain(latin(tables));
    expect((await plan(told))?.orientation).toBe(6);
  });

  test('keeps every coded byte of the pixels', async () => {
    for (const name of ['portrait.jpg', 'plain.jpg']) {
      const whole = file(name);
      const stripped = await strip(whole);
      await expectNothingTold(stripped);
      const start = latin(whole).indexOf('\xff\xdb');
      expect(latin(stripped).endsWith(latin(whole.subarray(start)))).toBe(true);
    }
  });

  test('loses the pictures and videos behind its end', async () => {
    const stripped = await strip(bytes(plain, plain, 'ftyp SN-4711'));
    expect(latin(stripped)).toBe(latin(plain));
  });

  test('loses segments between its scans', async () => {
    const scan = latin(plain).indexOf('\xff\xda');
    const twoScans = bytes(plain.subarray(0, -2), segment(0xfe, 'SN-4711'), plain.subarray(scan));
    expect(latin(await strip(twoScans))).toBe(latin(bytes(plain.subarray(0, -2), plain.subarray(scan))));
  });

  test.each([
    ['XMP', xmp, ['J\xc3\xb6rg & Ada\0', 'CC <BY>\0']],
    ['IPTC', iptcOf(dataSet(80, 'Ada'), dataSet(116, 'CC BY'), dataSet(55, '20240506')), ['Ada\0', 'CC BY\0']],
    ['short EXIF', segment(0xe1, 'Exif\0\0', exifOf({ 315: 'Ada', 271: 'iPhone 15 Pro' })), ['Ada\0']],
  ])('keeps creator and copyright that %s says', async (_name, one, kept) => {
    const stripped = await strip(withSegments(one));
    await expectNothingTold(stripped);
    expect(textsIn(stripped, kept)).toEqual(kept);
  });

  test('loses a small picture in its header', async () => {
    const header = segment(0xe0, 'JFIF\0', [1, 1, 0, 0, 1, 0, 1, 1, 2], 'SN-4711'.slice(0, 6));
    const told = bytes([0xff, 0xd8], header, segment(0xe0, 'JFXX\0', [0x10], 'SN-4711'), tables);
    expect((await look(told))?.tells.thumbnail).toBe(true);
    const stripped = await strip(told);
    await expectNothingTold(stripped);
    expect(latin(stripped)).toBe(
      latin(bytes([0xff, 0xd8], header.subarray(0, 2), [0, 16], header.subarray(4, 16), [0, 0], tables)),
    );
  });

  test('has an incomplete plan when it is cut off', async () => {
    const cutOff = withSegments(exif).subarray(0, -2);
    expect(await plan(cutOff)).toMatchObject({ isComplete: false, orientation: 6 });
  });
});

describe('a PNG', () => {
  const chunk = (type: string, ...parts: (string | Uint8Array | number[])[]) => {
    const content = bytes(type, ...parts);
    const size = Buffer.alloc(4);
    const sum = Buffer.alloc(4);
    size.writeUInt32BE(content.length - 4);
    sum.writeUInt32BE(crc32(content));
    return bytes(size, content, sum);
  };
  const chunksOf = (png: Uint8Array) => {
    const content = Buffer.from(png);
    const chunks = [];
    for (let at = 8; at < content.length; at += 12 + content.readUInt32BE(at)) {
      const end = at + 8 + content.readUInt32BE(at);
      expect(content.readUInt32BE(end)).toBe(crc32(content.subarray(at + 4, end)));
      chunks.push({ type: content.toString('latin1', at + 4, at + 8), content: content.subarray(at + 8, end) });
    }
    return chunks;
  };
  const withChunks = (...chunks: Uint8Array[]) => {
    const plain = file('animated.png');
    return bytes(plain.subarray(0, 33), ...chunks, plain.subarray(33));
  };

  test('loses what tells something, and keeps its pictures and colors', async () => {
    const told = withChunks(
      ...[chunk('iCCP', 'p\0\0profile'), chunk('eXIf', PHONE_EXIF), chunk('tIME', [7, 0xe8, 5, 6, 7, 8, 9])],
      ...[chunk('tEXt', 'Comment\0SN-4711'), chunk('zTXt', 'Raw profile type exif\0\0x'), chunk('caBX', 'SN-4711')],
      chunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0', XMP),
    );
    const stripped = await strip(bytes(told, 'SN-4711'));
    await expectNothingTold(stripped);
    const pictures = chunksOf(file('animated.png')).filter(({ type }) => type !== 'IHDR');
    const found = chunksOf(stripped);
    expect(found.map(({ type }) => type)).toEqual([
      'IHDR',
      'iTXt',
      'iTXt',
      'iCCP',
      ...pictures.map(({ type }) => type),
    ]);
    expect(found.slice(4)).toEqual(pictures);
    expect(textsIn(stripped, ['Author\0\0\0\0\0Ada Long', 'Copyright\0\0\0\0\0(c) Ada Long'])).toHaveLength(2);
    expect((await plan(told))?.orientation).toBe(6);
    expect((await look(stripped))?.frames).toBe(3);
  });

  test('keeps its own texts of author and copyright', async () => {
    const told = withChunks(chunk('tEXt', 'Author\0Ada'), chunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0', XMP));
    const stripped = await strip(told);
    expect(textsIn(stripped, ['Author\0Ada', 'Copyright\0\0\0\0\0CC <BY>'])).toHaveLength(2);
    expect(latin(stripped).split('Author')).toHaveLength(2);
  });

  test('of any kind loses what it tells', async () => {
    await expectNothingTold(await strip(file('place.png')));
    expect((await plan(file('alpha.png').subarray(0, -5)))?.isComplete).toBe(false);
  });
});

describe('a WebP', () => {
  const chunk = (type: string, ...parts: (string | Uint8Array | number[])[]) => {
    const content = bytes(...parts);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(content.length);
    return bytes(type, size, content, content.length % 2 ? [0] : []);
  };
  const riff = (...chunks: Uint8Array[]) => {
    const content = bytes('WEBP', ...chunks);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(content.length);
    return bytes('RIFF', size, content);
  };
  const header = (flags: number) => chunk('VP8X', [flags, 0, 0, 0, 39, 0, 0, 29, 0, 0]);
  const picture = file('alpha.webp').subarray(12);
  const profile = chunk('ICCP', 'profile');

  test('loses what tells something, and keeps its picture and colors', async () => {
    const told = riff(
      header(0x3c),
      profile,
      picture,
      chunk('EXIF', PHONE_EXIF),
      chunk('XMP ', XMP),
      chunk('ODD ', 'a'),
    );
    const stripped = await strip(bytes(told, 'SN-4711'));
    await expectNothingTold(stripped);
    const exif = stripped.subarray(latin(stripped).indexOf('EXIF'));
    expect(latin(stripped)).toBe(latin(riff(header(0x38), profile, picture, exif)));
    expect(textsIn(exif, ['Ada Long\0', '(c) Ada Long\0'])).toHaveLength(2);
    expect((await plan(told))?.orientation).toBe(6);
  });

  test('has an incomplete plan when it is a byte shorter than it says', async () => {
    const told = riff(header(0x1c), picture, chunk('XMP ', `${XMP.trim()} `.slice(0, 101)));
    expect(await plan(told.subarray(0, -1))).toMatchObject({ edits: [], isComplete: false });
  });

  test('has no flags of what it has no longer', async () => {
    const told = riff(header(0x1c), picture, chunk('EXIF', exifOf({ 271: 'iPhone 15 Pro' })), chunk('XMP ', '<a/>'));
    expect(latin(await strip(told))).toBe(latin(riff(header(0x10), picture)));
  });

  test('of any kind loses what it tells', async () => {
    await expectNothingTold(await strip(file('portrait.webp')));
    for (const name of ['alpha.webp', 'animated.webp']) expect(await plan(file(name)), name).toBeNull();
    expect((await plan(file('alpha.webp').subarray(0, -5)))?.isComplete).toBe(false);
  });
});

describe('a GIF', () => {
  const gif = file('animated.gif');
  const colors = 13 + 3 * 2 ** ((Number(gif[10]) & 7) + 1);
  const extension = (label: number, ...blocks: string[]) =>
    bytes([0x21, label], ...blocks.map((block) => bytes([block.length], block)), [0]);

  test('loses comments and what programs have written, and keeps its loop and frames', async () => {
    const told = bytes(
      ...[gif.subarray(0, colors), extension(0xfe, 'SN-4711', 'a'), extension(0xff, 'XMP DataXMP', XMP.slice(0, 100))],
      ...[gif.subarray(colors), 'SN-4711'],
    );
    const stripped = await strip(told);
    await expectNothingTold(stripped);
    expect(latin(stripped)).toBe(latin(gif));
    expect(latin(stripped)).toContain('NETSCAPE2.0');
  });

  test('keeps creator and copyright that XMP says', async () => {
    const tail = [1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0];
    const xmp = bytes([0x21, 0xff, 11], 'XMP DataXMP', XMP, tail);
    const stripped = await strip(bytes(gif.subarray(0, colors), xmp, xmp, gif.subarray(colors)));
    await expectNothingTold(stripped);
    expect(latin(stripped).endsWith(latin(gif.subarray(colors)))).toBe(true);
    expect(latin(stripped).split('J\xc3\xb6rg &amp; Ada')).toHaveLength(2);
  });

  test('has an incomplete plan when it is cut off', async () => {
    expect(await plan(gif)).toBeNull();
    expect((await plan(gif.subarray(0, -9)))?.isComplete).toBe(false);
  });
});
