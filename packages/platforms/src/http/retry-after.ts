const MINUTE_MS = 60_000;
const MAX_WAIT_MS = 24 * 60 * MINUTE_MS;
const UTC_DAY = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
const RESET_HEADERS = [
  { reset: 'x-rate-limit-reset', remaining: null },
  { reset: 'x-app-limit-24hour-reset', remaining: 'x-app-limit-24hour-remaining' },
  { reset: 'x-user-limit-24hour-reset', remaining: 'x-user-limit-24hour-remaining' },
] as const;

/**
 * Milliseconds that a rate limiting answer asks to wait, at most 24 h: the longest of `Retry-After` (seconds or a date), the
 * reset headers (epoch seconds, or a date) and the usage header (minutes).
 * @returns milliseconds; null where the headers name no usable time in the future
 */
export function readRetryAfterMs(headers: Pick<Headers, 'get'>, now: number): number | null {
  const waits = [retryAfterWait(headers.get('retry-after'), now)];
  const reset = headers.get('x-ratelimit-reset');
  waits.push(resetTimeWait(reset, now), resetWait(reset, now));
  for (const { reset: name, remaining } of RESET_HEADERS) {
    if (remaining === null || headers.get(remaining) === '0') waits.push(resetWait(headers.get(name), now));
  }
  waits.push(regainWait(headers.get('x-business-use-case-usage')));
  return boundedWait(Math.max(...waits));
}

/** Milliseconds of `Retry-After` alone, for a server in trouble: the headers about limits do not describe the trouble. */
export function readRetryAfterHeaderMs(headers: Pick<Headers, 'get'>, now: number): number | null {
  return boundedWait(retryAfterWait(headers.get('retry-after'), now));
}

function boundedWait(waitMs: number): number | null {
  return waitMs > 0 ? Math.min(waitMs, MAX_WAIT_MS) : null;
}

/** Milliseconds until the next midnight in UTC. */
export function untilMidnightMs(now: number): number {
  return MAX_WAIT_MS - (now % MAX_WAIT_MS);
}

/** Time of day in UTC, such as `14:05 UTC`, with the day when it is a day away; rounded up to the next minute. */
export function formatUtcTime(epochMs: number, now: number): string {
  const instant = new Date(Math.ceil(epochMs / MINUTE_MS) * MINUTE_MS);
  const time = `${instant.toISOString().slice(11, 16)} UTC`;
  return epochMs - now < MAX_WAIT_MS ? time : `${time} on ${instant.toLocaleDateString('en-GB', UTC_DAY)}`;
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

/** Some servers write the time of the reset as a date, others as epoch seconds. */
function resetTimeWait(value: string | null, now: number): number {
  const date = value !== null && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? 0 : date - now;
}

/**
 * Milliseconds until every business in the usage header may call again.
 * @see https://developers.facebook.com/docs/graph-api/overview/rate-limiting
 */
function regainWait(value: string | null): number {
  const minutes = (value ?? '').matchAll(/"estimated_time_to_regain_access"\s*:\s*(\d{1,6})\b/g);
  return Math.max(0, ...Array.from(minutes, ([, each]) => Number(each) * MINUTE_MS));
}
