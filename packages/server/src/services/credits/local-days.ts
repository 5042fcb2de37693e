/** A day of a time zone: `start` belongs to it, `end` does not. Milliseconds since 1970. */
export interface LocalDay {
  /** As in a calendar: 2026-11-20. */
  readonly date: string;
  readonly start: number;
  readonly end: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
// No zone is further from UTC: days begin at most so long before or after UTC's.
const LARGEST_OFFSET_MS = 15 * 60 * MINUTE_MS;

/**
 * The last days of a zone, the oldest first, the one that `now` is in last. Together they leave no instant out, whatever
 * the zone's clocks do: days of 23 or 25 hours, days that begin at one o'clock.
 * @param timeZone IANA name
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
  // Offsets such as +05:45 would be taken too, but are no zones.
  if (!/^[a-z]/i.test(timeZone)) throw new RangeError(`${timeZone} is no time zone`);
  // Swedish dates are written year first.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', calendar: 'iso8601' });
  return (at) => format.format(at);
}

/** The first minute at which the zone's calendar shows the date, or a later one where the zone left it out. */
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
