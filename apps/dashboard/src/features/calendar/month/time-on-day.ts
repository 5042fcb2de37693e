import { readersZone } from '../../../ui/values/moment.tsx';
import { dayKey, proposedTime } from '../days/days.ts';
import type { Entry } from '../entries/entry.ts';
import { movedTo } from '../moving/moved-time.ts';

/** Returns the time at which an entry would stand on a day: its time of day, or the day's usual one for a draft without a time. */
export function timeOnDay({ at }: Entry, day: Date): Date | null {
  if (!at) return proposedTime(day, new Date());
  return dayKey(at) === dayKey(day) ? null : movedTo(at, dayKey(day), readersZone);
}
