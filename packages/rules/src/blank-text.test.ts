import { expect, it } from 'vitest';
import { isBlankText } from './blank-text.ts';

it.each([
  '',
  ' ',
  '\r\n\t',
  '\u200B\u200D\uFEFF',
  '\u202E\u2066',
  '\u00A0\u3000',
  '\uFE0F',
  '\u3164',
  '\u2800',
  '\u0000',
])('takes %j for blank', (text) => expect(isBlankText(text)).toBe(true));

it.each(['a', ' . ', '👋', '日', '\u200Ba', '_', '\u0301'])('takes %j for text', (text) => {
  expect(isBlankText(text)).toBe(false);
});
