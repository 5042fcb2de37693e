import type { ErrorCode, Schema } from '@social/types';
import type { Step } from '../../services/posts/timeline.ts';

/** A step of a post as the contract shows it: an allow-list of fields. */
export function presentStep({ kind, platform, at, attempt, details }: Step): Schema<'PostEvent'> {
  const { part, scheduledFor, nextAttemptAt, error, code, url } = details;
  return {
    kind,
    platform,
    at,
    ...(part === undefined ? {} : { part }),
    ...(attempt === null ? {} : { attempt }),
    ...(scheduledFor === undefined ? {} : { scheduledFor }),
    ...(nextAttemptAt === undefined ? {} : { nextAttemptAt }),
    ...(error === undefined ? {} : { error }),
    ...(code === undefined ? {} : { code: code as ErrorCode }),
    ...(url === undefined ? {} : { url }),
  };
}
