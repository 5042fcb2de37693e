import { Refusal } from '../../http/route.ts';
import type { Account } from '../../world/accounts.ts';
import { throttled } from './errors.ts';
import type { LinkedinState } from './state.ts';

const memberCallsPerDay = 150;

/** Counts a member's calls of a day, and enforces their limit when the setting `rateLimits` is on. */
export function countCall(state: LinkedinState, member: Account): void {
  const day = new Date(state.world.now()).toISOString().slice(0, 10);
  const key = `${member.id} ${day}`;
  const calls = (state.calls.get(key) ?? 0) + 1;
  state.calls.set(key, calls);
  if (calls > memberCallsPerDay && state.world.settings.rateLimits) throw new Refusal(throttled());
}
