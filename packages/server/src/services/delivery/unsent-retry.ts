import { setTimeout as delay } from 'node:timers/promises';
import { PlatformError } from '@social/platforms';

/** Waits between the attempts; what the network asks for counts if it is longer. */
const BACKOFF_MS = [250, 1_000];
/** A caller waits for the answer: a network that wants a longer pause is reported instead. */
const MAX_WAIT_MS = 5_000;
/** No attempt begins later than this after the first: a network that is slow to refuse is not asked again. */
const BUDGET_MS = 10_000;

/**
 * Sends again what certainly was not accepted: a connection that could not be made, and a rate limit that ends within
 * seconds and says so. Everything else, an unknown outcome above all, is the caller's to judge. `isStopping` ends the waiting.
 */
export async function retryUnsent<Result>(send: () => Promise<Result>, isStopping: () => boolean): Promise<Result> {
  const begun = performance.now();
  for (const backoffMs of BACKOFF_MS) {
    try {
      return await send();
    } catch (error) {
      const waitMs = waitAfter(error, backoffMs);
      if (waitMs === null || isStopping() || performance.now() - begun + waitMs > BUDGET_MS) throw error;
      await delay(waitMs);
      if (isStopping()) throw error;
    }
  }
  return send();
}

function waitAfter(error: unknown, backoffMs: number): number | null {
  if (!(error instanceof PlatformError)) return null;
  // Many that fail together must not return together.
  const jitter = Math.random();
  // A status means that the network was reached and has trouble, for example with a file: asking at once would not help it.
  if (error.kind === 'unavailable' && error.status === null) return backoffMs * (0.5 + jitter / 2);
  if (error.kind !== 'rate-limited' || error.retryAfterMs === null || error.retryAfterMs > MAX_WAIT_MS) return null;
  return Math.max(error.retryAfterMs, backoffMs) + jitter * backoffMs;
}
