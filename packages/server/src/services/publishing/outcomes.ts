// Beside the states: what an answer of the network means, or the lack of one. A publish is said to have failed only where the
// network has certainly not accepted it; any other error after a request makes the outcome `unknown`. `send.ts` and `recover.ts`
// ask; `settle.ts` stores what they learn.
import { setTimeout as delay } from 'node:timers/promises';
import { type Checkpoint, type PlatformDriver, PlatformError, type Published } from '@social/platforms';
import { hasReplies } from '@social/rules';
import { ERROR_CODES, type ErrorCode } from '@social/types';
import { timeOfId } from '../../ids.ts';
import type { Logger } from '../../log/logger.ts';
import { MediaError } from '../../media/keep/media-source.ts';
import type { ConnectionRow } from '../../store/connections/connections.ts';
import { isKnownPost, type TargetRow } from '../../store/targets/targets.ts';
import { limitsOf } from '../connections/server-limits.ts';
import type { KnownTarget } from '../contents/target-log.ts';
import { CLOCK_SKEW_MS, haveSameText } from '../networks/same-post.ts';
import { TakenOverError } from '../workers/worker.ts';
import type { EngineDeps } from './states.ts';

/** Outcome of an attempt to publish. */
export type Outcome =
  | { readonly state: 'published'; readonly published: Published }
  | {
      readonly state: 'failed' | 'unknown';
      readonly code: ErrorCode;
      readonly message: string;
      /** Instant until which an unknown one may be sent again, in milliseconds since 1970. */
      readonly repeatableUntil?: number;
    }
  | {
      readonly state: 'postponed';
      readonly code: ErrorCode;
      readonly message: string;
      /** Instant before which it is not sent again, in milliseconds since 1970; null when no attempt was made. */
      readonly notBefore: number | null;
      /** Instant from which it is due, in milliseconds since 1970: its place among the posts of the channel. */
      readonly dueAt: number;
    };

type Failure = Extract<Outcome, { state: 'failed' | 'unknown' }>;

/** An attempt to publish a target. */
export interface Attempt {
  readonly target: TargetRow;
  /** Due time of the target before this attempt, ISO 8601, which it gets back if it is postponed; null when it was sent at once. */
  readonly place: string | null;
  /**
   * Instant, in milliseconds since 1970, until which the target is sent again if the network certainly did not accept it;
   * null for posts without a scheduled time, whose caller gets the failure at once.
   */
  readonly retryUntil: number | null;
  /** Set when an earlier attempt ended without an answer, perhaps with its process; this one continues from the checkpoint. */
  readonly isResumed?: true;
  /** Set for one that makes the same request again. */
  readonly isRepeat?: true;
}

/** Sending of a post whose answer was lost. */
export interface LostRequest {
  /** Instant of sending, in milliseconds since 1970. Older posts do not match. */
  readonly sentAt: number;
  /** Set when the network lists the post already if it has it, so that one look without a wait is enough: it has confirmed the post, or got it minutes ago. */
  readonly isListed?: boolean;
}

/** Result of a search for a post at its network. */
export interface Search {
  readonly published: Published | null;
  /** The account was read, or the network lets nobody read it. */
  readonly isComplete: boolean;
}

/** What an error of an attempt means. */
export interface Verdict {
  /** Outcome to store; null when the target stays as it is, for the process that has taken it over. */
  readonly outcome: Outcome | null;
  /** Set where reading the account can tell more than the answer did. */
  readonly lost?: LostRequest;
}

/**
 * Decides what the error of an attempt means.
 * @param progress when the driver was called, in milliseconds since 1970, before which nothing was sent; and the checkpoint from which
 *   the publish can be resumed
 */
