/** Waiting times after each failed try, in milliseconds: 8 tries within 21 hours, with jitter within a day. */
const DELAYS_MS = [10, 60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600, 12 * 3600].map((seconds) => seconds * 1_000);
const JITTER = 0.1;

/**
 * Chooses the instant of the next try, so that deliveries that failed together are not tried again together.
 * @param round tries so far
 * @param random number from 0 to 1
 * @returns milliseconds since 1970; null after the last try
 */
export function nextTryAt(round: number, now: number, random = Math.random()): number | null {
  const delayMs = DELAYS_MS[round - 1];
  return delayMs === undefined ? null : Math.round(now + delayMs * (1 + JITTER * (2 * random - 1)));
}
