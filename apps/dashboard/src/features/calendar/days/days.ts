const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });
const spanName = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const longDay = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
const dayName = new Intl.DateTimeFormat('en-GB', { weekday: 'long' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const HOUR_MS = 3_600_000;
/** The hour proposed for a later day. */
const MORNING = 9;

/** Returns the midnight that begins a day of the reader's zone. */
export function dayOf(at: Date): Date {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate());
}

/** Returns the midnight of another day. @param count negative for an earlier day */
export function addDays(day: Date, count: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + count);
}

/** Returns the first day of another month. @param count negative for an earlier month */
export function addMonths(day: Date, count: number): Date {
  return new Date(day.getFullYear(), day.getMonth() + count, 1);
}

/** Writes a day of the reader's zone as `2026-11-21`. */
export function dayKey(at: Date): string {
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
}

/** Reads a day such as `2026-11-21` or a month such as `2026-11`, whose first day it returns. Null for anything else. */
export function readDay(text: string | null): Date | null {
  const [, year = '', month = '', date = '01'] = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(text ?? '') ?? [];
  if (year < '1970') return null;
  const day = new Date(Number(year), Number(month) - 1, Number(date));
  return dayKey(day) === `${year}-${month}-${date}` ? day : null;
}

/** Returns the seven days of the week that contains a day. @param firstDay first day of a week, 0 for Sunday */
export function weekOf(day: Date, firstDay: number): Date[] {
  const first = addDays(day, -((day.getDay() - firstDay + 7) % 7));
  return Array.from({ length: 7 }, (_, count) => addDays(first, count));
}

/** Returns the weeks that cover the month of a day. */
export function weeksOf(day: Date, firstDay: number): Date[][] {
  const last = addDays(addMonths(day, 1), -1);
  const weeks: Date[][] = [];
  for (let at = addMonths(day, 0); ; at = addDays(at, 7)) {
    const week = weekOf(at, firstDay);
    weeks.push(week);
    if ((week[6] ?? last) >= last) return weeks;
  }
}

/** Returns the days of the month of a day. */
export function daysOfMonth(day: Date): Date[] {
  const first = addMonths(day, 0);
  const count = addDays(addMonths(day, 1), -1).getDate();
  return Array.from({ length: count }, (_, later) => addDays(first, later));
}

/** "November 2026". */
export function monthInWords(day: Date): string {
  return monthName.format(day);
}

/** "23 – 29 November 2026". */
export function spanInWords(first: Date, last: Date): string {
  // Browsers differ in the spaces.
  return spanName.formatRange(first, last).replace(/\s*–\s*/u, ' – ');
}

/** "Tuesday 24 November", in the reader's zone. */
export function dayInWords(day: Date): string {
  return longDay.format(day);
}

/** "Tuesday", in the reader's zone. */
export function weekdayInWords(day: Date): string {
  return dayName.format(day);
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

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}
