import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isBlankText, shorten } from './characters.ts';

it.each([
  ...['', ' ', '\r\n\t', '\u200B\u200D\uFEFF', '\u202E\u2066', '\u00A0\u3000', '\uFE0F', '\u3164', '\u2800', '\u0000'],
])('takes %j for blank', (text) => expect(isBlankText(text)).toBe(true));

it.each(['a', ' . ', '👋', '日', '\u200Ba', '_', '\u0301'])('takes %j for text', (text) => {
  expect(isBlankText(text)).toBe(false);
});

it('keeps a text that fits and cuts others at a grapheme', () => {
  expect(shorten('abc', 3)).toBe('abc');
  expect(shorten('abcd', 3)).toBe('ab…');
  expect(shorten('a👨‍👩‍👧b', 6)).toBe('a…');
  expect(shorten('abc', 0)).toBe('');
});

it('never exceeds the allowed length and never splits a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(30), (text, maxLength) => {
      const short = shorten(text, maxLength);
      expect(short.length).toBeLessThanOrEqual(maxLength);
      expect(short.isWellFormed()).toBe(true);
      expect(text.startsWith(short.replace(/…$/, ''))).toBe(true);
    }),
  );
});
