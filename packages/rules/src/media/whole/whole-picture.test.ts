import { expect, test } from 'vitest';
import type { Bytes } from '../look/bytes.ts';
import { scan, type Want } from './scanner.ts';
import { isWholePicture } from './whole-picture.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const png = bytes(
  [0x89],
  'PNG\r\n',
  [0x1a, 0x0a, 0, 0, 0, 13],
  'IHDR',
  [0, 0, 3, 0xe8, 0, 0, 7, 0xd0],
  [8, 2, 0, 0, 0, 0xde, 0xa7, 0xe2, 0x60],
  [0, 0, 0, 4],
  'tEXtIEND',
  [1, 2, 3, 4, 0, 0, 0, 0],
  'IEND',
  [0xae, 0x42, 0x60, 0x82],
);
const jpeg = bytes([
  0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 11, 8, 1, 0, 2, 0, 1, 1, 0x11, 0, 1, 2, 3, 0xff, 0xd9,
]);
/** Yields a file in pieces of `length` bytes. */
async function* inPieces(file: Buffer, length = 65_536): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < file.length; start += length) yield file.subarray(start, start + length);
}

const FILES = [
  ['image/png', png],
  ['image/jpeg', jpeg],
] as const;

test.each(FILES)('reads a %s to its end, in pieces of any length', async (type, file) => {
  for (const length of [1, 2, 3, 7, 16, file.length]) {
    expect(await isWholePicture(inPieces(file, length), type)).toBe(true);
  }
});

test('accepts bytes after the end of a picture', async () => {
  const file = Buffer.concat([jpeg, Buffer.from('trailing')]);
  expect(await isWholePicture(inPieces(file), 'image/jpeg')).toBe(true);
});

test.each(FILES)('refuses a %s that is cut off anywhere', async (type, file) => {
  for (let length = 0; length < file.length - 8; length += 1) {
    expect(await isWholePicture(inPieces(file.subarray(0, length)), type)).toBe(false);
  }
});

test('refuses a PNG with a wrong byte in a chunk that every reader needs', async () => {
  const ancillary = png.indexOf('tEXt');
  for (let index = 12; index < png.length; index += 1) {
    const damaged = Buffer.from(png);
    damaged[index] = (damaged[index] ?? 0) ^ 0x01;
    const isSkipped = index >= ancillary && index < png.lastIndexOf('IEND') - 4;
    for (const length of [5, png.length]) {
      expect(await isWholePicture(inPieces(damaged, length), 'image/png'), `byte ${index}`).toBe(isSkipped);
    }
  }
});

test('reads no more of a file than its structure needs', async () => {
  let pieces = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield png;
    for (;;) {
      pieces += 1;
      yield Buffer.alloc(1024);
    }
  }
  expect(await isWholePicture(endless(), 'image/png')).toBe(true);
  expect(pieces).toBe(0);
});

/** The longest files of as many parts as their bytes allow. */
const repeat = (part: number[], length: number) => Buffer.alloc(length - (length % part.length), Buffer.from(part));
const HOSTILE: Record<string, [string, (length: number) => Buffer]> = {
  'a JPEG of fill bytes': [
    'image/jpeg',
    (length) => Buffer.concat([jpeg.subarray(0, 8), Buffer.alloc(length, 0xff), jpeg.subarray(9)]),
  ],
  'a JPEG of empty segments': [
    'image/jpeg',
    (length) => Buffer.concat([jpeg.subarray(0, 8), repeat([0xff, 0xe1, 0, 2], length), jpeg.subarray(8)]),
  ],
  'a PNG of empty chunks': [
    'image/png',
    (length) =>
      Buffer.concat([
        png.subarray(0, 33),
        repeat([...bytes([0, 0, 0, 0], 'tEXt', [1, 2, 3, 4])], length),
        png.subarray(33),
      ]),
  ],
};

test.each(Object.keys(HOSTILE))('refuses %s after few steps', async (name) => {
  const [type, make] = HOSTILE[name]!;
  expect(await isWholePicture(inPieces(make(1_200)), type)).toBe(true);
  let read = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of inPieces(make(20_000_000))) {
      read += piece.length;
      yield piece;
    }
  }
  expect(await isWholePicture(counted(), type)).toBe(false);
  expect(read).toBeLessThan(1_500_000);
});

test('a file may have as many steps as real ones need, and hardly more', async () => {
  let steps = 0;
  function* take(): Generator<Want, true, Bytes> {
    for (;;) {
      steps += 1;
      yield { take: 1 };
    }
  }
  expect(await scan(inPieces(Buffer.alloc(20_000_000)), take())).toBeNull();
  expect(steps).toBeLessThan(50_000);
});
