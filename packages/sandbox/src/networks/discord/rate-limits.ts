import { createHash } from 'node:crypto';
import { type Reply, replyOf } from '../../http/route.ts';
import { rateLimited } from './errors.ts';
import type { DiscordState } from './state.ts';

const windowMs = 2000;
const callsPerWindow = 5;

/**
 * Counts a call for a webhook or channel, and adds the rate limit's headers to the answer, also to a refusal.
 *
 * @see https://discord.com/developers/docs/topics/rate-limits
 */
export async function limited(
  state: DiscordState,
  subject: string,
  work: () => Reply | Promise<Reply>,
): Promise<Reply> {
  const { now, settings } = state.world;
  let window = state.windows.get(subject);
  if (!window || window.endsAt <= now()) {
    window = { used: 0, endsAt: now() + windowMs };
    state.windows.set(subject, window);
  }
  window.used += 1;
  const resetAfter = (window.endsAt - now()) / 1000;
  const headers = limitHeaders({ subject, remaining: callsPerWindow - window.used, resetAfter, endsAt: window.endsAt });
  const isOver = window.used > callsPerWindow && settings.rateLimits;
  const reply = isOver ? rateLimited(resetAfter) : await replyOf(work);
  return { ...reply, headers: { ...headers, ...reply.headers } };
}

/** @param window `resetAfter` is in seconds, `endsAt` in milliseconds since the epoch. */
export function limitHeaders(window: {
  subject: string;
  remaining: number;
  resetAfter: number;
  endsAt: number;
}): Record<string, string> {
  return {
    'x-ratelimit-limit': String(callsPerWindow),
    'x-ratelimit-remaining': String(Math.max(0, window.remaining)),
    'x-ratelimit-reset': (window.endsAt / 1000).toFixed(3),
    'x-ratelimit-reset-after': window.resetAfter.toFixed(3),
    'x-ratelimit-bucket': createHash('sha256').update(window.subject).digest('hex').slice(0, 32),
  };
}
