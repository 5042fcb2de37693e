import { expect, test } from 'vitest';
import { readPicture } from './picture.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const png = bytes(
  [0x89],
  'PNG\r\n',
  [0x1a, 0x0a, 0, 0, 0, 13],
  'IHDR',
  [0, 0, 3, 0xe8, 0, 0, 7, 0xd0],
  [8, 2, 0, 0, 0],
  [0, 0, 0, 0],
  'IEND',
  [0xae, 0x42, 0x60, 0x82],
);
const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
const gif = bytes('GIF89a', [0x10, 0, 0x20, 0, 0, 0, 0], [0x21, 0xf9, 4, 0, 0, 0, 0, 0], frame, frame, [0x3b]);
const jpeg = bytes([
  0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 11, 8, 1, 0, 2, 0, 1, 1, 0x11, 0, 1, 2, 3, 0xff, 0xd9,
]);
const webp = bytes('RIFF', [22, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0], [0, 0, 0, 0], [0xff, 1, 0], [0xff, 0, 0]);

test.each([
  ['image/png', png, { width: 1000, height: 2000, frames: 1, isComplete: true }],
  ['image/gif', gif, { width: 16, height: 32, frames: 2, isComplete: true }],
  ['image/jpeg', jpeg, { width: 512, height: 256, frames: 1, isComplete: true }],
  ['image/webp', webp, { width: 512, height: 256, frames: 1, isComplete: true }],
])('size, frames and end of a %s are read from its structure', (type, file, picture) => {
  expect(readPicture(file, type)).toEqual(picture);
});

test('a picture with bytes after its end is whole', () => {
  expect(readPicture(Buffer.concat([jpeg, Buffer.from('trailing')]), 'image/jpeg').isComplete).toBe(true);
});

test.each([
  ['image/png', png],
  ['image/gif', gif],
  ['image/jpeg', jpeg],
  ['image/webp', webp],
])('a %s that was cut off anywhere is not whole', (type, file) => {
  for (let length = 0; length < file.length - 8; length += 1) {
    expect(readPicture(file.subarray(0, length), type).isComplete).toBe(false);
  }
});
