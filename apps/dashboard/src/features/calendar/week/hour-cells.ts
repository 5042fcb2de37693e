import { addDays, dayKey, readDay } from '../days/days.ts';
import { atMinute, STEP_MINUTES } from '../days/hours.ts';

const FEW_MS = 5 * 60_000;
/** The last minute of a day at which an entry can be put down. */
const LAST_MINUTE = 24 * 60 - STEP_MINUTES;

/** Returns the name of the cell of an hour: `2026-11-21T09`. */
export function hourKey(day: Date, hour: number): string {
  return `${dayKey(day)}T${String(hour).padStart(2, '0')}`;
}

/** Returns the day of an hour's cell. */
export function dayOfCell(cell: string): Date {
  return readDay(cell.slice(0, 'YYYY-MM-DD'.length)) ?? new Date();
}

/** Returns the time at a minute of a cell's hour. In the present hour the next five minutes, or null when it is over. */
export function timeIn(cell: string, minute: number, now: Date): Date | null {
  const hour = Number(cell.slice(-2));
  const at = atMinute(dayOfCell(cell), hour * 60 + minute);
  if (at > now) return at;
  const end = atMinute(dayOfCell(cell), (hour + 1) * 60);
  const soon = new Date(Math.floor(now.getTime() / FEW_MS + 1) * FEW_MS);
  return soon < end ? soon : null;
}

/** Returns the cell that a key leads to, or null for any other key. */
export function neighborOf(cell: string, key: string, days: readonly Date[]): string | null {
  const day = dayOfCell(cell);
  const hour = Number(cell.slice(-2));
  const [first = day, last = day] = [days[0], days.at(-1)];
  if (key === 'ArrowLeft') return hourKey(addDays(day, -1), hour);
  if (key === 'ArrowRight') return hourKey(addDays(day, 1), hour);
  if (key === 'PageUp') return hourKey(addDays(day, -7), hour);
  if (key === 'PageDown') return hourKey(addDays(day, 7), hour);
  if (key === 'Home') return hourKey(first, hour);
  if (key === 'End') return hourKey(last, hour);
  if (key === 'ArrowUp') return hourKey(day, Math.max(0, hour - 1));
  if (key === 'ArrowDown') return hourKey(day, Math.min(23, hour + 1));
  return null;
}

/** Returns the time at which an entry would stand whose upper edge is at a place of a cell. */
export function timeAtHeight(cell: Element, top: number): Date {
  const name = cell.getAttribute('data-cell') ?? '';
  const { top: from, height } = cell.getBoundingClientRect();
  const minute = Number(name.slice(-2)) * 60 + ((top - from) / height) * 60;
  const snapped = Math.round(minute / STEP_MINUTES) * STEP_MINUTES;
  return atMinute(dayOfCell(name), Math.min(Math.max(0, snapped), LAST_MINUTE));
}
