import { PlatformError } from '../platform-error.ts';

/** Whether a question that failed may be answered when it is asked again soon. */
export function isPassingTrouble(error: unknown): boolean {
  return error instanceof PlatformError && (error.kind === 'unavailable' || error.kind === 'rate-limited');
}
