import { expect, test } from 'vitest';
import { queryOf, readFilters, searchOf } from './post-filters.ts';

const filtersOf = (address: string) => readFilters(new URLSearchParams(address));

test.each([
  ['outcome=failed', 'failed'],
  ['outcome=unknown,failed,nonsense', 'failed,unknown'],
  ['result=attention', 'partial,failed,unknown'],
  ['result=failed', 'partial,failed,unknown'],
  ['result=unknown', 'unknown'],
  ['status=scheduled', 'scheduled'],
  ['status=publishing', 'pending'],
  ['status=published', 'published,partial,failed,unknown'],
  ['status=published&result=failed', 'partial,failed,unknown'],
  ['outcome=missed&result=failed', 'missed'],
])('?%s asks for the outcomes %s', (address, outcome) => {
  expect(filtersOf(address)).toEqual({ outcome });
});

test.each(['outcome=nonsense', 'result=nonsense', 'status=constructor'])('?%s sets no filter', (address) => {
  expect(filtersOf(address)).toEqual({});
});

test('sends outcomes to the list as an array and writes them into the address with plain commas', () => {
  const filters = filtersOf('result=failed&platform=profnet');
  expect(queryOf(filters)).toEqual({ outcome: ['partial', 'failed', 'unknown'], platform: 'profnet' });
  expect(searchOf({ ...filters })).toBe('?outcome=partial,failed,unknown&platform=profnet');
});
