import { expect, test } from 'vitest';
import { addMonths, monthInWords, readMonth, shortMonth } from './month.ts';

test('months are counted across the ends of years', () => {
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2026-11', 0)]).toEqual([
    '2027-01',
    '2025-12',
    '2026-11',
  ]);
});

test('a month is read from an address, and anything else is the present one', () => {
  const now = new Date('2026-11-30T23:30:00Z');
  expect(['2026-02', '2026-13', 'nonsense', null].map((text) => readMonth(text, now))).toEqual([
    '2026-02',
    '2026-11',
    '2026-11',
    '2026-11',
  ]);
  expect([monthInWords('2026-11'), shortMonth('2026-11')]).toEqual(['November 2026', 'Nov 2026']);
});
