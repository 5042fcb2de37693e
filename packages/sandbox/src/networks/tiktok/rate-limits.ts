import { Refusal } from '../../http/route.ts';
import type { Account } from '../../world/accounts.ts';
import { dayMs, minuteMs } from '../../world/durations.ts';
import { rateLimited } from './errors.ts';
import type { TiktokState } from './state.ts';

const postsPerDay = 15;

/** Counts the calls of a minute, and enforces their limit when the setting `rateLimits` is on. */
export function countCall(state: TiktokState, key: string, perMinute: number): void {
  const now = state.world.now();
  const calls = (state.calls.get(key) ?? []).filter((at) => at > now - minuteMs);
  state.calls.set(key, [...calls, now]);
  if (calls.length >= perMinute && state.world.settings.rateLimits) throw new Refusal(rateLimited());
}

/** Returns true when an account began too many publishes within a day and the setting `rateLimits` is on. */
export function hasPostedTooMuch({ world, publishes }: TiktokState, { id }: Account): boolean {
  if (!world.settings.rateLimits) return false;
  const since = world.now() - dayMs;
  const recent = [...publishes.values()].filter(
    ({ accountId, createdAt, post }) => accountId === id && createdAt > since && post !== null,
  );
  return recent.length >= postsPerDay;
}
