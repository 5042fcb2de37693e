import { setTimeout as delay } from 'node:timers/promises';
import type { CallContext } from '@social/platforms';
import type { Clock } from '../../clock.ts';
import type { Logger } from '../../log/logger.ts';
import { type Breaker, createBreaker, type GuardedCalls, isTrouble } from './breaker.ts';
import type { NetworkOrigin } from './reachable-platform.ts';

const LONGEST_WAIT_MS = 500;
/** Shortest remaining time for which a second attempt is worthwhile. */
const MIN_LEFT_MS = 1_000;
/** Budget of second attempts: five at once, and a tenth per first attempt, so that a failing network gets few more calls. */
const BURST = 5;
const PER_CALL = 0.1;
/** Servers that are counted; beyond that, the counts begin again. */
const MAX_SERVERS = 10_000;

/** All accounts of a network at one address share a key. */
function keyOf({ network, network_origin }: NetworkOrigin): string {
  return `${network} ${network_origin}`;
}

/** Calls that change nothing at a network. */
export interface UpstreamReads {
  /**
   * Reads from a network, with a second attempt after a failure.
   * @param timeoutMs limit for both attempts together
   * @throws PlatformError; without asking the network while its breaker is open
   */
  read<Result>(of: NetworkOrigin, timeoutMs: number, ask: (call: CallContext) => Promise<Result>): Promise<Result>;
  /**
   * Reads what can wait, counters or the address of a picture, with one attempt. Has a separate breaker: failing ones must not stop the
   * look for a lost post, nor take its second attempts.
   * @throws PlatformError; without asking the network while the breaker of these reads is open
   */
  readLater<Result>(of: NetworkOrigin, timeoutMs: number, ask: (call: CallContext) => Promise<Result>): Promise<Result>;
  /**
   * Renews a token, with one attempt. Has a separate breaker: failing reads must not stop a publish that waits for a token.
   * @throws PlatformError; without asking the network while the breaker of renewals is open
   */
  renew<Result>(of: NetworkOrigin, task: () => Promise<Result>): Promise<Result>;
}

/**
 * Makes the only place where reads are retried, with a budget per network, and where a breaker stops calls to a failing
 * network. Each server of an open network counts alone. Publishes and other changes do not pass through here, so failing reads never stop them.
 */
export function createUpstreamReads(deps: { breakerOpenMs: number; clock: Clock; logger: Logger }): UpstreamReads {
  const breakers = new Map<string, Breaker>();
  const budgets = new Map<string, number>();

  function breakerOf(of: NetworkOrigin, calls: GuardedCalls): Breaker {
    const key = `${calls} ${keyOf(of)}`;
    const { breakerOpenMs: openMs, clock, logger } = deps;
    const known = breakers.get(key) ?? createBreaker(of.platform, { calls, openMs, clock, logger });
    if (breakers.size >= MAX_SERVERS) breakers.clear();
    breakers.set(key, known);
    return known;
  }

  function earn(key: string): void {
    const left = budgets.get(key) ?? BURST;
    if (budgets.size >= MAX_SERVERS) budgets.clear();
    budgets.set(key, Math.min(BURST, left + PER_CALL));
  }

  function mayRepeat(key: string): boolean {
    const left = budgets.get(key) ?? BURST;
    if (left < 1) return false;
    budgets.set(key, left - 1);
    return true;
  }

  return {
    readLater: (of, timeoutMs, ask) => breakerOf(of, 'reads that can wait').run(() => ask({ timeoutMs })),
    renew: (of, task) => breakerOf(of, 'token renewals').run(task),
    async read(of, timeoutMs, ask) {
      const breaker = breakerOf(of, 'reads');
      const key = keyOf(of);
      const deadline = performance.now() + timeoutMs;
      try {
        return await breaker.run(() => {
          earn(key);
          return ask({ timeoutMs });
        });
      } catch (error) {
        const waitMs = Math.random() * LONGEST_WAIT_MS;
        const isWorthIt = deadline - performance.now() - waitMs >= MIN_LEFT_MS;
        if (!isTrouble(error) || !isWorthIt || breaker.isOpen() || !mayRepeat(key)) throw error;
        await delay(waitMs);
        return breaker.run(() => ask({ timeoutMs: deadline - performance.now() }));
      }
    },
  };
}
