import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastLocalDays } from './local-days.ts';

const HOUR_MS = 3_600_000;
const lengths = (timeZone: string, now: string, count: number) =>
  lastLocalDays(timeZone, Date.parse(now), count).map(({ date, start, end }) => [date, (end - start) / HOUR_MS]);

test('a day on which clocks go forward has 23 hours, and a day on which they go back has 25', () => {
  expect(lengths('Europe/Berlin', '2026-03-30T00:00:00Z', 3)).toEqual([
    ['2026-03-28', 24],
    ['2026-03-29', 23],
    ['2026-03-30', 24],
  ]);
  expect(lengths('Europe/Berlin', '2026-10-25T12:00:00Z', 1)).toEqual([['2026-10-25', 25]]);
});

test('a day on which clocks go back by half an hour has 24.5 hours', () => {
  expect(lengths('Australia/Lord_Howe', '2026-04-05T12:00:00Z', 1)).toEqual([['2026-04-05', 24.5]]);
});

test('a day without a midnight begins at one o’clock', () => {
  const [day] = lastLocalDays('Africa/Cairo', Date.parse('2026-04-24T12:00:00Z'), 1);
  expect(day).toMatchObject({ date: '2026-04-24', start: Date.parse('2026-04-23T22:00:00Z') });
  expect(lengths('Africa/Cairo', '2026-04-24T12:00:00Z', 1)).toEqual([['2026-04-24', 23]]);
});

test('days of a zone with an offset of 45 minutes begin at its midnight', () => {
  const [day] = lastLocalDays('Asia/Kathmandu', Date.parse('2026-11-20T18:15:00Z'), 1);
  expect(day).toMatchObject({ date: '2026-11-21', start: Date.parse('2026-11-20T18:15:00Z') });
});

test('a day that a zone skipped is empty', () => {
  expect(lengths('Pacific/Apia', '2011-12-31T00:00:00Z', 3)).toEqual([
    ['2011-12-29', 24],
    ['2011-12-30', 0],
    ['2011-12-31', 24],
  ]);
});

test('days of every zone follow each other without a gap, and the last one contains now', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const instant = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) });
  fc.assert(
    fc.property(zone, instant, (timeZone, now) => {
      const days = lastLocalDays(timeZone, now, 4);
      const [last] = days.slice(-1);
      expect(last && last.start <= now && now < last.end).toBe(true);
      for (const [index, { end }] of days.slice(0, -1).entries()) expect(days[index + 1]?.start).toBe(end);
      const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
      for (const { date, start, end } of days.filter((day) => day.end > day.start)) {
        expect([shown.format(start), shown.format(end - 1)]).toEqual([date, date]);
      }
    }),
    { numRuns: 200 },
  );
});

test.each(['Mars/Olympus', '+05:45', '', 'UTC; drop'])('refuses "%s", which is not a zone', (timeZone) => {
  expect(() => lastLocalDays(timeZone, 0, 1)).toThrow(RangeError);
});
