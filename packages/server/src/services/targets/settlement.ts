import type { Published } from '@social/platforms';
import { postCost } from '@social/rules';
import { ERROR_CODES } from '@social/types';
import type { Clock } from '../../clock.ts';
import { isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import { appendActivity } from '../../store/activity-log.ts';
import { finishPost } from '../../store/posts.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { annotateTarget, type TargetChange, type TargetRow } from '../../store/targets.ts';
import type { Credits } from '../credits/credits.ts';
import { insist } from '../workers/insist.ts';
import type { Outcome } from './outcomes.ts';
import type { PlatformContent } from './publish-request.ts';
import { moveTarget, type TargetEvent } from './target-states.ts';
import { partOf } from './targets.ts';

/** A target, what it was to publish, and the name of its profile. */
export interface EndedTarget {
  readonly target: TargetRow;
  readonly content: PlatformContent;
  readonly profileName: string;
  /** Whether it was claimed for sending; a target that was not has certainly sent nothing. */
  readonly isClaimed: boolean;
  /** Worker that tried to claim it and was not told whether it could. */
  readonly claimingAs?: string;
}

/** Stores how a target ended, once. @throws Error when the database could not be written for a while */
export type Settle = (ended: EndedTarget, outcome: Outcome) => Promise<void>;

/** Name of the hold that pays for one attempt of a target. */
export function holdIdOf(target: Pick<TargetRow, 'id' | 'attempt'>): string {
  return `${target.id}.${target.attempt}`;
}

/** Charges a target that was published, also where its hold was released long ago. @throws AppError insufficient_credits */
export function chargeTarget(credits: Credits, trx: Queryable, target: TargetRow): Promise<number> {
  const { workspace_id: workspaceId, post_id: postId, platform } = target;
  const metadata = { postId, platform, ...partOf(target) };
  const hold = { id: holdIdOf(target), workspaceId, amount: postCost(platform) };
  return credits.chargeLate(trx, hold, {
    action: 'post.published',
    operationId: postId,
    metadata,
  });
}

/** Result, charge and log entry of a target in one transaction. */
export function createSettlement(deps: { db: Database; clock: Clock; logger: Logger; credits: Credits }): Settle {
  const { db, clock, logger, credits } = deps;

  async function charge(trx: Queryable, target: TargetRow): Promise<number> {
    try {
      return await chargeTarget(credits, trx, target);
    } catch (error) {
      // The hold was released a day ago and the credits are spent: the post is there all the same.
      if (error instanceof AppError && error.code === 'insufficient_credits') return 0;
      throw error;
    }
  }

  async function store(ended: EndedTarget, outcome: Outcome): Promise<void> {
    const { target, content, profileName } = ended;
    const at = isoNow(clock);
    await db.transaction().execute(async (trx) => {
      if (!(await move(trx, ended, outcome, { updated_at: at, ...columnsOf(outcome, ended) }))) {
        if (outcome.state === 'published') reportUnstorable(ended, outcome.published);
        return;
      }
      const charged = outcome.state === 'published' ? await charge(trx, target) : 0;
      if (charged > 0) await annotateTarget(trx, target.id, { credits: charged });
      if (outcome.state === 'failed') await credits.release(trx, holdIdOf(target));
      if (outcome.state === 'postponed') await credits.renameHold(trx, holdIdOf(target), holdIdOf(nextAttempt(target)));
      if (isLogged(outcome))
        await appendActivity(trx, {
          workspace_id: target.workspace_id,
          action: 'post.published',
          platform: target.platform,
          profile_name: profileName,
          status: STATUS[outcome.state],
          metadata: {
            postId: target.post_id,
            ...partOf(target),
            text: content.text,
            credits: charged,
            ...loggedOf(outcome),
          },
          created_at: at,
        });
      await finishPost(trx, target.post_id, at);
    });
  }

  /** The network has it, and the target's state says something else by now: its owner has to know what is there. */
  function reportUnstorable({ target }: EndedTarget, { platformPostId, url }: Published): void {
    const { post_id: postId, platform, attempt } = target;
    logger.error(
      { postId, platform, attempt, platformPostId, url },
      'a late success fits no state of its post any more',
    );
  }

  return (ended, outcome) =>
    insist(
      () => store(ended, outcome),
      (error) => {
        const { platform, post_id: postId } = ended.target;
        logger.error({ err: error, platform, postId, state: outcome.state }, 'a result could not be stored yet');
      },
    );
}

/** A part that was not sent because of the part before it is told of by that one. */
function isLogged(outcome: Outcome): boolean {
  return outcome.state === 'published' || outcome.code !== 'earlier_part_missing';
}

const STATUS = { published: 'success', failed: 'failed', postponed: 'failed', unknown: 'unknown' } as const;

/** It may be somebody else's by now, who sends it or goes on with it: it is ended only while it is this worker's. */
async function move(
  trx: Queryable,
  { target, isClaimed, claimingAs }: EndedTarget,
  outcome: Outcome,
  change: TargetChange,
): Promise<boolean> {
  const event = eventOf(outcome);
  // That the network has it is true whoever sends it by now.
  if (outcome.state === 'published') return moveTarget(trx, event, target, change);
  if (isClaimed)
    return moveTarget(trx, event, claimingAs === undefined ? target : { ...target, workerId: claimingAs }, change);
  if (event === 'lose') return moveTarget(trx, event, target, change);
  const ours = { id: target.id, attempt: target.attempt, workerId: target.worker_id };
  if (await moveTarget(trx, event === 'fail' ? 'refuse' : 'defer', ours, change)) return true;
  if (claimingAs === undefined) return false;
  return moveTarget(trx, event, { ...ours, workerId: claimingAs }, change);
}

function eventOf(outcome: Outcome): TargetEvent {
  if (outcome.state === 'published') return outcome.isProven ? 'prove' : 'succeed';
  if (outcome.state === 'failed') return 'fail';
  return outcome.state === 'unknown' ? 'lose' : 'postpone';
}

function nextAttempt(target: TargetRow) {
  return { id: target.id, attempt: target.attempt + 1 };
}

function columnsOf(outcome: Outcome, { target, content }: EndedTarget) {
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
      note: [content.note, note].filter(Boolean).join('; ') || null,
    };
  }
  const { message, code } = outcome;
  if (outcome.state !== 'postponed') {
    return {
      progress: null,
      error: message,
      code,
      retryable: outcome.state === 'failed' && ERROR_CODES[code].retryable ? 1 : 0,
    };
  }
  const notBefore = new Date(outcome.notBefore).toISOString();
  const { attempt } = nextAttempt(target);
  return {
    progress: null,
    error: message,
    code,
    retryable: 0,
    attempt,
    sent_at: null,
    worker_id: null,
    not_before: notBefore,
  };
}

function loggedOf(outcome: Outcome) {
  if (outcome.state === 'published') {
    return { platformPostId: outcome.published.platformPostId, url: outcome.published.url };
  }
  const { message: error, code } = outcome;
  if (outcome.state !== 'postponed') return { error, code };
  return { error, code, nextAttemptAt: new Date(outcome.notBefore).toISOString() };
}
