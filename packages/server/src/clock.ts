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
