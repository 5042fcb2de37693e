import { expect, test } from 'vitest';
import { allPartsOf, nameOfPart } from './part-name.ts';

const part = (number: number) => ({ part: number, ok: true, state: 'published' as const, credits: 1 });

test('comments have numbers of their own behind the parts', () => {
  const result = { parts: [part(1), part(2)], comments: [part(3), part(4)] };
  const names = allPartsOf(result).map(({ part }) => nameOfPart(result, part));
  expect(names).toEqual(['Part 1 of 2', 'Part 2 of 2', 'Comment 1 of 2', 'Comment 2 of 2']);
});

test('a post that is no thread is no part', () => {
  expect(nameOfPart({ parts: [part(1)], comments: [part(2)] }, 1)).toBeNull();
  expect(nameOfPart({ parts: [part(1)], comments: [part(2)] }, 2)).toBe('Comment 1 of 1');
  expect(nameOfPart({}, 1)).toBeNull();
});
