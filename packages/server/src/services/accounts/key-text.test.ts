import { expect, test } from 'vitest';
import { generateKey, hasValidChecksum } from './key-text.ts';

test.each([
  ['real', /^sk_live_sp_[0-9A-Za-z]{49}$/],
  ['sandbox', /^sk_live_sandbox_[0-9A-Za-z]{49}$/],
] as const)('a key for %s networks has its prefix, 43 digits and a checksum', (kind, form) => {
  const key = generateKey(kind);
  expect(key).toMatch(form);
  expect(hasValidChecksum(key)).toBe(true);
});

test.each(['real', 'sandbox'] as const)('secret scanners do not take a %s key for another vendor’s', (kind) => {
  expect(generateKey(kind)).not.toMatch(/\b(?:sk|rk)_(?:test|live|prod)_[a-zA-Z0-9]{10,99}/);
});

test.each([
  ['a changed digit', (key: string) => `${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}`],
  ['a changed checksum', (key: string) => `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`],
  ['a missing digit', (key: string) => key.slice(0, -1)],
  ['another prefix', (key: string) => key.replace('sk_live_sp_', 'sk_live_')],
  ['both prefixes', (key: string) => `sk_live_sandbox_${key}`],
])('%s is detected without a query', (_, change) => {
  expect(hasValidChecksum(change(generateKey('real')))).toBe(false);
});
