import { expect, test } from 'vitest';
import { countPixels, sniff } from './sniff.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

test.each([
  ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0])],
  ['image/png', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a])],
  ['image/gif', bytes('GIF89a')],
  ['image/webp', bytes('RIFF', [0, 0, 0, 0], 'WEBP')],
  ['video/x-msvideo', bytes('RIFF', [0, 0, 0, 0], 'AVI ')],
  ['video/mp4', bytes([0, 0, 0, 0x18], 'ftypisom')],
  ['video/quicktime', bytes([0, 0, 0, 0x14], 'ftypqt  ')],
  ['video/webm', bytes([0x1a, 0x45, 0xdf, 0xa3, 0x42, 0x82], 'webm')],
  ['video/x-matroska', bytes([0x1a, 0x45, 0xdf, 0xa3, 0x42, 0x82], 'matroska')],
  ['video/x-flv', bytes('FLV', [1])],
  ['video/x-ms-wmv', bytes([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11])],
])('%s is known by its first bytes', (type, head) => {
  expect(sniff(head)?.contentType).toBe(type);
});

test.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html>', '%PDF-1.7', '', 'GIF88a'])(
  '%j is nothing that is published',
  (text) => {
    expect(sniff(Buffer.from(text))).toBeNull();
  },
);

test('dimensions come from the header of the file', () => {
  const png = bytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13], 'IHDR', [0, 0, 0x03, 0xe8, 0, 0, 0x07, 0xd0]);
  expect(countPixels(png, 'image/png')).toBe(2_000_000);
  const jpeg = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 11, 8, 0x01, 0x00, 0x02, 0x00, 1, 1, 0x11, 0]);
  expect(countPixels(jpeg, 'image/jpeg')).toBe(256 * 512);
  expect(countPixels(bytes('GIF89a', [0x10, 0, 0x20, 0]), 'image/gif')).toBe(512);
});
