import { expect, it } from 'vitest';
import { cleanName, cleanPicture } from './identity.ts';

it('keeps the names people have', () => {
  for (const name of ['Ada Lovelace', "Siân O'Brien", '山田 太郎', 'יעל', 'Zoë 🦊']) expect(cleanName(name)).toBe(name);
});

it('returns no name where nothing visible is left', () => {
  for (const value of ['', '  ', '\u202E\u0007', 7, null, undefined, {}]) expect(cleanName(value)).toBeNull();
});

it('keeps pictures at absolute web addresses only', () => {
  expect(cleanPicture('https://cdn.example/a.png')).toBe('https://cdn.example/a.png');
  for (const value of [
    'javascript:alert(1)',
    'data:,x',
    '//cdn.example/a',
    'file:///x',
    '',
    7,
    `https://a.b/${'x'.repeat(3000)}`,
  ]) {
    expect(cleanPicture(value)).toBeNull();
  }
});
