import type { Published } from '@social/platforms';
import { postCost } from '@social/rules';
import { ERROR_CODES, type ErrorCode } from '@social/types';
import type { Clock } from '../clock.ts';
import { isoNow } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { appendActivity } from '../store/activity-log.ts';
import { finishPost, type TargetRow, updateTargetIn } from '../store/posts.ts';
import type { Database, Queryable } from '../store/schema.ts';
import type { Charge, Credits } from './credits.ts';
import { insist } from './insist.ts';
import type { PlatformContent } from './publish-request.ts';

/** How a target ended. */
export type Outcome =
  | { readonly state: 'published'; readonly published: Published }
  | { readonly state: 'failed' | 'unknown'; readonly code: ErrorCode; readonly message: string };

/** A target, what it was to publish, and the name of its profile. */
export interface EndedTarget {
  readonly target: TargetRow;
  readonly content: PlatformContent;
  readonly profileName: string;
  /** States the target may be in: what is meanwhile known better, or was begun anew, is left alone. */
  readonly from: readonly TargetRow['state'][];
}

/** Stores how a target ended, once. @throws Error when the database could not be written for a while */
export type Settle = (ended: EndedTarget, outcome: Outcome) => Promise<void>;

/** Name of the hold that pays for one attempt of a target. */
export function holdIdOf(target: Pick<TargetRow, 'id' | 'attempt'>): string {
  return `${target.id}.${target.attempt}`;
}

/** What publishing a target is charged as. */
export function postCharge(target: Pick<TargetRow, 'post_id' | 'platform'>): Charge {
  return {
    action: 'post.published',
    operationId: target.post_id,
    metadata: { postId: target.post_id, platform: target.platform },
  };
}

/** Result, charge and log entry of a target in one transaction. */
export function createSettlement(deps: { db: Database; clock: Clock; logger: Logger; credits: Credits }): Settle {
  const { db, clock, logger, credits } = deps;

  async function charge(trx: Queryable, target: TargetRow): Promise<number> {
    const hold = { id: holdIdOf(target), workspaceId: target.workspace_id, amount: postCost(target.platform) };
    try {
      return await credits.chargeLate(trx, hold, postCharge(target));
    } catch (error) {
      // The hold was released a day ago and the credits are spent: the post is there all the same.
      if (error instanceof AppError && error.code === 'insufficient_credits') return 0;
      throw error;
    }
  }

  async function store({ target, content, profileName, from }: EndedTarget, outcome: Outcome): Promise<void> {
    const at = isoNow(clock);
    await db.transaction().execute(async (trx) => {
      const change = { updated_at: at, ...columnsOf(outcome, content) };
      const isOurs = await updateTargetIn(trx, target.id, from, change, target.attempt);
      if (!isOurs) return;
      const charged = outcome.state === 'published' ? await charge(trx, target) : 0;
      if (charged > 0) await updateTargetIn(trx, target.id, ['published'], { credits: charged });
      if (outcome.state === 'failed') await credits.release(trx, holdIdOf(target));
      await appendActivity(trx, {
        workspace_id: target.workspace_id,
        action: 'post.published',
        platform: target.platform,
        profile_name: profileName,
        status: outcome.state === 'published' ? 'success' : outcome.state,
        metadata: { postId: target.post_id, text: content.text, credits: charged, ...loggedOf(outcome) },
        created_at: at,
      });
      await finishPost(trx, target.post_id, at);
    });
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

function columnsOf(outcome: Outcome, content: PlatformContent) {
  if (outcome.state !== 'published') {
    const retryable = outcome.state === 'failed' && ERROR_CODES[outcome.code].retryable ? 1 : 0;
    return { state: outcome.state, error: outcome.message, code: outcome.code, retryable };
  }
  const { platformPostId, url, note } = outcome.published;
  return {
    state: outcome.state,
    platform_post_id: platformPostId,
    url,
    error: null,
    code: null,
    retryable: 0,
    note: [content.note, note].filter(Boolean).join('; ') || null,
  };
}

function loggedOf(outcome: Outcome) {
  return outcome.state === 'published'
    ? { platformPostId: outcome.published.platformPostId, url: outcome.published.url }
    : { error: outcome.message, code: outcome.code };
}
