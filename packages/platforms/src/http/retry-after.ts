import { asRecord, type JsonObject } from './lossless-json.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** No network names more; a number above it is an instant, or a mistake. */
const MAX_WAIT_MS = 31 * DAY_MS;
const UTC_DAY = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
/** Numbers from here on are an instant: seconds since 1970, or milliseconds. */
const [MIN_EPOCH_SECONDS, MIN_EPOCH_MS] = [1e8, 1e11];
const NUMBER = /^\d{1,15}(?:\.\d{1,9})?$/;
const DATE = /^(?:\d{4}-\d\d-\d\dT|[A-Za-z]{3,9},? )/;
const ZONE = /(?:Z|GMT|UTC|[+-]\d\d:?\d\d)$/;
/** Beginnings of the headers that describe a limit: `-reset` names when it ends, `-remaining` how many calls are left. */
const LIMITS = ['x-ratelimit', 'x-rate-limit', 'ratelimit', 'x-app-limit-24hour', 'x-user-limit-24hour'];

/** The parts of an answer that say how long to wait. */
export interface LimitingAnswer {
  readonly headers: Pick<Headers, 'get'>;
  readonly body: JsonObject | null;
}

/** A limit and its wait. */
interface Limit {
  readonly waitMs: number;
  /** Calls are left, so that another limit was reached. */
  readonly isOpen: boolean;
}

/**
 * Milliseconds that a rate limiting answer asks to wait, at most 31 days: the longest of what it names, in any of the forms that are in
 * use. `Retry-After` and resets may be seconds, with a fraction or not, an instant in seconds or milliseconds, or a date. Limits with
 * calls left count only where nothing else names a time.
 * @returns milliseconds; null where the answer names no usable time in the future
 * @see RFC 9110, section 10.2.3
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function readRetryAfterMs({ headers, body }: LimitingAnswer, now: number): number | null {
  const limits = [
    ...LIMITS.flatMap((name) => limitsIn(headers, name, now)),
    ...structuredLimits(headers.get('ratelimit'), now),
  ];
  const reached = limits.filter(({ isOpen }) => !isOpen);
  const asked = [
    ...[timeWait(headers.get('retry-after'), now), regainWait(headers.get('x-business-use-case-usage'))],
    ...[secondsWait(body?.['retry_after']), secondsWait(asRecord(body?.['parameters'])?.['retry_after'])],
    ...reached.map(({ waitMs }) => waitMs),
  ];
  return boundedWait(Math.max(...asked)) ?? boundedWait(Math.max(0, ...limits.map(({ waitMs }) => waitMs)));
}

/** Milliseconds of `Retry-After` alone, for a server in trouble: the headers about limits do not describe the trouble. */
export function readRetryAfterHeaderMs(headers: Pick<Headers, 'get'>, now: number): number | null {
  return boundedWait(timeWait(headers.get('retry-after'), now));
}

function boundedWait(waitMs: number): number | null {
  return waitMs > 0 ? Math.min(Math.ceil(waitMs), MAX_WAIT_MS) : null;
}

/** Milliseconds until the next midnight in UTC. */
export function untilMidnightMs(now: number): number {
  return DAY_MS - (now % DAY_MS);
}

/** Time of day in UTC, such as `14:05 UTC`, with the day when it is a day away; rounded up to the next minute. */
export function formatUtcTime(epochMs: number, now: number): string {
  const instant = new Date(Math.ceil(epochMs / MINUTE_MS) * MINUTE_MS);
  const time = `${instant.toISOString().slice(11, 16)} UTC`;
  return epochMs - now < DAY_MS ? time : `${time} on ${instant.toLocaleDateString('en-GB', UTC_DAY)}`;
}

/** Reads seconds, an instant or a date; 0 for anything else. Some servers write an instant where the standard has seconds. */
function timeWait(value: string | null, now: number): number {
  if (value === null) return 0;
  if (NUMBER.test(value)) {
    const number = Number(value);
    if (number < MIN_EPOCH_SECONDS) return number * 1000;
    return (number < MIN_EPOCH_MS ? number * 1000 : number) - now;
  }
  // A date without a zone is in UTC, as all dates of HTTP are.
  const date = DATE.test(value) ? Date.parse(ZONE.test(value) ? value : `${value}Z`) : Number.NaN;
  return Number.isNaN(date) ? 0 : date - now;
}

function limitsIn(headers: Pick<Headers, 'get'>, name: string, now: number): Limit[] {
  const isOpen = Number(headers.get(`${name}-remaining`) ?? 0) > 0;
  return [`${name}-reset`, `${name}-reset-after`].map((reset) => {
    return { waitMs: timeWait(headers.get(reset), now), isOpen };
  });
}

/** Reads `limit=10, remaining=0, reset=50` and `"policy";r=0;t=50`, the forms of the drafts of a standard. */
function structuredLimits(value: string | null, now: number): Limit[] {
  const header = (value ?? '').slice(0, 1_000);
  const members = /\breset\s*=/i.test(header) ? [header] : header.split(',');
  return members.flatMap((member) => {
    const [, reset] = /\b(?:reset|t)\s*=\s*"?([\d.]{1,20})/i.exec(member) ?? [];
    const [, remaining = '0'] = /\b(?:remaining|r)\s*=\s*"?(\d{1,15})/i.exec(member) ?? [];
    return reset === undefined ? [] : [{ waitMs: timeWait(reset, now), isOpen: Number(remaining) > 0 }];
  });
}

function secondsWait(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value * 1000 : 0;
}

/**
 * Milliseconds until every business in the usage header may call again.
 * @see https://developers.facebook.com/docs/graph-api/overview/rate-limiting
 */
function regainWait(value: string | null): number {
  const minutes = (value ?? '').matchAll(/"estimated_time_to_regain_access"\s*:\s*(\d{1,6})\b/g);
  return Math.max(0, ...Array.from(minutes, ([, each]) => Number(each) * MINUTE_MS));
}
