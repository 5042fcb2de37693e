import { expect, test } from 'vitest';
import { generateKey, hasValidChecksum } from './keys.ts';

test('a key has its prefix, 43 digits and a checksum', () => {
  const key = generateKey();
  expect(key).toMatch(/^sk_live_sp_[0-9A-Za-z]{49}$/);
  expect(hasValidChecksum(key)).toBe(true);
});

test('a key is not mistaken for another vendor’s by secret scanners', () => {
  expect(generateKey()).not.toMatch(/\b(?:sk|rk)_(?:test|live|prod)_[a-zA-Z0-9]{10,99}/);
});

test.each([
  ['a changed digit', (key: string) => `${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}`],
  ['a changed checksum', (key: string) => `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`],
  ['a missing digit', (key: string) => key.slice(0, -1)],
  ['another prefix', (key: string) => key.replace('sk_live_sp_', 'sk_live_')],
])('%s is noticed without asking the database', (_, change) => {
  expect(hasValidChecksum(change(generateKey()))).toBe(false);
});
