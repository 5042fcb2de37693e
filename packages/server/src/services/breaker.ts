import { PlatformError } from '@social/platforms';
import type { PlatformId } from '@social/types';

const FAILURES_TO_OPEN = 5;

/** Stops calls to a network that does not work, and tries one now and then. */
export interface Breaker {
  /** Whether calls are refused at this moment. */
  isOpen(): boolean;
  /** @throws PlatformError network_unavailable, without calling, while open; else whatever the task throws */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/**
 * Opens after some failures in a row and refuses calls for `openMs` of the monotonic clock; then one call goes through, and
 * decides. Only trouble counts (5xx, silence, no connection): a refusal or a rate limit is the answer of a network that works.
 */
export function createBreaker(platform: PlatformId, openMs: number): Breaker {
  let failures = 0;
  let openUntil = Number.NEGATIVE_INFINITY;
  let isProbing = false;

  const isTripped = () => failures >= FAILURES_TO_OPEN;
  const waitMs = () => openUntil - performance.now();
  const isOpen = () => isTripped() && (isProbing || waitMs() > 0);

  function settle(hasFailed: boolean): void {
    failures = hasFailed ? failures + 1 : 0;
    if (isTripped()) openUntil = performance.now() + openMs;
  }

  return {
    isOpen,
    async run(task) {
      if (isOpen()) throw refusal(platform, Math.max(1_000, waitMs()));
      const isProbe = isTripped();
      if (isProbe) isProbing = true;
      try {
        const result = await task();
        settle(false);
        return result;
      } catch (error) {
        settle(error instanceof PlatformError && error.kind === 'unavailable');
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
