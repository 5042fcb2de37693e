/** A day of a time zone, in milliseconds since 1970. `end` is the first instant after it. */
export interface LocalDay {
  /** Date in the form 2026-11-20. */
  readonly date: string;
  readonly start: number;
  readonly end: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
// No zone is further from UTC than this.
const LARGEST_OFFSET_MS = 15 * 60 * MINUTE_MS;

/**
 * Lists the last days of a zone, oldest first; the last one contains `now`. The days follow each other without a gap, also
 * where a day has 23 or 25 hours or begins at one o'clock.
 * @param timeZone IANA name
 * @param now milliseconds since 1970
 * @throws RangeError for a zone that does not exist
 */
export function lastLocalDays(timeZone: string, now: number, count: number): LocalDay[] {
  const dateOf = dateReader(timeZone);
  const today = Date.parse(dateOf(now));
  const starts = Array.from({ length: count + 1 }, (_, index) => {
    const date = new Date(today + (index + 1 - count) * DAY_MS).toISOString().slice(0, 10);
    return { date, start: startOf(date, dateOf) };
  });
  return starts.slice(0, -1).map(({ date, start }, index) => ({ date, start, end: starts[index + 1]?.start ?? start }));
}

function dateReader(timeZone: string): (at: number) => string {
  // Intl also accepts offsets such as +05:45, which are not zones.
  if (!/^[a-z]/i.test(timeZone)) throw new RangeError(`${timeZone} is no time zone`);
  // The Swedish locale writes dates year first.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', calendar: 'iso8601' });
  return (at) => format.format(at);
}

/** Finds the first minute of a date in the zone, or of the next date where the zone skipped this one. */
function startOf(date: string, dateOf: (at: number) => string): number {
  let before = Date.parse(date) - LARGEST_OFFSET_MS;
  let reached = Date.parse(date) + LARGEST_OFFSET_MS;
  while (reached - before > MINUTE_MS) {
    const middle = before + Math.floor((reached - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (dateOf(middle) >= date) reached = middle;
    else before = middle;
  }
  return reached;
}
