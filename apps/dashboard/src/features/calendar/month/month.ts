/** A month of the calendar. Months count from 0, as in `Date`. */
export interface Month {
  readonly year: number;
  readonly month: number;
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });
const shortName = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric' });
const longDay = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const HOUR_MS = 3_600_000;
/** The hour proposed for a later day. */
const MORNING = 9;

/** Reads a month such as `2026-11` from an address. Returns the current month for anything else. */
export function readMonth(text: string | null, now: Date): Month {
  const [, year = '', month = ''] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text ?? '') ?? [];
  if (year === '' || year < '1970') return { year: now.getFullYear(), month: now.getMonth() };
  return { year: Number(year), month: Number(month) - 1 };
}

/** Writes a month for an address: `2026-11`. */
export function writeMonth({ year, month }: Month): string {
  return `${year}-${String(month + 1).padStart(2, '0')}`;
}

/** Returns the month `count` months later, or earlier for a negative count. */
export function addMonths({ year, month }: Month, count: number): Month {
  const day = new Date(year, month + count, 1);
  return { year: day.getFullYear(), month: day.getMonth() };
}

/** "November 2026". */
export function monthInWords({ year, month }: Month): string {
  return monthName.format(new Date(year, month, 1));
}

/** "Nov 2026", for narrow places. */
export function shortMonth({ year, month }: Month): string {
  return shortName.format(new Date(year, month, 1));
}

/** Returns the weeks of a month, Monday to Sunday, as midnights in the reader's zone. */
export function weeksOf({ year, month }: Month): Date[][] {
  const first = new Date(year, month, 1);
  const offset = (first.getDay() + 6) % 7;
  const count = Math.ceil((offset + new Date(year, month + 1, 0).getDate()) / 7);
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => new Date(year, month, 1 - offset + week * 7 + day)),
  );
}

/** Writes a day of the reader's zone as `2026-11-21`. */
export function dayKey(at: Date): string {
  return `${writeMonth({ year: at.getFullYear(), month: at.getMonth() })}-${String(at.getDate()).padStart(2, '0')}`;
}

/** "Tuesday 24 November", in the reader's zone. */
export function dayInWords(day: Date): string {
  return longDay.format(day);
}

/** "13:38", in the reader's zone. */
export function timeOfDay(at: Date): string {
  return clock.format(at);
}

/** Returns the time to propose for a post on a day: the morning, today the next full hour, or null for a past day. */
export function proposedTime(day: Date, now: Date): Date | null {
  if (dayKey(day) < dayKey(now)) return null;
  if (dayKey(day) > dayKey(now)) return new Date(day.getFullYear(), day.getMonth(), day.getDate(), MORNING);
  const next = new Date(Math.floor(now.getTime() / HOUR_MS + 1) * HOUR_MS);
  return dayKey(next) === dayKey(day) ? next : null;
}
