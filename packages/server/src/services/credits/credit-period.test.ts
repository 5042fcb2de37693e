import { expect, test } from 'vitest';
import { monthsAfter, periodAt } from './credit-period.ts';

const at = (text: string) => Date.parse(text);
const iso = (instant: number) => new Date(instant).toISOString();

test('an anniversary on the 31st falls on the last day of shorter months and returns to the 31st', () => {
  const anchor = at('2026-01-31T10:00:00Z');
  expect([1, 2, 3, 13].map((months) => iso(monthsAfter(anchor, months)))).toEqual([
    '2026-02-28T10:00:00.000Z',
    '2026-03-31T10:00:00.000Z',
    '2026-04-30T10:00:00.000Z',
    '2027-02-28T10:00:00.000Z',
  ]);
});

test('a period begins with its first millisecond and ends before the next', () => {
  const anchor = at('2026-01-31T10:00:00Z');
  expect(iso(periodAt(anchor, at('2026-02-28T09:59:59.999Z')).start)).toBe('2026-01-31T10:00:00.000Z');
  expect(iso(periodAt(anchor, at('2026-02-28T10:00:00Z')).start)).toBe('2026-02-28T10:00:00.000Z');
});

test('after months of downtime the period contains the instant', () => {
  const { start, end } = periodAt(at('2026-01-15T00:00:00Z'), at('2026-06-20T00:00:00Z'));
  expect([iso(start), iso(end)]).toEqual(['2026-06-15T00:00:00.000Z', '2026-07-15T00:00:00.000Z']);
});
