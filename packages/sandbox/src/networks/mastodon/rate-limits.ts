import { Refusal } from '../../http/route.ts';
import { hourMs, minuteMs } from '../../world/durations.ts';
import { softwareOf } from './software.ts';
import type { MastodonState } from './state.ts';

/** Calls allowed in a window. */
export interface Limit {
  readonly name: string;
  readonly calls: number;
  readonly periodMs: number;
}

/** The use of a limit after a call. */
export interface Usage {
  readonly limit: Limit;
  readonly used: number;
  /** Milliseconds since the epoch. */
  readonly resetAt: number;
}

/** Limits of calls, which are counted before anything else is checked. */
export const throttles = {
  token: { name: 'token', calls: 300, periodMs: 5 * minuteMs },
  user: { name: 'user', calls: 1500, periodMs: 5 * minuteMs },
  visitor: { name: 'visitor', calls: 300, periodMs: 5 * minuteMs },
  uploads: { name: 'uploads', calls: 30, periodMs: 30 * minuteMs },
  deletions: { name: 'deletions', calls: 30, periodMs: 30 * minuteMs },
  paging: { name: 'paging', calls: 300, periodMs: 15 * minuteMs },
} as const satisfies Record<string, Limit>;

/** Limits of what an account creates. Their calls report them instead of the throttles. */
export const families = {
  statuses: { name: 'statuses', calls: 300, periodMs: 3 * hourMs },
  follows: { name: 'follows', calls: 400, periodMs: 24 * hourMs },
} as const satisfies Record<string, Limit>;

/** Pixelfed's only limit of statuses. */
const pixelfedStatuses: Limit = { name: 'pixelfed-statuses', calls: 1000, periodMs: 24 * hourMs };

/**
 * Returns the use of a limit. Windows are fixed: they begin at the multiples of their length since 1970.
 *
 * @param added Calls to count first.
 * @see https://docs.joinmastodon.org/api/rate-limits/ (read 2026-11-22)
 */
export function countCalls({ world, windows }: MastodonState, limit: Limit, subject: string, added = 1): Usage {
  const number = Math.floor(world.now() / limit.periodMs);
  const key = `${limit.name} ${subject}`;
  const last = windows.get(key);
  const window = last?.number === number ? last : { number, used: 0 };
  window.used += added;
  windows.set(key, window);
  return { limit, used: window.used, resetAt: (number + 1) * limit.periodMs };
}

/** Counts a status or follow of an account; refuses it when the family is used up. */
export function spend(state: MastodonState, family: keyof typeof families, accountId: string): void {
  const limit = family === 'statuses' && state.settings.kind === 'pixelfed' ? pixelfedStatuses : families[family];
  if (state.world.settings.rateLimits && countCalls(state, limit, accountId, 0).used >= limit.calls) {
    throw new Refusal(softwareOf(state).refusals.tooManyRequests());
  }
  countCalls(state, limit, accountId);
}

/** Returns true when the last call was one too many. */
export function isExceeded({ limit, used }: Usage): boolean {
  return used > limit.calls;
}

/** Returns the limit that is reached first. */
export function tightest(usages: readonly Usage[]): Usage | undefined {
  const left = ({ limit, used }: Usage) => limit.calls - used;
  return usages.reduce<Usage | undefined>((best, each) => (best && left(best) <= left(each) ? best : each), undefined);
}

/** The headers of every answer; the reset is an ISO time with six decimals. */
export function rateLimitHeaders({ limit, used, resetAt }: Usage): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit.calls),
    'x-ratelimit-remaining': String(Math.max(0, limit.calls - used)),
    'x-ratelimit-reset': new Date(resetAt).toISOString().replace('Z', '000Z'),
  };
}
