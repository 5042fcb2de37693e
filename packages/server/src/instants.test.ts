import { expect, test } from 'vitest';
import { parseInstant } from './instants.ts';

test.each([
  ['2026-12-01T09:00:00Z', '2026-12-01T09:00:00.000Z'],
  ['2026-12-01t09:00:00z', '2026-12-01T09:00:00.000Z'],
  ['2026-12-01 09:00:00Z', '2026-12-01T09:00:00.000Z'],
  ['2026-12-01T09:00:00.123456+14:00', '2026-11-30T19:00:00.123Z'],
  ['2028-02-29T00:00:00-00:30', '2028-02-29T00:30:00.000Z'],
])('%s is the instant %s', (text, instant) => {
  expect(new Date(parseInstant(text) ?? Number.NaN).toISOString()).toBe(instant);
});

test.each([
  '2026-02-30T00:00:00Z',
  '2027-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T23:60:00Z',
  '2026-01-01',
  '2026-01-01T00:00:00',
  '2026-01-01T00:00:00+24:00',
  '0000-01-01T00:00:00Z',
  '1',
  'tomorrow',
  '',
  ' 2026-01-01T00:00:00Z',
])('%j is not an instant', (text) => {
  expect(parseInstant(text)).toBeNull();
});
