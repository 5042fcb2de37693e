import { expect, test } from 'vitest';
import { sniff } from './sniff.ts';

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
])('tells %s by its first bytes', (type, head) => {
  expect(sniff(head)?.contentType).toBe(type);
});

test.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html>', '%PDF-1.7', '', 'GIF88a'])(
  'refuses %j',
  (text) => {
    expect(sniff(Buffer.from(text))).toBeNull();
  },
);
