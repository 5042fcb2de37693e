// Counters are listed by months in UTC, written as 2026-11.

const inWords = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const inBrief = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Returns the month of an instant. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** Returns a month that an address names; that of `now` for anything else. */
export function readMonth(text: string | null, now: Date): string {
  return text !== null && /^[0-9]{4}-(0[1-9]|1[0-2])$/.test(text) ? text : monthOf(now);
}

/** Returns the month `count` months later, or earlier for a negative count. */
export function addMonths(month: string, count: number): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + count);
  return monthOf(at);
}

/** "November 2026". */
export function monthInWords(month: string): string {
  return inWords.format(new Date(`${month}-01T00:00:00Z`));
}

/** "Nov 2026", for narrow places. */
export function shortMonth(month: string): string {
  return inBrief.format(new Date(`${month}-01T00:00:00Z`));
}
