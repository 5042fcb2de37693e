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
])('the address ?%s asks for %s', (address, outcome) => {
  expect(filtersOf(address)).toEqual({ outcome });
});

test.each(['outcome=nonsense', 'result=nonsense', 'status=constructor'])('what ?%s asks for is nothing', (address) => {
  expect(filtersOf(address)).toEqual({});
});

test('the list is asked for outcomes, and the address keeps them legible', () => {
  const filters = filtersOf('result=failed&platform=profnet');
  expect(queryOf(filters)).toEqual({ outcome: ['partial', 'failed', 'unknown'], platform: 'profnet' });
  expect(searchOf({ ...filters })).toBe('?outcome=partial,failed,unknown&platform=profnet');
});
