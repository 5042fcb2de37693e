import { PlatformError, type Published } from '@social/platforms';
import { ERROR_CODES, type ErrorCode } from '@social/types';
import type { Logger } from '../../logger.ts';
import { MediaError } from '../../media/keep/media-source.ts';
import type { TargetRow } from '../../store/targets/targets.ts';
import type { Dispatch } from './dispatch.ts';

/** Outcome of an attempt to publish. */
export type Outcome =
  | {
      readonly state: 'published';
      readonly published: Published;
      /** Set when the post was found by reading the network, not by an answer. */
      readonly isProven: boolean;
    }
  | { readonly state: 'failed' | 'unknown'; readonly code: ErrorCode; readonly message: string }
  | {
      readonly state: 'postponed';
      readonly code: ErrorCode;
      readonly message: string;
      /** Instant before which it is not sent again, in milliseconds since 1970; null when no attempt was made. */
      readonly notBefore: number | null;
      /** Instant from which it is due, in milliseconds since 1970: its place among the posts of the channel. */
      readonly dueAt: number;
    };

export type Failure = Extract<Outcome, { state: 'failed' | 'unknown' }>;

/**
 * Decides what an error of a publish means: `failed` only when the network has certainly not accepted the post, and
 * `unknown` for every other error after the first byte may have left.
 */
export function classify(error: unknown, target: TargetRow, isSent: boolean, logger: Logger): Failure {
  const { platform, post_id: postId } = target;
  if (error instanceof MediaError) return { state: 'failed', code: error.code, message: error.message };
  if (error instanceof PlatformError) {
    const { kind, status, upstreamCode: upstream, code, duplicateOf } = error;
    logger.warn({ platform, postId, kind, status, upstream }, 'a platform did not publish');
    const message = duplicateOf === null ? error.message : `${error.message}; the earlier post is ${duplicateOf}`;
    return { state: kind === 'outcome-unknown' ? 'unknown' : 'failed', code, message };
  }
  logger.error({ err: error, platform, postId }, 'publishing was interrupted by an error');
  if (!isSent) {
    return {
      state: 'failed',
      code: 'unavailable',
      message: 'the server failed before it sent anything; retry it',
    };
  }
  // The network may have the request, so this must not count as a failure, which may be retried.
  return {
    state: 'unknown',
    code: 'outcome_unknown',
    message: `publishing to ${platform} was interrupted by an error; look at the account before publishing again`,
  };
}

/**
 * Decides what an error means when a publish without an answer is resumed. Only the network's definite refusal proves that
 * nothing was published. An unreachable network or a missing file proves nothing.
 */
export function classifyResumed(error: unknown, target: TargetRow, logger: Logger): Failure {
  const outcome = classify(error, target, true, logger);
  if (error instanceof PlatformError && (error.kind === 'rejected' || error.kind === 'outcome-unknown')) return outcome;
  return {
    state: 'unknown',
    code: 'outcome_unknown',
    message: `publishing to ${target.platform} was interrupted and could not be resumed (${outcome.message}); look at the account, then resolve it with: social post resolve ${target.post_id}`,
  };
}

/** Number of attempts for one scheduled target, including the first. */
const MAX_ATTEMPTS = 6;
const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 10 * 60_000;

/**
 * Postpones a scheduled target that the network has certainly not accepted but may accept later, since no caller waits who
 * could retry it.
 * @param now milliseconds since 1970
 * @returns null when the failure is final
 */
export function postponed(
  outcome: Failure,
  { error, dispatch, now }: { error: unknown; dispatch: Pick<Dispatch, 'target' | 'retryUntil'>; now: number },
): Outcome | null {
  const { target, retryUntil } = dispatch;
  if (retryUntil === null || outcome.state !== 'failed' || !ERROR_CODES[outcome.code].retryable) return null;
  if (target.attempt >= MAX_ATTEMPTS) return null;
  const isOurs = !(error instanceof PlatformError || error instanceof MediaError);
  if (isOurs && target.attempt === 1) {
    // The database failed, and works again when this is stored. The target keeps its place before later posts.
    const place = target.due_at === null ? now : Date.parse(target.due_at);
    return { state: 'postponed', code: outcome.code, message: outcome.message, notBefore: now, dueAt: place };
  }
  const askedFor = isOurs ? 0 : ((error as PlatformError | MediaError).retryAfterMs ?? 0);
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** (target.attempt - 1), LONGEST_WAIT_MS);
  const notBefore = now + Math.max(askedFor, backoff) + Math.random() * (backoff / 2);
  if (notBefore > retryUntil) return null;
  return { state: 'postponed', code: outcome.code, message: outcome.message, notBefore, dueAt: notBefore };
}

/** Minutes after sending at which an unknown outcome is looked at; rarer with time, since reading costs. */
const LOOK_AFTER_MINUTES = [1, 3, 7, 15];

/** Returns the instant of the next look at an unknown outcome, null after the last one: then the next start looks once more. @param now milliseconds since 1970 */
export function nextLookAt(sentAt: string, now: number): string | null {
  const looks = LOOK_AFTER_MINUTES.map((minutes) => Date.parse(sentAt) + minutes * 60_000);
  const next = looks.find((at) => at > now);
  return next === undefined ? null : new Date(next).toISOString();
}
