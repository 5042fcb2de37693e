import { addDays } from './days.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Minutes between two times that an entry can be moved to. */
export const STEP_MINUTES = 15;
const QUARTERS = [0, 15, 30, 45] as const;

/** An hour of a day as clocks show it. `skipped`: clocks go forward over it. `twice`: they go back and show it again. */
export interface Hour {
  readonly hour: number;
  readonly kind: 'usual' | 'skipped' | 'twice';
}

const USUAL: readonly Hour[] = Array.from({ length: 24 }, (_, hour) => ({ hour, kind: 'usual' }));

/** Returns the 24 hours of the clock on a day, whatever its length is. @param day its midnight in the reader's zone */
export function hoursOf(day: Date): readonly Hour[] {
  return hasUsualLength(day) ? USUAL : USUAL.map(({ hour }) => ({ hour, kind: kindOf(day, hour) }));
}

/** Returns the hours between the midnights of a day: 24, or 23 or 25 where clocks are changed. */
export function lengthOf(day: Date): number {
  return (addDays(day, 1).getTime() - day.getTime()) / HOUR_MS;
}

/** Returns the instant at which clocks show a time of day; the later one for a time that they skip, the first of two. */
export function atMinute(day: Date, minute: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), 0, minute);
}

/** Returns the minute of its day that clocks show at an instant. */
export function minuteOf(at: Date): number {
  return at.getHours() * 60 + at.getMinutes();
}

/** Returns true when clocks show the time of an instant a second time. */
export function isRepeated(at: Date): boolean {
  return atMinute(at, minuteOf(at)).getTime() < at.getTime() - (at.getTime() % MINUTE_MS);
}

/** Returns the next time that can be chosen, or the one before. Steps over times that clocks skip. */
export function step(at: Date, direction: -1 | 1): Date {
  const stepMs = STEP_MINUTES * MINUTE_MS;
  const offset = at.getTime() % stepMs;
  if (offset === 0) return new Date(at.getTime() + direction * stepMs);
  return new Date(at.getTime() - offset + (direction === 1 ? stepMs : 0));
}

function hasUsualLength(day: Date): boolean {
  return addDays(day, 1).getTime() - day.getTime() === DAY_MS;
}

function kindOf(day: Date, hour: number): Hour['kind'] {
  const quarters = QUARTERS.map((minute) => atMinute(day, hour * 60 + minute));
  if (!quarters.some((at) => at.getHours() === hour)) return 'skipped';
  const [first = day] = quarters;
  return new Date(first.getTime() + HOUR_MS).getHours() === hour ? 'twice' : 'usual';
}
