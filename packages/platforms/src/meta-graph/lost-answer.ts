import type { PlatformId } from '@social/types';
import { PlatformError } from '../platform-error.ts';

/** The error of a publish that was interrupted where nobody can find out any more what came of it. */
export function lostAnswer(platform: PlatformId, reason: string): PlatformError {
  return new PlatformError(platform, {
    kind: 'outcome-unknown',
    code: 'outcome_unknown',
    message: `${reason}; check the account before sending it again`,
  });
}
