import type { Schema } from '@social/types';
import { instantAt, offsetMs } from './local-time.ts';

type Weekday = Schema<'Weekday'>;

/** Times that come round every week on the clocks of a zone. Its zone exists. */
export type WeeklyTimes = Schema<'SlotTimes'>;

/** Days of the week, in the order in which weekly times are listed. */
export const WEEKDAYS: readonly Weekday[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
];

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WEEK_MS = 7 * DAY_MS;

/** Puts weekly times in order, Monday first. */
export function inOrder(times: WeeklyTimes['times']): WeeklyTimes['times'] {
  return [...times].sort((one, other) => minuteOfWeek(one) - minuteOfWeek(other));
}

/**
 * Yields the instants at which weekly times come round, in milliseconds since 1970: each once, in rising order. On a day on
 * which clocks skip a time, its instant is as much later as the clocks are put forward; when they show it twice, the first.
 * @param from first instant that may be yielded, milliseconds since 1970
 * @param to instant after the last one
 * @throws RangeError for a zone that does not exist
 * @see https://tc39.es/proposal-temporal/docs/timezone.html (disambiguation "compatible")
 */
export function* slotsBetween({ timeZone, times }: WeeklyTimes, from: number, to: number): Generator<number, void> {
  if (times.length === 0) return;
  const byDay = Map.groupBy(times.map(minuteOfWeek), (minute) => Math.floor(minute / (24 * 60)));
  for (let start = from; start < to; start += WEEK_MS) {
    const end = Math.min(start + WEEK_MS, to);
    const found = new Set<number>();
    for (const day of daysBetween(timeZone, start, end)) {
      // 1 January 1970 was a Thursday.
      const ofDay = byDay.get((Math.floor(day / DAY_MS) + 3) % 7);
      if (!ofDay) continue;
      const toInstant = converterOf(day, timeZone);
      for (const minute of ofDay) found.add(toInstant(day + (minute % (24 * 60)) * MINUTE_MS));
    }
    yield* [...found].filter((at) => at >= start && at < end).sort((one, other) => one - other);
  }
}

/** Lists the dates whose times may be in a span, as the midnights of UTC. The zone may have skipped the last day before it. */
function daysBetween(zone: string, from: number, to: number): number[] {
  const first = Math.floor((from + offsetMs(from, zone)) / DAY_MS) - 1;
  const last = Math.floor((to + offsetMs(to, zone)) / DAY_MS);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * DAY_MS);
}

/** Makes the function that turns times of a date into instants. Most dates are far from a change of clocks. */
function converterOf(day: number, zone: string): (shown: number) => number {
  const offset = offsetMs(day - DAY_MS, zone);
  const isSteady = offset === offsetMs(day + 2 * DAY_MS, zone);
  return isSteady ? (shown) => shown - offset : (shown) => instantAt(shown, zone);
}

function minuteOfWeek({ weekday, time }: WeeklyTimes['times'][number]): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (WEEKDAYS.indexOf(weekday) * 24 + hours) * 60 + minutes;
}
