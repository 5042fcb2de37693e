import { type Call, Refusal, type Reply, type Route, replyOf } from '../../http/route.ts';
import { dayMs, hourMs, minuteMs } from '../../world/durations.ts';
import { rateLimited } from './errors.ts';
import type { BlueskyState } from './state.ts';

interface Limit {
  readonly name: string;
  readonly points: number;
  readonly periodMs: number;
}

/** The use of a limit after a call. */
interface Usage {
  readonly limit: Limit;
  readonly used: number;
  /** Milliseconds since the epoch. */
  readonly resetAt: number;
}

const allCalls: Limit = { name: 'all', points: 3000, periodMs: 5 * minuteMs };

/**
 * Limits of single methods.
 *
 * @see https://docs.bsky.app/docs/advanced-guides/rate-limits (read 2026-11-24)
 */
const families = {
  writes: [
    { name: 'repo-write-hour', points: 5000, periodMs: hourMs },
    { name: 'repo-write-day', points: 35_000, periodMs: dayMs },
  ],
  sessions: [
    { name: 'session-minutes', points: 30, periodMs: 5 * minuteMs },
    { name: 'session-day', points: 300, periodMs: dayMs },
  ],
  uploads: [{ name: 'upload-day', points: 1000, periodMs: dayMs }],
} as const satisfies Record<string, readonly Limit[]>;

/** Points of each change of a repository. */
export const writePoints = { create: 3, update: 2, delete: 1 } as const;

/**
 * Counts points. Refuses the call when there are too few left and limits are enforced.
 *
 * @param subject The account or name that the limit is for.
 */
export function spend(
  state: BlueskyState,
  family: keyof typeof families,
  { subject, points }: { readonly subject: string; readonly points: number },
): void {
  for (const limit of families[family]) {
    const usage = count(state, limit, { subject, points });
    if (state.world.settings.rateLimits && usage.used > limit.points) throw new Refusal(tooMany(state, usage));
  }
}

/** Counts every call of a route. Its answers say how many are left while limits are enforced. */
export function limited(state: BlueskyState, route: Route): Route {
  const handle = async (call: Call): Promise<Reply> => {
    const usage = count(state, allCalls, { subject: 'visitor', points: 1 });
    if (!state.world.settings.rateLimits) return route.handle(call);
    if (usage.used > allCalls.points) return tooMany(state, usage);
    const reply = await replyOf(() => route.handle(call));
    return { ...reply, headers: { ...headersOf(usage), ...reply.headers } };
  };
  return { ...route, handle };
}

/** Counts in a window that begins with its first call. */
function count(
  { windows, world }: BlueskyState,
  limit: Limit,
  { subject, points }: { readonly subject: string; readonly points: number },
): Usage {
  const key = `${limit.name} ${subject}`;
  const now = world.now();
  const last = windows.get(key);
  const window = last && last.resetAt > now ? last : { resetAt: now + limit.periodMs, used: 0 };
  window.used += points;
  windows.set(key, window);
  return { limit, ...window };
}

/** The refusal of a call as if the limit of all calls were used up. */
export function tooManyFor(state: BlueskyState, seconds: number): Reply {
  return tooMany(state, { limit: allCalls, used: allCalls.points, resetAt: state.world.now() + seconds * 1000 });
}

function tooMany({ world }: BlueskyState, usage: Usage): Reply {
  const seconds = Math.ceil((usage.resetAt - world.now()) / 1000);
  return { ...rateLimited(), headers: { ...headersOf(usage), 'retry-after': String(seconds) } };
}

function headersOf({ limit, used, resetAt }: Usage): Record<string, string> {
  return {
    'ratelimit-limit': String(limit.points),
    'ratelimit-remaining': String(Math.max(0, limit.points - used)),
    'ratelimit-reset': String(Math.floor(resetAt / 1000)),
    'ratelimit-policy': `${limit.points};w=${limit.periodMs / 1000}`,
  };
}
