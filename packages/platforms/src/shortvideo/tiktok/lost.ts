import { PlatformError } from '../../platform-error.ts';

/** The error for a post that may have been published. `reason` says, as the end of a sentence, what is not known. */
export function outcomeUnknown(reason: string, cause?: unknown): PlatformError {
  return new PlatformError('shortvideo', {
    kind: 'outcome-unknown',
    code: 'outcome_unknown',
    message: `${reason}, so it may be published; check the account before sending it again`,
    ...(cause !== undefined && { cause }),
    ...(cause instanceof PlatformError && cause.status !== null && { status: cause.status }),
  });
}