export function judgeError(
  error: unknown,
  attempt: Attempt & Lost,
  progress: { readonly sentAt: number | null; readonly checkpoint: Checkpoint | null },
  { driver, now, logger }: { driver: PlatformDriver | undefined; now: number; logger: Logger },
): Verdict {
  const { target, isResumed = false } = attempt;
  const { sentAt, checkpoint } = progress;
  // The process that takes over resumes the publish from its checkpoint, or looks for the post.
  if (error instanceof TakenOverError && (sentAt !== null || isResumed)) return { outcome: null };
  const precedesPublish = checkpoint !== null && driver?.precedesPublish?.(checkpoint) === true;
  const outcome =
    isResumed && !precedesPublish
      ? classifyResumed(error, target, logger)
      : classify(error, target, sentAt !== null && !precedesPublish, logger);
  if (outcome.state === 'unknown') {
    // The attempt before this one may have published the post.
    const firstSentAt = isResumed && target.sent_at !== null ? Date.parse(target.sent_at) : (sentAt ?? now);
    const until = repeatableUntil(attempt, driver, { sentAt: firstSentAt, checkpoint });
    return { outcome: withRepeats(outcome, until, now), lost: { sentAt: firstSentAt } };
  }
  // The network already has this text, perhaps from an earlier attempt of this target whose answer was lost.
  if (error instanceof PlatformError && error.code === 'duplicate_content') {
    return { outcome, lost: { sentAt: timeOfId(target.id), isListed: true } };
  }
  return { outcome: postponed(outcome, { error, attempt, now }) ?? outcome };
}

/** Returns the instant until which a lost publish may be sent again, in milliseconds since 1970; null where it may not. */
export function repeatableUntil(
  { content, connection }: Pick<Lost, 'content' | 'connection'>,
  driver: PlatformDriver | undefined,
  { sentAt, checkpoint }: { readonly sentAt: number; readonly checkpoint: Checkpoint | null },
): number | null {
  const hasMedia = content.media.length > 0;
  const lost = { sentAt: new Date(sentAt), checkpoint, hasMedia, limits: limitsOf(connection) };
  return driver?.repeatableUntil?.(lost)?.getTime() ?? null;
}

/** Says in an outcome until when the server may still publish the post, so that its user looks at the account after that. */
export function withRepeats(outcome: Failure, until: number | null, now: number): Failure {
  if (until === null || until <= now) return outcome;
  const time = `${new Date(until).toISOString().slice(11, 16)} UTC`;
  return {
    ...outcome,
    repeatableUntil: until,
    message: `${outcome.message}; the server continues this publish until ${time}, so look after that`,
  };
}

/**
 * Decides what an error of a publish means: `failed` only when the network has certainly not accepted the post, and
 * `unknown` for every other error after the first byte may have left.
 */
