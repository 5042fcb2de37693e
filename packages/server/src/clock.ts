/** Where the time comes from, so that tests can move it. Milliseconds since 1970, UTC. */
export interface Clock {
  now(): number;
}

/** The host's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** The clock's time as it is stored: ISO 8601, UTC, milliseconds. */
export function isoNow(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}

const EARLIEST_PLAUSIBLE = Date.UTC(2026, 0, 1);

/** A clock before this product existed was never set: nothing that is due by it is due. */
export function isClockPlausible(clock: Clock): boolean {
  return clock.now() >= EARLIEST_PLAUSIBLE;
}
