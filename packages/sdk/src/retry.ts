import { SocialApiError, SocialConnectionError } from './errors.ts';

const FIRST_DELAY_MS = 500;
/** Longest wait; an error with a longer Retry-After goes to the caller. */
const MAX_WAIT_MS = 30_000;

/** The state of a call after a failed try. */
export interface Attempt {
  /** 1 for the first try. */
  readonly number: number;
  readonly maxRetries: number;
  /** Set when repeating cannot act twice: for a GET, or a call with an Idempotency-Key. */
  readonly isRepeatable: boolean;
  /** Milliseconds since the first try began. */
  readonly elapsedMs: number;
  /** Milliseconds to wait for another call with the same key. */
  readonly timeoutMs: number;
  /** Milliseconds for which a call may wait in all, as the server says; 0 for the usual waits only. */
  readonly patienceMs: number;
}

/** Milliseconds to wait before the next try; undefined when the call must not be tried again. */
export function retryDelayMs(error: unknown, attempt: Attempt): number | undefined {
  const isRunning = error instanceof SocialApiError && error.code === 'idempotency_in_progress';
  // An earlier try may still be publishing: wait for its answer beyond the usual number of tries.
  const mayRetry =
    isRunning && attempt.maxRetries > 0 ? attempt.elapsedMs < attempt.timeoutMs : attempt.number <= attempt.maxRetries;
  if (!mayRetry || !isRetryable(error, attempt.isRepeatable)) return undefined;
  const backoffMs = FIRST_DELAY_MS * 2 ** Math.min(attempt.number - 1, 4);
  const jitteredMs = backoffMs * (0.5 + Math.random() / 2);
  const waitMs = Math.max(jitteredMs, (error instanceof SocialApiError && error.retryAfterMs) || 0);
  return waitMs > MAX_WAIT_MS ? undefined : waitMs;
}

/** Milliseconds that a refusal with Retry-After asks to wait; undefined where the caller is not that patient. Such a try does not count. */
export function toldDelayMs(error: unknown, { isRepeatable, elapsedMs, patienceMs }: Attempt): number | undefined {
  if (!(error instanceof SocialApiError) || error.retryAfterMs === undefined) return undefined;
  if (![429, 503].includes(error.status) || !isRetryable(error, isRepeatable)) return undefined;
  // At least a moment, so that a wrong answer does not make a busy loop.
  const delayMs = Math.max(FIRST_DELAY_MS, error.retryAfterMs);
  return elapsedMs + delayMs <= patienceMs ? delayMs : undefined;
}

function isRetryable(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof SocialConnectionError) return isRepeatable || !error.outcomeUnknown;
  if (!(error instanceof SocialApiError) || !error.retryable) return false;
  // A 429 is a refusal; any other answer may come after the work was done.
  return isRepeatable || error.status === 429;
}

/** Returns true when the request may have been carried out in spite of the error. */
export function mayHaveActed(error: unknown): boolean {
  if (error instanceof SocialConnectionError) return error.outcomeUnknown;
  return error instanceof SocialApiError && error.status >= 500;
}

/** Returns true when an error also covers earlier tries: the server has looked up the idempotency key. */
export function tellsOfEarlierTries(error: unknown): boolean {
  if (!(error instanceof SocialApiError) || error.code === 'unexpected_answer') return false;
  // The server answers with these statuses before it looks at the key.
  return ![401, 405, 408, 413, 415, 429, 431, 503].includes(error.status);
}

/** Resolves after `delayMs`; rejects with the signal's reason as soon as it is aborted. */
export function wait(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, delayMs);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
