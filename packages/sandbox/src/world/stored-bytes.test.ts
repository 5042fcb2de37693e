import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { StoredBytes, storedBytesOf } from './stored-bytes.ts';

test.each([1_000, 3 * 1024 * 1024])('%i stored bytes return any part of them', (size) => {
  const data = randomBytes(size);
  const stored = new StoredBytes();
  for (let at = 0; at < size; at += 300_000) stored.append(data.subarray(at, at + 300_000));
  expect(stored.bytes).toBe(size);
  expect(stored.read().equals(data)).toBe(true);
  expect(stored.read(100, 900).equals(data.subarray(100, 900))).toBe(true);
  expect(stored.read(size - 10, size + 10).equals(data.subarray(size - 10))).toBe(true);
  expect(stored.read(size, size + 10)).toHaveLength(0);
  expect(stored.sha256).toBe(createHash('sha256').update(data).digest('hex'));
});

test('stored bytes whose hash was read do not grow', () => {
  const stored = storedBytesOf(Buffer.from('whole'));
  expect(stored.sha256).toHaveLength(64);
  expect(() => stored.append(Buffer.from('more'))).toThrow('do not grow');
});
