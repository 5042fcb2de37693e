import { setTimeout as delay } from 'node:timers/promises';
import { PlatformError } from '@social/platforms';

/** Waits between the attempts, unless the network asks for a longer one. */
const BACKOFF_MS = [250, 1_000];
/** Longest wait that a network may ask for; a longer one is reported to the caller, who waits for the answer. */
const MAX_WAIT_MS = 5_000;
/** Time after the first attempt in which another may begin. */
const BUDGET_MS = 10_000;

/**
 * Retries a send that the network certainly did not accept: after a failed connection, and after a rate limit with a short
 * wait. Throws every other error, above all an unknown outcome.
 * @param isStopping returns true when the server stops, which ends the retries
 */
export async function retryRejected<Result>(send: () => Promise<Result>, isStopping: () => boolean): Promise<Result> {
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
  // Random delays keep sends that failed together from retrying together.
  const jitter = Math.random();
  // With a status, the network was reached and failed, for example over a file; an immediate retry would not help.
  if (error.kind === 'unavailable' && error.status === null) return backoffMs * (0.5 + jitter / 2);
  if (error.kind !== 'rate-limited' || error.retryAfterMs === null || error.retryAfterMs > MAX_WAIT_MS) return null;
  return Math.max(error.retryAfterMs, backoffMs) + jitter * backoffMs;
}
