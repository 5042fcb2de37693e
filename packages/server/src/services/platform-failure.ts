import type { PlatformError } from '@social/platforms';
import { AppError } from '../errors.ts';

/** A network's failure as the answer of a call that is about nothing else. Its code decides the status. */
export function fromPlatformError(error: PlatformError): AppError {
  return new AppError(error.code, error.message, {
    details: { platform: error.platform },
    cause: error,
    ...(error.retryAfterMs === null ? {} : { retryAfterMs: error.retryAfterMs }),
  });
}
