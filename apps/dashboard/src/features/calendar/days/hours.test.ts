import { afterEach, describe, expect, it } from 'vitest';
import { atMinute, hoursOf, isRepeated, lengthOf, minuteOf, step } from './hours.ts';

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env['TZ'];
  else process.env['TZ'] = TZ;
});

function inZone(zone: string): void {
  process.env['TZ'] = zone;
}

function kinds(day: Date): string[] {
  return hoursOf(day).flatMap(({ hour, kind }) => (kind === 'usual' ? [] : [`${hour} ${kind}`]));
}

describe('the hours of a day', () => {
  it('are 24 of the clock, whatever clocks do on that day', () => {
    inZone('Europe/Berlin');
    const [spring, autumn] = [new Date(2027, 2, 28), new Date(2027, 9, 31)];
    expect([lengthOf(spring), lengthOf(autumn), lengthOf(new Date(2027, 5, 1))]).toEqual([23, 25, 24]);
    expect(hoursOf(spring)).toHaveLength(24);
    expect(kinds(spring)).toEqual(['2 skipped']);
    expect(kinds(autumn)).toEqual(['2 twice']);
    expect(kinds(new Date(2027, 5, 1))).toEqual([]);
  });

  it('may be changed by half an hour, or at midnight', () => {
    inZone('Australia/Lord_Howe');
    expect(lengthOf(new Date(2026, 9, 4))).toBe(23.5);
    expect(kinds(new Date(2026, 9, 4)), 'half of the hour remains').toEqual([]);
    expect(kinds(new Date(2026, 3, 5))).toEqual(['1 twice']);
    inZone('America/Santiago');
    expect(kinds(new Date(2026, 8, 6))).toEqual(['0 skipped']);
  });
});

describe('a time that an entry is moved to', () => {
  it('is a quarter of an hour later or earlier, on a quarter', () => {
    inZone('Europe/Berlin');
    expect(step(new Date(2027, 5, 1, 9, 0), 1)).toEqual(new Date(2027, 5, 1, 9, 15));
    expect(step(new Date(2027, 5, 1, 9, 7, 30), 1)).toEqual(new Date(2027, 5, 1, 9, 15));
    expect(step(new Date(2027, 5, 1, 9, 7, 30), -1)).toEqual(new Date(2027, 5, 1, 9, 0));
  });

  it('steps over what clocks skip, and through what they show twice', () => {
    inZone('Europe/Berlin');
    expect(step(new Date('2027-03-28T00:45:00Z'), 1).getHours(), 'from 01:45 to 03:00').toBe(3);
    const second = step(new Date('2027-10-31T00:45:00Z'), 1);
    expect([second.getHours(), minuteOf(second)], 'from 02:45 to 02:00').toEqual([2, 120]);
    expect(isRepeated(second)).toBe(true);
    expect(isRepeated(new Date('2027-10-31T00:45:00Z'))).toBe(false);
    expect(isRepeated(new Date('2027-06-01T00:45:30Z'))).toBe(false);
  });

  it('is the later one where clocks skip it', () => {
    inZone('Europe/Berlin');
    expect(atMinute(new Date(2027, 2, 28), 150).toISOString()).toBe('2027-03-28T01:30:00.000Z');
    expect(atMinute(new Date(2027, 9, 31), 150).toISOString()).toBe('2027-10-31T00:30:00.000Z');
  });
});
