import { describe, expect, it } from 'vitest';
import { addMonths, dayKey, monthInWords, proposedTime, readMonth, weeksOf, writeMonth } from './month.ts';

const NOW = new Date(2026, 10, 21, 13, 20);

describe('a month of the calendar', () => {
  it('comes from the address, or else is the current one', () => {
    expect(readMonth('2027-02', NOW)).toEqual({ year: 2027, month: 1 });
    for (const text of [null, '', '2027-13', '2027-2', '0001-01', 'soon']) {
      expect(readMonth(text, NOW), String(text)).toEqual({ year: 2026, month: 10 });
    }
    expect(writeMonth({ year: 2027, month: 1 })).toBe('2027-02');
  });

  it('is followed by the next one across the end of a year', () => {
    expect(addMonths({ year: 2026, month: 11 }, 1)).toEqual({ year: 2027, month: 0 });
    expect(monthInWords(addMonths({ year: 2027, month: 0 }, -1))).toBe('December 2026');
  });

  it('has weeks from Monday to Sunday that cover all its days', () => {
    const weeks = weeksOf({ year: 2026, month: 10 });
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
    expect(weeks.flat().map(dayKey).at(0)).toBe('2026-10-26');
    expect(weeks.flat().map(dayKey).at(-1)).toBe('2026-12-06');
    expect(weeksOf({ year: 2027, month: 1 }), 'four weeks exactly').toHaveLength(4);
  });

  it('proposes the morning of a later day, the next full hour of today, and no time on a past day', () => {
    expect(proposedTime(new Date(2026, 10, 20), NOW)).toBeNull();
    expect(proposedTime(new Date(2026, 10, 21), NOW)).toEqual(new Date(2026, 10, 21, 14));
    expect(proposedTime(new Date(2026, 10, 25), NOW)).toEqual(new Date(2026, 10, 25, 9));
    expect(proposedTime(new Date(2026, 10, 21), new Date(2026, 10, 21, 23, 30)), 'today is over').toBeNull();
  });
});
