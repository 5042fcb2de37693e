import { ERROR_CODES } from '@social/types';
import { type Clock, isoNow } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import type { PostRow, PostWithTargets } from '../../store/posts/posts.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { type TargetRow, targetsOfPost } from '../../store/targets/targets.ts';
import { insist } from '../workers/insist.ts';
import type { Applied, ApplyEvent } from './apply-event.ts';
import type { TargetInLog } from './dispatch.ts';
import { nextLookAt, type Outcome } from './outcomes.ts';
import { fittedOf, noteOf } from './target-rows.ts';
import type { TargetEvent } from './target-states.ts';

/** Claim of a target by a worker of this process. */
export interface Claim {
  readonly as: string;
  /** Set once the database has confirmed the claim. Nothing is sent before. */
  readonly isCertain: boolean;
}

/** Stores the answer of the call that waits for a post, in the transaction in which the post ends. */
export type StoreAnswer = (trx: Queryable, post: PostWithTargets) => Promise<void>;

/**
 * Stores the outcome of an attempt, once.
 * @param claim null when this process tried no claim: the attempt sent nothing, or the outcome was found by a look
 * @returns the post when it has ended with this target, else null
 * @throws Error when the database could not be written after some retries
 */
export type StoreOutcome = (
  target: TargetInLog,
  outcome: Outcome,
  claim: Claim | null,
  storeAnswer?: StoreAnswer,
) => Promise<PostWithTargets | null>;

/** Makes the function that stores result, charge and log entry of a target in one transaction. */
export function createStoreOutcome(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  applyEvent: ApplyEvent;
}): StoreOutcome {
  const { db, clock, logger } = deps;

  return ({ target, content, profile }, outcome, claim, storeAnswer) => {
    const { post_id: postId, platform, attempt } = target;
    const store = () =>
      db.transaction().execute(async (trx) => {
        const change = { updated_at: isoNow(clock), ...columnsOf(outcome, { target, content, clock }) };
        const logged = loggedOf(outcome);
        for (const { event, ...by } of eventsOf(outcome, claim, target)) {
          const details = { change, ...by, ...(logged && { logged }) };
          const applied = await deps.applyEvent(trx, event, { target, content, profile }, details);
          if (applied && !applied.ended) return null;
          if (applied?.ended) {
            const ended = await withTargets(trx, applied.ended, applied);
            await storeAnswer?.(trx, ended);
            return ended;
          }
        }
        if (outcome.state !== 'published') return null;
        const { platformPostId, url } = outcome.published;
        logger.error(
          { postId, platform, attempt, platformPostId, url },
          'published, but the target has changed since, so the result is not stored; the post may be there twice',
        );
        return null;
      });
    return insist(store, (error) => {
      logger.error({ err: error, platform, postId, state: outcome.state }, 'a result could not be stored yet');
    });
  };
}

/** Returns a post with its targets. Reads them only when there are others than the one that was just stored. */
async function withTargets(
  trx: Queryable,
  post: PostRow,
  { target, targets }: Pick<Applied, 'target' | 'targets'>,
): Promise<PostWithTargets> {
  if (targets) return { post, targets };
  const isOnly = post.thread === null && post.platforms === JSON.stringify([target.platform]);
  return { post, targets: isOnly ? [target] : await targetsOfPost(trx, post.id) };
}

/** Lists the events that an outcome can be, in the order to try. Another worker may have taken over the target. */
function eventsOf(
  outcome: Outcome,
  claim: Claim | null,
  target: TargetRow,
): { readonly event: TargetEvent; readonly by?: string | null }[] {
  // A success applies whichever worker has the target: the network has the post.
  if (outcome.state === 'published') return [{ event: outcome.isProven ? 'prove' : 'succeed' }];
  if (outcome.state === 'unknown') return [{ event: 'lose', ...(claim?.isCertain && { by: claim.as }) }];
  const begun = { event: outcome.state === 'failed' ? 'fail' : 'postpone', by: claim?.as ?? null } as const;
  if (claim?.isCertain) return [begun];
  const unbegun = { event: outcome.state === 'failed' ? 'refuse' : 'defer', by: target.worker_id } as const;
  return claim ? [unbegun, begun] : [unbegun];
}

function columnsOf(
  outcome: Outcome,
  { target, content, clock }: { target: TargetRow; content: TargetInLog['content']; clock: Clock },
) {
  if (outcome.state === 'published') {
    const { platformPostId, url, note } = outcome.published;
    return {
      platform_post_id: platformPostId,
      url,
      error: null,
      code: null,
      retryable: 0,
      progress: null,
      checkpoint: null,
      note: noteOf(content, fittedOf(target), note),
    };
  }
  const { message: error, code } = outcome;
  if (outcome.state !== 'postponed') {
    const retryable = outcome.state === 'failed' && ERROR_CODES[code].retryable ? 1 : 0;
    const due_at = outcome.state === 'unknown' ? nextLookAt(target.sent_at ?? isoNow(clock), clock.now()) : null;
    return { progress: null, error, code, retryable, due_at };
  }
  return {
    ...{ progress: null, error, code, retryable: 0 },
    ...{ attempt: target.attempt + 1, sent_at: null, worker_id: null },
    not_before: outcome.notBefore === null ? null : new Date(outcome.notBefore).toISOString(),
    due_at: new Date(outcome.dueAt).toISOString(),
  };
}

/** Details of the log entry; null for skipped thread parts, since the entry of the part that failed covers them. */
function loggedOf(outcome: Outcome) {
  if (outcome.state === 'published') {
    return { platformPostId: outcome.published.platformPostId, url: outcome.published.url };
  }
  const { message: error, code } = outcome;
  if (code === 'earlier_part_missing') return null;
  if (outcome.state !== 'postponed') return { error, code };
  return { error, code, nextAttemptAt: new Date(outcome.notBefore ?? outcome.dueAt).toISOString() };
}
