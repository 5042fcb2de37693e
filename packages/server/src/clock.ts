/** Source of the time, which tests can move. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Milliseconds since some instant, for deadlines: nobody sets this clock back. */
  elapsed(): number;
}

/** The host's clocks. */
export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };

/** The clock's time in the stored form: ISO 8601, UTC, milliseconds. */
export function isoNow(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}

const EARLIEST_PLAUSIBLE = Date.UTC(2026, 0, 1);

/** Returns false for a clock before this product existed: it was never set, and no post may go out by it. */
export function isClockPlausible(clock: Clock): boolean {
  return clock.now() >= EARLIEST_PLAUSIBLE;
}

const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

// A later instant has a year of five digits in UTC, which would not sort as text.
const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Parses an RFC 3339 date and time with an offset. The engine's own parser turns 30 February into 2 March, so this function
 * checks every part itself.
 * @returns milliseconds since 1970; null for any other text
 * @see RFC 3339 section 5.6
 */
export function parseInstant(text: string): number | null {
  const match = RFC3339.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const isReal =
    year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= lastDay && hour <= 23 && minute <= 59 && second <= 59;
  if (!isReal || Number(match[8] ?? 0) > 23 || Number(match[9] ?? 0) > 59) return null;
  const parsed = Date.parse(text.toUpperCase().replace(' ', 'T'));
  return parsed >= 0 && parsed <= LAST_INSTANT ? parsed : null;
}
