import { expect, test } from 'vitest';
import { queryOf, readFilters, searchOf } from './post-filters.ts';

const filtersOf = (address: string) => readFilters(new URLSearchParams(address));

test.each([
  ['outcome=failed', 'failed'],
  ['outcome=unknown,failed,nonsense', 'failed,unknown'],
])('?%s asks for the outcomes %s', (address, outcome) => {
  expect(filtersOf(address)).toEqual({ outcome });
});

test('an unknown outcome sets no filter', () => {
  expect(filtersOf('outcome=constructor')).toEqual({});
});

test('sends outcomes to the list as an array and writes them into the address with plain commas', () => {
  const filters = filtersOf('outcome=partial,failed,unknown&platform=profnet');
  expect(queryOf(filters)).toEqual({ outcome: ['partial', 'failed', 'unknown'], platform: 'profnet' });
  expect(searchOf({ ...filters })).toBe('?outcome=partial,failed,unknown&platform=profnet');
});
