import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyring } from './secrets.ts';

const key = () => randomBytes(32).toString('base64');
const place = { table: 'connection', row: 'a', column: 'access_token' };

test('opens what it has sealed, and never seals the same way twice', () => {
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
])('a value moved to %s does not open', (_, elsewhere) => {
  const ring = createKeyring([key()]);
  const sealed = ring.seal('token', place);
  expect(() => ring.open(sealed, elsewhere)).toThrow();
});

test('a flipped bit does not open', () => {
  const ring = createKeyring([key()]);
  const sealed = ring.seal('token', place);
  const flipped = sealed.slice(0, -1) + (sealed.endsWith('A') ? 'B' : 'A');
  expect(() => ring.open(flipped, place)).toThrow();
});

test('after a rotation the new key seals and the old one still opens', () => {
  const [old, next] = [key(), key()];
  const sealed = createKeyring([old]).seal('token', place);
  expect(createKeyring([next, old]).open(sealed, place)).toBe('token');
  expect(() => createKeyring([next]).open(sealed, place)).toThrow(/No key opens connection\.access_token/);
});
