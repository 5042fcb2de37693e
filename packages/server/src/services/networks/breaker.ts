import { PlatformError } from '@social/platforms';
import type { PlatformId } from '@social/types';
import type { Clock } from '../../clock.ts';
import type { Logger } from '../../log/logger.ts';

const FAILURES_TO_OPEN = 5;

/** Groups of calls, each with its own count of failures. */
export type GuardedCalls = 'reads' | 'reads that can wait' | 'token renewals';

/** Stops calls to a failing network and lets one through from time to time. */
export interface Breaker {
  /** Returns true while calls are refused. */
  isOpen(): boolean;
  /** Runs a task. @throws PlatformError network_unavailable, without running the task, while open; else the task's error */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** Returns true when the network or the way to it failed. A refusal, a rate limit or a refused token is an answer instead. */
export function isTrouble(error: unknown): boolean {
  return error instanceof PlatformError && error.kind === 'unavailable';
}

/**
 * Makes a breaker that opens after five failures in a row and refuses calls for `openMs`, by the monotonic clock. Then one
 * call goes through and its result decides. Failures are 5xx, a timeout, no connection, and an unreadable answer.
 */
export function createBreaker(
  platform: PlatformId,
  { calls, openMs, clock, logger }: { calls: GuardedCalls; openMs: number; clock: Clock; logger: Logger },
): Breaker {
  let failures = 0;
  let openUntil = Number.NEGATIVE_INFINITY;
  let isProbing = false;

  const isTripped = () => failures >= FAILURES_TO_OPEN;
  const waitMs = () => openUntil - clock.elapsed();
  const isOpen = () => isTripped() && (isProbing || waitMs() > 0);

  function countResult(hasFailed: boolean, isProbe: boolean): void {
    // A call that began before the breaker opened says nothing about the network now.
    if (isTripped() && !isProbe) return;
    failures = hasFailed ? failures + 1 : 0;
    if (isTripped()) {
      openUntil = clock.elapsed() + openMs;
      logger.warn({ platform, calls, openMs }, 'calls to a network keep failing; they are refused for a while');
    } else if (isProbe) {
      logger.info({ platform, calls }, 'calls to a network work again');
    }
  }

  return {
    isOpen,
    async run(task) {
      if (isOpen()) throw refusal(platform, Math.max(1_000, waitMs()));
      const isProbe = isTripped();
      if (isProbe) isProbing = true;
      try {
        const result = await task();
        countResult(false, isProbe);
        return result;
      } catch (error) {
        // An error of this server says nothing about the network; the next call is the probe then.
        if (error instanceof PlatformError) countResult(isTrouble(error), isProbe);
        throw error;
      } finally {
        if (isProbe) isProbing = false;
      }
    },
  };
}

function refusal(platform: PlatformId, retryAfterMs: number): PlatformError {
  return new PlatformError(platform, {
    kind: 'unavailable',
    code: 'network_unavailable',
    message: `the network keeps failing, so this server does not call it for ${Math.ceil(retryAfterMs / 1000)} s; nothing was sent, try again then`,
    retryAfterMs,
  });
}
