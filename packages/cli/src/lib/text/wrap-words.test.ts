import { expect, it } from 'vitest';
import { wrapWords } from './wrap-words.ts';

it('joins the lines of a paragraph and wraps them to the width', () => {
  expect(wrapWords('one two\nthree four\n\nfive', 12)).toBe('one two\nthree four\n\nfive');
  expect(wrapWords('one two\nthree four', 9)).toBe('one two\nthree\nfour');
});

it('leaves indented lines in their place and goes on below them further in', () => {
  expect(wrapWords('List:\n  aa bb cc\n  dd', 8)).toBe('List:\n  aa bb\n    cc\n  dd');
});

it('breaks no word, and no line without a width', () => {
  expect(wrapWords('a https://example.com/long b', 10)).toBe('a\nhttps://example.com/long\nb');
  expect(wrapWords('one two\nthree', Number.POSITIVE_INFINITY)).toBe('one two\nthree');
});
