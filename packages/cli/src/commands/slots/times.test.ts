import { WEEKDAYS } from '@social/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTimes, wordsOfTimes } from './times.ts';

const at = (time: string, ...days: (typeof WEEKDAYS)[number][]) => days.map((weekday) => ({ weekday, time }));

describe('weekly times on the command line', () => {
  it.each([
    [['mon 09:00'], at('09:00', 'monday')],
    [['Monday', '9:00'], at('09:00', 'monday')],
    [['mon-wed 09:00'], at('09:00', 'monday', 'tuesday', 'wednesday')],
    [['sat-mon', '10:15'], at('10:15', 'saturday', 'sunday', 'monday')],
    [['daily 23:59'], at('23:59', ...WEEKDAYS)],
    [
      ['tue,thu', '08:00', 'sun', '12:00'],
      [...at('08:00', 'tuesday', 'thursday'), ...at('12:00', 'sunday')],
    ],
    [
      ['mon', '09:00,17:30'],
      [...at('09:00', 'monday'), ...at('17:30', 'monday')],
    ],
    [['mon 09:00 17:30'], [...at('09:00', 'monday'), ...at('17:30', 'monday')]],
    [[], []],
  ])('are read from %j', (words, times) => {
    expect(parseTimes(words)).toEqual(times);
  });

  it.each([
    [['09:00'], 'has no day before it'],
    [['mon'], 'have no time'],
    [['mon tue 09:00'], 'follows days that have no time'],
    [['mo 09:00'], 'is neither a day nor a time'],
    [['mon-tue-wed 09:00'], 'is neither a day nor a time'],
    [['monfri 09:00'], 'is neither a day nor a time'],
    [['mon 25:00'], 'is not a time of day'],
    [['mon 9'], 'is not a time of day'],
    [['mon 09:00,'], 'is not a time of day'],
  ])('are refused for %j', (words, problem) => {
    expect(() => parseTimes(words)).toThrow(problem);
  });

  it('are shown as they can be given again', () => {
    const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 });
    const time = fc.record({
      weekday: fc.constantFrom(...WEEKDAYS),
      time: minutes.map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16)),
    });
    const times = fc.uniqueArray(time, { maxLength: 30, selector: (one) => one.weekday + one.time });
    const sorted = (given: readonly object[]) => given.map((one) => JSON.stringify(one)).toSorted();
    fc.assert(
      fc.property(times, (given) => {
        expect(sorted(parseTimes(wordsOfTimes({ times: given })))).toEqual(sorted(given));
      }),
    );
    expect(wordsOfTimes({ times: parseTimes(['mon-fri 09:00,17:30', 'sat', '10:00']) })).toEqual([
      'mon-fri 09:00,17:30',
      'sat 10:00',
    ]);
  });
});
