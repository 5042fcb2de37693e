import { PlatformError, type Published } from '@social/platforms';
import { ERROR_CODES, type ErrorCode } from '@social/types';
import type { Logger } from '../../logger.ts';
import { MediaError } from '../../media/keep/media-source.ts';
import type { TargetRow } from '../../store/targets.ts';

/** How an attempt to publish ended. */
export type Outcome =
  | {
      readonly state: 'published';
      readonly published: Published;
      /** Whether reading the network showed it, instead of an answer. */
      readonly isProven: boolean;
    }
  | { readonly state: 'failed' | 'unknown'; readonly code: ErrorCode; readonly message: string }
  | {
      readonly state: 'postponed';
      readonly code: ErrorCode;
      readonly message: string;
      /** When it is sent again, in milliseconds since 1970. */
      readonly notBefore: number;
    };

export type Failure = Extract<Outcome, { state: 'failed' | 'unknown' }>;

/**
 * What an error of a publish means: `failed` only where it is certain that the network has not accepted it, and `unknown`
 * for everything else that happened after the first byte may have left.
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
  logger.error({ err: error, platform, postId }, 'publishing broke off');
  if (!isSent) {
    return {
      state: 'failed',
      code: 'unavailable',
      message: 'the server had trouble before anything was sent; retry it',
    };
  }
  // Nobody knows how far the request came: it must not be taken for a failure that may be repeated.
  return {
    state: 'unknown',
    code: 'outcome_unknown',
    message: `publishing to ${platform} broke off; look at the account before publishing again`,
  };
}

/**
 * What an error means where a process that died had begun: only the network's definite refusal of what was begun proves that
 * nothing came of it. That it cannot be asked now, or that the files are gone, proves nothing.
 */
export function classifyInterrupted(error: unknown, target: TargetRow, logger: Logger): Failure {
  const outcome = classify(error, target, true, logger);
  if (error instanceof PlatformError && (error.kind === 'rejected' || error.kind === 'outcome-unknown')) return outcome;
  return {
    state: 'unknown',
    code: 'outcome_unknown',
    message: `publishing to ${target.platform} was interrupted and could not be taken up again (${outcome.message}); look at the account, then resolve it with: social post resolve ${target.post_id}`,
  };
}

/** Sends of one scheduled target, the first included. */
const MAX_ATTEMPTS = 6;
const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 10 * 60_000;

/**
 * What was certainly not accepted, and may be later, is sent again while the post may still be late: nobody waits at the
 * other end to do it by hand. Null: it stays failed.
 */
export function postponed(
  outcome: Failure,
  { error, shipment, now }: { error: unknown; shipment: { target: TargetRow; retryUntil: number | null }; now: number },
): Outcome | null {
  const { target, retryUntil } = shipment;
  if (retryUntil === null || outcome.state !== 'failed' || !ERROR_CODES[outcome.code].retryable) return null;
  if (target.attempt >= MAX_ATTEMPTS) return null;
  const askedFor = error instanceof PlatformError ? (error.retryAfterMs ?? 0) : 0;
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** (target.attempt - 1), LONGEST_WAIT_MS);
  const notBefore = now + Math.max(askedFor, backoff) + Math.random() * (backoff / 2);
  if (notBefore > retryUntil) return null;
  return { state: 'postponed', code: outcome.code, message: outcome.message, notBefore };
}
