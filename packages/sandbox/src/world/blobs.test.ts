import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Blob, blobOf } from './blobs.ts';

test.each([1_000, 3 * 1024 * 1024])('a blob of %i bytes returns any part of the bytes it received', (size) => {
  const data = randomBytes(size);
  const blob = new Blob();
  for (let at = 0; at < size; at += 300_000) blob.append(data.subarray(at, at + 300_000));
  expect(blob.bytes).toBe(size);
  expect(blob.read().equals(data)).toBe(true);
  expect(blob.read(100, 900).equals(data.subarray(100, 900))).toBe(true);
  expect(blob.read(size - 10, size + 10).equals(data.subarray(size - 10))).toBe(true);
  expect(blob.read(size, size + 10)).toHaveLength(0);
  expect(blob.sha256).toBe(createHash('sha256').update(data).digest('hex'));
});

test('a blob whose hash was read does not grow', () => {
  const blob = blobOf(Buffer.from('whole'));
  expect(blob.sha256).toHaveLength(64);
  expect(() => blob.append(Buffer.from('more'))).toThrow('does not grow');
});
