import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyring } from './secrets.ts';

const key = () => randomBytes(32).toString('base64');
const place = { table: 'connection', row: 'a', column: 'access_token' };

test('decrypts its own values, and never encrypts a value the same way twice', () => {
  const ring = createKeyring([key()]);
  const sealed = ring.seal('token', place);
  expect(ring.open(sealed, place)).toBe('token');
  expect(ring.seal('token', place)).not.toBe(sealed);
  expect(sealed).not.toContain('token');
});

test.each([
  ['another row', { ...place, row: 'b' }],
  ['another column', { ...place, column: 'refresh_token' }],
  ['another table', { ...place, table: 'oauth_flow' }],
])('does not decrypt a value moved to %s', (_, elsewhere) => {
  const ring = createKeyring([key()]);
  const sealed = ring.seal('token', place);
  expect(() => ring.open(sealed, elsewhere)).toThrow();
});

test('does not decrypt a value with a flipped bit', () => {
  const ring = createKeyring([key()]);
  const sealed = ring.seal('token', place);
  const flipped = sealed.slice(0, -1) + (sealed.endsWith('A') ? 'B' : 'A');
  expect(() => ring.open(flipped, place)).toThrow();
});

test('encrypts with the new key after a rotation, and still decrypts with the old key', () => {
  const [old, next] = [key(), key()];
  const sealed = createKeyring([old]).seal('token', place);
  expect(createKeyring([next, old]).open(sealed, place)).toBe('token');
  expect(() => createKeyring([next]).open(sealed, place)).toThrow(/No key opens connection\.access_token/);
});
