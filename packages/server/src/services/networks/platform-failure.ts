import type { PlatformError } from '@social/platforms';
import { AppError } from '../../errors.ts';

/** A network's failure as the answer of a call that is about nothing else. Its code decides the status. */
export function fromPlatformError(error: PlatformError): AppError {
  // A network that limits without saying for how long is asked again in a minute.
  const waitMs = error.retryAfterMs ?? (error.kind === 'rate-limited' ? 60_000 : null);
  return new AppError(error.code, error.message, {
    details: { platform: error.platform },
    cause: error,
    ...(waitMs === null ? {} : { retryAfterMs: waitMs }),
  });
}
