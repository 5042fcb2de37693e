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