function classify(error: unknown, target: TargetRow, isSent: boolean, logger: Logger): Failure {
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
function classifyResumed(error: unknown, target: TargetRow, logger: Logger): Failure {
  const outcome = classify(error, target, true, logger);
  if (error instanceof PlatformError && (error.kind === 'rejected' || error.kind === 'outcome-unknown')) return outcome;
  return notResumed(target, outcome.message);
}

/** Outcome of a publish without an answer that cannot be resumed: the network may have the post. */
export function notResumed({ platform, post_id: postId }: TargetRow, why: string): Failure {
  return {
    state: 'unknown',
    code: 'outcome_unknown',
    message: `publishing to ${platform} was interrupted and could not be resumed (${why}); look at the account, then resolve it with: social post resolve ${postId}`,
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
function postponed(
  outcome: Failure,
  { error, attempt, now }: { error: unknown; attempt: Attempt; now: number },
): Outcome | null {
  const { target, place, retryUntil } = attempt;
  if (retryUntil === null || outcome.state !== 'failed' || !ERROR_CODES[outcome.code].retryable) return null;
  if (target.attempt >= MAX_ATTEMPTS) return null;
  const isOurs = !(error instanceof PlatformError || error instanceof MediaError);
  if (isOurs && target.attempt === 1) {
    // The database failed, and works again when this is stored. The target keeps its place before later posts.
    return { ...outcome, state: 'postponed', notBefore: now, dueAt: place === null ? now : Date.parse(place) };
  }
  const askedFor = isOurs ? 0 : ((error as PlatformError | MediaError).retryAfterMs ?? 0);
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** (target.attempt - 1), LONGEST_WAIT_MS);
  const notBefore = now + Math.max(askedFor, backoff) + Math.random() * (backoff / 2);
  if (notBefore > retryUntil) return null;
  return { ...outcome, state: 'postponed', notBefore, dueAt: notBefore };
}

/** Minutes after sending at which an unknown outcome is looked at; rarer with time, since reading costs. */
const LOOK_AFTER_MINUTES = [1, 3, 7, 15];
/** Minutes of further looks at what can still be sent again after them. */
const LATE_LOOK_AFTER_MINUTES = [30, 45];

/**
 * Returns the instant of the next look at an unknown outcome, null after the last one: then the next start looks once more.
 * @param now milliseconds since 1970
 * @param until instant until which the publish may be sent again, in milliseconds since 1970
 */
export function nextLookAt(sentAt: string, now: number, until: number | null = null): string | null {
  const instantsOf = (minutes: readonly number[]) => minutes.map((each) => Date.parse(sentAt) + each * 60_000);
  const late = instantsOf(LATE_LOOK_AFTER_MINUTES).filter((at) => until !== null && at < until);
  const next = [...instantsOf(LOOK_AFTER_MINUTES), ...late].find((at) => at > now);
  return next === undefined ? null : new Date(next).toISOString();
}

/** Waits before each look, since a post may appear late in the network's list. */
const READ_AFTER_MS = [200, 1_500];
const READ_TIMEOUT_MS = 10_000;

/** A target whose answer was lost, with the account that it was sent with. */
type Lost = Pick<KnownTarget, 'target' | 'content'> & { readonly connection: ConnectionRow };

/** Reads accounts to find posts whose answers were lost. Sends nothing. */
export class LostPosts {
  readonly #deps: EngineDeps;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
  }

  /**
   * Looks for a post until the network lists it. Must run under the lease of the target's channel, until the result is stored, so
   * that no other target takes the same post as its result.
   * @returns `published` is null when the network does not list the post or cannot be read; the outcome stays unknown then
   */
  async find(lost: Lost, { sentAt, isListed = false }: LostRequest): Promise<Search> {
    // The network lists posts, among which a comment never is.
    const isNoPost = lost.content.isComment && !hasReplies(lost.target.platform);
    const canList = this.#deps.platforms.of(lost.connection)?.driver.listRecentPosts;
    if (isNoPost || !canList) return { published: null, isComplete: true };
    let isComplete = false;
    for (const waitMs of isListed ? [0] : READ_AFTER_MS) {
      await delay(waitMs);
      const search = await this.#findOnce(lost, sentAt).then(
        (published): Search => ({ published, isComplete: true }),
        (error: unknown): Search => {
          const { platform } = lost.target;
          this.#deps.logger.warn({ err: error, platform }, 'could not read the account to find out an unknown outcome');
          return { published: null, isComplete: false };
        },
      );
      if (search.published) return search;
      ({ isComplete } = search);
    }
    return { published: null, isComplete };
  }

  async #findOnce({ target, content, connection }: Lost, sentAt: number): Promise<Published | null> {
    const { db, platforms, tokens, reads } = this.#deps;
    const { platform } = target;
    const since = new Date(sentAt - CLOCK_SKEW_MS);
    const driver = platforms.of(connection)?.driver;
    const posts = await tokens.withAccount(connection, (account) =>
      reads.read(
        connection,
        READ_TIMEOUT_MS,
        async (call) => (await driver?.listRecentPosts?.(account, { ...call, since })) ?? [],
      ),
    );
    for (const post of posts) {
      const isYoung = post.createdAt !== null && post.createdAt >= since;
      if (!isYoung || !haveSameText(post.text, content.text)) continue;
      if (!(await isKnownPost(db, platform, post.id))) return { platformPostId: post.id, url: post.url };
    }
    return null;
  }
}
