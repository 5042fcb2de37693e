import type { PlatformId } from '@social/types';
import type { Clock } from '../../clock.ts';
import { isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { appendActivity } from '../../store/activity-log.ts';
import { listPostEvents, type PostEventDetails } from '../../store/post-events.ts';
import type { PostWithTargets } from '../../store/posts.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import type { TargetRow } from '../../store/targets.ts';
import type { Credits } from '../credits/credits.ts';
import { contentFor } from '../targets/publish-request.ts';
import { chargeTarget, holdIdOf } from '../targets/settlement.ts';
import { fromColumns } from '../targets/stored-request.ts';
import { moveTarget } from '../targets/target-states.ts';
import { partOf } from '../targets/targets.ts';
import { MAX_STEPS } from './timeline.ts';

/** What a user saw at the network. */
export interface SettledByHand {
  readonly platform: PlatformId;
  /** Of a thread, from 1; left out where one part alone is unknown. */
  readonly part?: number | undefined;
  /** Id of the post that is there; false: it is not there. */
  readonly published: string | false;
  readonly profileName: string;
}

/** Settles an unknown target of a post by the user's word, or marks a failed one as published after all. It throws AppError conflict, insufficient_credits. */
export function createHandSettlement({ db, clock, credits }: { db: Database; clock: Clock; credits: Credits }) {
  async function settleUnknown(
    trx: Queryable,
    post: PostWithTargets['post'],
    target: TargetRow,
    settled: SettledByHand,
  ): Promise<void> {
    const at = isoNow(clock);
    const charged = settled.published === false ? 0 : await chargeTarget(credits, trx, target);
    if (settled.published === false) await credits.release(trx, holdIdOf(target));
    const first =
      settled.published === false
        ? await moveTarget(trx, 'deny', target, {
            error: 'marked by hand as not published',
            // The user's word counts more than where it had come: sent again, it begins anew.
            checkpoint: null,
            code: 'network_refused',
            retryable: 1,
            updated_at: at,
          })
        : await moveTarget(trx, target.state === 'failed' ? 'correct' : 'confirm', target, {
            platform_post_id: settled.published,
            error: null,
            code: null,
            credits: charged,
            retryable: 0,
            updated_at: at,
          });
    if (!first) throw new AppError('conflict', 'The outcome was resolved meanwhile');
    await appendActivity(trx, {
      workspace_id: post.workspace_id,
      action: 'post.published',
      platform: target.platform,
      profile_name: settled.profileName,
      status: settled.published === false ? 'failed' : 'success',
      metadata: {
        postId: post.id,
        ...partOf(target),
        text: contentFor(fromColumns(post), target.platform, target.part).text,
        credits: charged,
        settledByHand: true,
        ...(settled.published === false ? {} : { platformPostId: settled.published }),
      },
      created_at: at,
    });
  }

  return async ({ post, targets }: PostWithTargets, settled: SettledByHand): Promise<void> => {
    const target = targetInDoubt(targets, await readSentParts(db, post.id), settled);
    const same = targets.find((one) => one.platform === settled.platform && one.platform_post_id === settled.published);
    if (same) {
      const what = `Part ${same.part} of ${settled.platform} is this post already`;
      throw new AppError('conflict', `${what}; give the id of part ${target.part}, or that it is not there`);
    }
    await db.transaction().execute((trx) => settleUnknown(trx, post, target, settled));
  };
}

/** Whether a target was sent, in this attempt or an earlier one. */
type SentParts = (target: TargetRow) => boolean;

async function readSentParts(db: Database, postId: string): Promise<SentParts> {
  const steps = (await listPostEvents(db, postId, MAX_STEPS)).filter(({ kind }) => kind === 'sending');
  const partIn = (details: string | null) => (JSON.parse(details ?? '{}') as PostEventDetails).part ?? 1;
  return ({ platform, part, sent_at }) =>
    sent_at !== null || steps.some((step) => step.platform === platform && partIn(step.details) === part);
}

/** The target that the user's word is about: an unknown one, else one that was sent, failed, and is there after all. */
function targetInDoubt(targets: readonly TargetRow[], sent: SentParts, settled: SettledByHand): TargetRow {
  const { platform, part, published } = settled;
  const named = targets.filter((one) => one.platform === platform && (part ?? one.part) === one.part);
  const unknown = named.filter(({ state }) => state === 'unknown');
  const denied = named.filter((one) => one.state === 'failed' && sent(one) && published !== false);
  const [target, ...others] = unknown.length > 0 ? unknown : denied;
  if (!target) {
    const of = part === undefined ? platform : `part ${part} of ${platform}`;
    const message = `The outcome of ${of} is not unknown, and none of it was sent and failed; there is nothing to settle`;
    throw new AppError('conflict', message);
  }
  if (others.length > 0) {
    // A call that is made again after its answer was lost must not settle the next one.
    const parts = [target, ...others].map((one) => one.part).join(', ');
    throw new AppError(
      'conflict',
      `Several parts of ${platform} are ${target.state} (${parts}); say which one with part`,
    );
  }
  return target;
}
