import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shorten } from './shorten.ts';

it('keeps what fits and cuts the rest at a grapheme', () => {
  expect(shorten('abc', 3)).toBe('abc');
  expect(shorten('abcd', 3)).toBe('ab…');
  expect(shorten('a👨‍👩‍👧b', 6)).toBe('a…');
  expect(shorten('abc', 0)).toBe('');
});

it('is never longer than allowed and never splits a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(30), (text, maxLength) => {
      const short = shorten(text, maxLength);
      expect(short.length).toBeLessThanOrEqual(maxLength);
      expect(short.isWellFormed()).toBe(true);
      expect(text.startsWith(short.replace(/…$/, ''))).toBe(true);
    }),
  );
});
