import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localTimeOf } from './local-time.ts';
import { inOrder, slotsBetween, WEEKDAYS, type WeeklyTimes } from './weekly-times.ts';

const DAY_MS = 24 * 3_600_000;
const STEP_MS = 30 * 60_000;

/** Zones that change their clocks on different days and by different amounts, or not at all, and some whose rules are odd. */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
];

const FROM = Date.parse('2026-11-26T00:00:00Z');
const TO = FROM + 2 * 366 * DAY_MS;

const weekly = fc.record({
  timeZone: fc.constantFrom(...ZONES),
  times: fc.uniqueArray(
    fc.record({
      weekday: fc.constantFrom(...WEEKDAYS),
      time: fc
        .integer({ min: 0, max: 95 })
        .map(
          (quarter) =>
            `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
        ),
    }),
    { minLength: 1, maxLength: 30, selector: ({ weekday, time }) => weekday + time },
  ),
});

function daily(timeZone: string, times: readonly string[]): WeeklyTimes {
  return { timeZone, times: WEEKDAYS.flatMap((weekday) => times.map((time) => ({ weekday, time }))) };
}

function isoOf(found: Iterable<number>): string[] {
  return [...found].map((at) => new Date(at).toISOString());
}

/** Walks through every half hour and writes down when each local time is shown first. */
function firstShown(zone: string): Map<string, number> {
  const shown = new Map<string, number>();
  for (let at = FROM - 2 * DAY_MS; at < TO + 2 * DAY_MS; at += STEP_MS) {
    const local = localTimeOf(new Date(at), zone);
    if (!shown.has(local)) shown.set(local, at);
  }
  return shown;
}

describe('slots over two years', () => {
  it.each(ZONES)('are where the clocks show their times first: %s', (timeZone) => {
    const shown = firstShown(timeZone);
    const times = ['00:00', '00:30', '01:30', '02:00', '02:30', '03:00', '03:30', '09:00', '23:30'];
    const expected = [...shown].filter(([local, at]) => times.includes(local.slice(11)) && at >= FROM && at < TO);
    const found = new Set(slotsBetween(daily(timeZone, times), FROM, TO));
    expect(expected.filter(([, at]) => !found.has(at))).toEqual([]);
    // What else is found is the slot of a time that clocks skip, in the hour or half hour after the change.
    const others = [...found].filter((at) => !expected.some(([, other]) => other === at));
    const skipped = others.map((at) => localTimeOf(new Date(at), timeZone));
    for (const local of skipped) {
      const moved = [30, 60].map((minutes) => localTimeOf(new Date(Date.parse(`${local}Z`) - minutes * 60_000), 'UTC'));
      expect(
        moved.some((time) => times.includes(time.slice(11)) && !shown.has(time)),
        local,
      ).toBe(true);
    }
    expect(skipped.length).toBeLessThan(20);
  });

  it('rise strictly and come once, however the span is cut', () => {
    fc.assert(
      fc.property(
        weekly,
        fc.integer({ min: 0, max: 700 * 24 }),
        fc.integer({ min: 1, max: 400 }),
        (times, hour, hours) => {
          const [from, to] = [FROM + hour * 3_600_000, FROM + (hour + hours) * 3_600_000];
          const found = [...slotsBetween(times, from, to)];
          expect(found.every((at, index) => at >= from && at < to && at > (found[index - 1] ?? -1))).toBe(true);
          const middle = from + Math.floor(hours / 2) * 3_600_000 + 1;
          expect([...slotsBetween(times, from, middle), ...slotsBetween(times, middle, to)]).toEqual(found);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('are as many as weekly times in every week without a change of clocks', () => {
    fc.assert(
      fc.property(weekly, fc.integer({ min: 0, max: 100 }), (times, week) => {
        const [from, to] = [FROM + week * 7 * DAY_MS, FROM + (week + 1) * 7 * DAY_MS];
        const offsets = [-1, 1, 3, 5, 7, 8].map((day) => {
          const at = from + day * DAY_MS;
          return Date.parse(`${localTimeOf(new Date(at), times.timeZone)}Z`) - at;
        });
        fc.pre(new Set(offsets).size === 1);
        expect([...slotsBetween(times, from, to)]).toHaveLength(times.times.length);
      }),
      { numRuns: 200 },
    );
  });
});

describe('on days on which clocks change, a slot', () => {
  it('is as much later as the clocks are put forward, where its time is skipped', () => {
    const berlin = daily('Europe/Berlin', ['01:30', '02:30', '03:45']);
    const day = [Date.parse('2027-03-28T00:00:00Z'), Date.parse('2027-03-28T12:00:00Z')] as const;
    expect(isoOf(slotsBetween(berlin, ...day))).toEqual([
      '2027-03-28T00:30:00.000Z',
      '2027-03-28T01:30:00.000Z',
      '2027-03-28T01:45:00.000Z',
    ]);
    const lordHowe = daily('Australia/Lord_Howe', ['02:15']);
    const [morning] = isoOf(slotsBetween(lordHowe, Date.parse('2027-10-02T12:00Z'), Date.parse('2027-10-03T12:00Z')));
    expect(morning).toBe('2027-10-02T15:45:00.000Z');
  });

  it('is one with another slot, where the clocks then show the time of that', () => {
    const both = daily('Europe/Berlin', ['02:30', '03:30']);
    const day = [Date.parse('2027-03-28T00:00:00Z'), Date.parse('2027-03-28T12:00:00Z')] as const;
    expect(isoOf(slotsBetween(both, ...day))).toEqual(['2027-03-28T01:30:00.000Z']);
  });

  it('is the first one, where its time is shown twice', () => {
    const twice = daily('America/New_York', ['01:30']);
    const day = [Date.parse('2027-11-07T00:00:00-04:00'), Date.parse('2027-11-08T00:00:00-05:00')] as const;
    expect(isoOf(slotsBetween(twice, ...day))).toEqual(['2027-11-07T05:30:00.000Z']);
  });

  it('falls on the next day, where the clocks skip a whole day', () => {
    // Samoa had no 30 December 2011.
    const samoa: WeeklyTimes = { timeZone: 'Pacific/Apia', times: [{ weekday: 'friday', time: '09:00' }] };
    const days = [Date.parse('2011-12-29T00:00:00Z'), Date.parse('2012-01-03T00:00:00Z')] as const;
    expect([...slotsBetween(samoa, ...days)].map((at) => localTimeOf(new Date(at), 'Pacific/Apia'))).toEqual([
      '2011-12-31T09:00',
    ]);
    const everyDay = [...slotsBetween(daily('Pacific/Apia', ['09:00']), ...days)];
    expect(everyDay.map((at) => localTimeOf(new Date(at), 'Pacific/Apia').slice(0, 10))).toEqual([
      '2011-12-29',
      '2011-12-31',
      '2012-01-01',
      '2012-01-02',
      '2012-01-03',
    ]);
  });
});

it('has no slots without weekly times', () => {
  expect([...slotsBetween({ timeZone: 'UTC', times: [] }, FROM, TO)]).toEqual([]);
});

it('puts weekly times in order, Monday first', () => {
  const [first, second, third] = [
    { weekday: 'monday', time: '09:00' },
    { weekday: 'monday', time: '17:30' },
    { weekday: 'sunday', time: '08:00' },
  ] as const;
  expect(inOrder([third, second, first])).toEqual([first, second, third]);
});
