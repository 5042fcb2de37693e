import type { PlatformError } from '@social/platforms';
import { AppError } from '../../errors.ts';

/** Turns a network's failure into the error of the API call. */
export function fromPlatformError(error: PlatformError): AppError {
  // A rate limit without a time to wait is retried after a minute.
  const waitMs = error.retryAfterMs ?? (error.kind === 'rate-limited' ? 60_000 : null);
  return new AppError(error.code, error.message, {
    details: { platform: error.platform, ...(error.field !== null && { field: error.field }) },
    cause: error,
    ...(waitMs === null ? {} : { retryAfterMs: waitMs }),
  });
}
