import { expect, test } from 'vitest';
import { slugFor } from './slug.ts';

test.each([
  ['Acme Blog', 'acme-blog'],
  ['  Crème Brûlée & Co. ', 'creme-brulee-co'],
  ['日本語', 'profile'],
  ['---', 'profile'],
  ['x'.repeat(100), 'x'.repeat(60)],
])('%j becomes %j', (name, slug) => {
  expect(slugFor(name, new Set())).toBe(slug);
});

test('a taken slug gets the next free number', () => {
  expect(slugFor('Acme', new Set(['acme', 'acme-2']))).toBe('acme-3');
});
