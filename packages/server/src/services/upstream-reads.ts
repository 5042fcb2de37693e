import { setTimeout as delay } from 'node:timers/promises';
import { PlatformError } from '@social/platforms';
import type { PlatformId } from '@social/types';
import { type Breaker, createBreaker } from './breaker.ts';

const LONGEST_WAIT_MS = 500;
/** Further attempts that are allowed at once, and for each first attempt: a network in trouble gets a tenth more calls at most. */
const BURST = 5;
const PER_CALL = 0.1;

/** Calls that change nothing at a network. */
export interface UpstreamReads {
  /** Reads, once more if the network had trouble. @throws PlatformError, at once while the network has failed again and again */
  read<Result>(platform: PlatformId, task: () => Promise<Result>): Promise<Result>;
  /** Calls what must not be repeated but need not be tried while the network fails, such as spending a refresh token. */
  once<Result>(platform: PlatformId, task: () => Promise<Result>): Promise<Result>;
}

/**
 * The one place where reads are repeated, with a budget per platform, and where a network that fails is left alone for a
 * while. Publishes and other changes do not come here: each is tried, whatever reads have met.
 */
export function createUpstreamReads({ breakerOpenMs }: { breakerOpenMs: number }): UpstreamReads {
  const breakers = new Map<PlatformId, Breaker>();
  const budgets = new Map<PlatformId, number>();

  function breakerOf(platform: PlatformId): Breaker {
    const known = breakers.get(platform) ?? createBreaker(platform, breakerOpenMs);
    breakers.set(platform, known);
    return known;
  }

  function mayRepeat(platform: PlatformId): boolean {
    const left = budgets.get(platform) ?? BURST;
    if (left < 1) return false;
    budgets.set(platform, left - 1);
    return true;
  }

  return {
    once: (platform, task) => breakerOf(platform).run(task),
    async read(platform, task) {
      const breaker = breakerOf(platform);
      budgets.set(platform, Math.min(BURST, (budgets.get(platform) ?? BURST) + PER_CALL));
      try {
        return await breaker.run(task);
      } catch (error) {
        const isTrouble = error instanceof PlatformError && error.kind === 'unavailable';
        if (!isTrouble || breaker.isOpen() || !mayRepeat(platform)) throw error;
        await delay(Math.random() * LONGEST_WAIT_MS);
        return breaker.run(task);
      }
    },
  };
}
