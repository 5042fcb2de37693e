import { describe, expect, it } from 'vitest';
import {
  addMonths,
  dayKey,
  daysOfMonth,
  monthInWords,
  proposedTime,
  readDay,
  spanInWords,
  weekOf,
  weeksOf,
} from './days.ts';

const NOW = new Date(2026, 10, 21, 13, 20);
const [SUNDAY, MONDAY, SATURDAY] = [0, 1, 6];

describe('the days of the calendar', () => {
  it('come from the address as a day or a month', () => {
    expect(readDay('2027-02')).toEqual(new Date(2027, 1, 1));
    expect(readDay('2027-02-28')).toEqual(new Date(2027, 1, 28));
    for (const text of [null, '', '2027-13', '2027-2', '2027-02-29', '2027-02-00', '0001-01', 'soon']) {
      expect(readDay(text), String(text)).toBeNull();
    }
  });

  it('go on across the end of a year', () => {
    expect(addMonths(new Date(2026, 11, 31), 1)).toEqual(new Date(2027, 0, 1));
    expect(monthInWords(addMonths(new Date(2027, 0, 31), -1))).toBe('December 2026');
    expect(spanInWords(new Date(2026, 11, 28), new Date(2027, 0, 3))).toBe('28 December 2026 – 3 January 2027');
  });

  it('are those of a week that begins on the first day of the reader', () => {
    const keysFrom = (firstDay: number) => weekOf(NOW, firstDay).map(dayKey);
    expect(keysFrom(MONDAY)).toEqual(['16', '17', '18', '19', '20', '21', '22'].map((date) => `2026-11-${date}`));
    expect(keysFrom(SUNDAY)[0]).toBe('2026-11-15');
    expect(keysFrom(SATURDAY)[0], 'a Saturday begins its week').toBe('2026-11-21');
  });

  it('are those of the whole weeks that cover a month', () => {
    const weeks = weeksOf(NOW, MONDAY);
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
    expect(weeks.flat().map(dayKey).at(0)).toBe('2026-10-26');
    expect(weeks.flat().map(dayKey).at(-1)).toBe('2026-12-06');
    expect(weeksOf(new Date(2027, 1, 14), MONDAY), 'four weeks exactly').toHaveLength(4);
    expect(
      daysOfMonth(new Date(2028, 1, 10))
        .map(dayKey)
        .at(-1),
    ).toBe('2028-02-29');
  });

  it('propose the morning when they come, the next full hour of today, and no time when they are over', () => {
    expect(proposedTime(new Date(2026, 10, 20), NOW)).toBeNull();
    expect(proposedTime(new Date(2026, 10, 21), NOW)).toEqual(new Date(2026, 10, 21, 14));
    expect(proposedTime(new Date(2026, 10, 25), NOW)).toEqual(new Date(2026, 10, 25, 9));
    expect(proposedTime(new Date(2026, 10, 21), new Date(2026, 10, 21, 23, 30)), 'today is over').toBeNull();
  });
});
