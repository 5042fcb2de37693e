import { setTimeout as delay } from 'node:timers/promises';
import type { CallContext } from '@social/platforms';
import type { PlatformId } from '@social/types';
import type { Logger } from '../../logger.ts';
import { type Breaker, createBreaker, type GuardedCalls, isTrouble } from './breaker.ts';

const LONGEST_WAIT_MS = 500;
/** What is left of the caller's time must be worth a further attempt. */
const MIN_LEFT_MS = 1_000;
/** Further attempts that are allowed at once, and for each first attempt: a network in trouble gets a tenth more calls at most. */
const BURST = 5;
const PER_CALL = 0.1;

/** Calls that change nothing at a network. */
export interface UpstreamReads {
  /**
   * Reads, once more if the network had trouble; both attempts together take at most `timeoutMs`.
   * @throws PlatformError, at once while the network has failed again and again
   */
  read<Result>(platform: PlatformId, timeoutMs: number, ask: (call: CallContext) => Promise<Result>): Promise<Result>;
  /**
   * Spends a refresh token: once, and not at all while renewals fail again and again. Whether reads fail does not count,
   * since a publish may wait for the new token. @throws PlatformError
   */
  renew<Result>(platform: PlatformId, task: () => Promise<Result>): Promise<Result>;
}

/**
 * The one place where reads are repeated, with a budget per platform, and where a network that fails is left alone for a
 * while: its reads and the renewals of its tokens, each for their own failures. Publishes and other changes do not come
 * here: each is tried, whatever reads have met.
 */
export function createUpstreamReads(deps: { breakerOpenMs: number; logger: Logger }): UpstreamReads {
  const breakers = new Map<string, Breaker>();
  const budgets = new Map<PlatformId, number>();

  function breakerOf(platform: PlatformId, calls: GuardedCalls): Breaker {
    const key = `${calls} ${platform}`;
    const known =
      breakers.get(key) ?? createBreaker(platform, { calls, openMs: deps.breakerOpenMs, logger: deps.logger });
    breakers.set(key, known);
    return known;
  }

  function earn(platform: PlatformId): void {
    budgets.set(platform, Math.min(BURST, (budgets.get(platform) ?? BURST) + PER_CALL));
  }

  function mayRepeat(platform: PlatformId): boolean {
    const left = budgets.get(platform) ?? BURST;
    if (left < 1) return false;
    budgets.set(platform, left - 1);
    return true;
  }

  return {
    renew: (platform, task) => breakerOf(platform, 'token renewals').run(task),
    async read(platform, timeoutMs, ask) {
      const breaker = breakerOf(platform, 'reads');
      const deadline = performance.now() + timeoutMs;
      try {
        return await breaker.run(() => {
          earn(platform);
          return ask({ timeoutMs });
        });
      } catch (error) {
        const waitMs = Math.random() * LONGEST_WAIT_MS;
        const isWorthIt = deadline - performance.now() - waitMs >= MIN_LEFT_MS;
        if (!isTrouble(error) || !isWorthIt || breaker.isOpen() || !mayRepeat(platform)) throw error;
        await delay(waitMs);
        return breaker.run(() => ask({ timeoutMs: deadline - performance.now() }));
      }
    },
  };
}
