import { setTimeout as delay } from 'node:timers/promises';
import type { CallContext } from '@social/platforms';
import type { PlatformId } from '@social/types';
import type { Logger } from '../../logger.ts';
import { type Breaker, createBreaker, type GuardedCalls, isTrouble } from './breaker.ts';

const LONGEST_WAIT_MS = 500;
/** Shortest remaining time for which a second attempt is worthwhile. */
const MIN_LEFT_MS = 1_000;
/** Budget of second attempts: five at once, and a tenth per first attempt, so that a failing network gets few more calls. */
const BURST = 5;
const PER_CALL = 0.1;

/** Calls that change nothing at a network. */
export interface UpstreamReads {
  /**
   * Reads from a network, with a second attempt after a failure.
   * @param timeoutMs limit for both attempts together
   * @throws PlatformError; without asking the network while its breaker is open
   */
  read<Result>(platform: PlatformId, timeoutMs: number, ask: (call: CallContext) => Promise<Result>): Promise<Result>;
  /**
   * Renews a token, with one attempt. Has a separate breaker: failing reads must not stop a publish that waits for a token.
   * @throws PlatformError; without asking the network while the breaker of renewals is open
   */
  renew<Result>(platform: PlatformId, task: () => Promise<Result>): Promise<Result>;
}

/**
 * Makes the only place where reads are retried, with a budget per platform, and where a breaker stops calls to a failing
 * network. Publishes and other changes do not pass through here, so failing reads never stop them.
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
