import { PlatformError } from '@social/platforms';
import type { PlatformId } from '@social/types';
import type { Logger } from '../../logger.ts';

const FAILURES_TO_OPEN = 5;

/** Calls that fail, and are stopped, together. */
export type GuardedCalls = 'reads' | 'token renewals';

/** Stops calls to a network that does not work, and tries one now and then. */
export interface Breaker {
  /** Whether calls are refused at this moment. */
  isOpen(): boolean;
  /** @throws PlatformError network_unavailable, without calling, while open; else whatever the task throws */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** Whether a network, or the way to it, has trouble: a refusal, a rate limit and a dead token are answers of one that works. */
export function isTrouble(error: unknown): boolean {
  return error instanceof PlatformError && error.kind === 'unavailable';
}

/**
 * Opens after some failures in a row and refuses calls for `openMs` of the monotonic clock; then one call goes through, and
 * decides. Only trouble counts: 5xx, silence, no connection, an answer that cannot be read.
 */
export function createBreaker(
  platform: PlatformId,
  { calls, openMs, logger }: { calls: GuardedCalls; openMs: number; logger: Logger },
): Breaker {
  let failures = 0;
  let openUntil = Number.NEGATIVE_INFINITY;
  let isProbing = false;

  const isTripped = () => failures >= FAILURES_TO_OPEN;
  const waitMs = () => openUntil - performance.now();
  const isOpen = () => isTripped() && (isProbing || waitMs() > 0);

  function settle(hasFailed: boolean, isProbe: boolean): void {
    // What began before it opened tells nothing about how the network does now.
    if (isTripped() && !isProbe) return;
    failures = hasFailed ? failures + 1 : 0;
    if (isTripped()) {
      openUntil = performance.now() + openMs;
      logger.warn(
        { platform, calls, openMs },
        'calls of a network fail again and again: they are left out for a while',
      );
    } else if (isProbe) {
      logger.info({ platform, calls }, 'calls of a network that had failed work again');
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
        settle(false, isProbe);
        return result;
      } catch (error) {
        // Trouble of our own says nothing about the network: then the next call finds out.
        if (error instanceof PlatformError) settle(isTrouble(error), isProbe);
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
    message: `the network has failed again and again and is left alone for ${Math.ceil(retryAfterMs / 1000)} s; nothing was sent, try again then`,
    retryAfterMs,
  });
}
