const MINUTE_MS = 60_000;
const MAX_WAIT_MS = 24 * 60 * MINUTE_MS;
const UTC_DAY = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
const RESET_HEADERS = [
  { reset: 'x-rate-limit-reset', remaining: null },
  { reset: 'x-app-limit-24hour-reset', remaining: 'x-app-limit-24hour-remaining' },
  { reset: 'x-user-limit-24hour-reset', remaining: 'x-user-limit-24hour-remaining' },
] as const;

/**
 * Milliseconds that a rate limiting answer asks to wait: the latest of what `Retry-After` (seconds or a date) and the reset
 * headers (epoch seconds) and the usage header (minutes) say, at most 24 h. Null where they say nothing usable about the future.
 */
export function readRetryAfterMs(headers: Pick<Headers, 'get'>, now: number): number | null {
  const waits = [retryAfterWait(headers.get('retry-after'), now)];
  for (const { reset, remaining } of RESET_HEADERS) {
    if (remaining === null || headers.get(remaining) === '0') waits.push(resetWait(headers.get(reset), now));
  }
  waits.push(regainWait(headers.get('x-business-use-case-usage')));
  const wait = Math.max(...waits);
  return wait > 0 ? Math.min(wait, MAX_WAIT_MS) : null;
}

/** The same of `Retry-After` alone: what a server in trouble says of its limits has nothing to do with the trouble. */
export function readRetryAfterHeaderMs(headers: Pick<Headers, 'get'>, now: number): number | null {
  const wait = retryAfterWait(headers.get('retry-after'), now);
  return wait > 0 ? Math.min(wait, MAX_WAIT_MS) : null;
}

/** Milliseconds until the next midnight in UTC. */
export function untilMidnightMs(now: number): number {
  return MAX_WAIT_MS - (now % MAX_WAIT_MS);
}

/** Time of day in UTC, such as `14:05 UTC`, with the day when it is a day away; rounded up, so that it is not too early. */
export function formatUtcTime(epochMs: number, now: number): string {
  const at = new Date(Math.ceil(epochMs / MINUTE_MS) * MINUTE_MS);
  const time = `${at.toISOString().slice(11, 16)} UTC`;
  return epochMs - now < MAX_WAIT_MS ? time : `${time} on ${at.toLocaleDateString('en-GB', UTC_DAY)}`;
}

function retryAfterWait(value: string | null, now: number): number {
  if (value === null) return 0;
  if (/^\d{1,15}$/.test(value)) return Number(value) * 1000;
  const date = /^[A-Za-z]{3}, /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? 0 : date - now;
}

function resetWait(value: string | null, now: number): number {
  return value !== null && /^\d{9,12}$/.test(value) ? Number(value) * 1000 - now : 0;
}

/**
 * Usage per business, each with the minutes until it may call again.
 * @see https://developers.facebook.com/docs/graph-api/overview/rate-limiting
 */
function regainWait(value: string | null): number {
  const minutes = (value ?? '').matchAll(/"estimated_time_to_regain_access"\s*:\s*(\d{1,6})\b/g);
  return Math.max(0, ...Array.from(minutes, ([, each]) => Number(each) * MINUTE_MS));
}
