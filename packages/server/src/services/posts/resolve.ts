import type { PlatformId } from '@social/types';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { listPostEvents } from '../../store/posts/post-events.ts';
import type { PostWithTargets } from '../../store/posts/posts.ts';
import type { Database } from '../../store/schema.ts';
import type { TargetRow } from '../../store/targets/targets.ts';
import type { ApplyEvent, EventDetails } from '../targets/apply-event.ts';
import { readTargetInLog } from '../targets/dispatch.ts';
import type { TargetEvent } from '../targets/target-states.ts';
import { MAX_STEPS } from './timeline.ts';

/** Result that a user saw at the network. */
export interface Resolution {
  readonly platform: PlatformId;
  /** Number of the thread part, from 1; may be left out when only one part is unknown. */
  readonly part?: number | undefined;
  /** Network's id of the post; false when the post is not there. */
  readonly published: string | false;
}

/**
 * Makes the function that ends an unknown target by the user's word, or corrects a failed one to published. It throws
 * AppError conflict, insufficient_credits.
 */
export function createResolve({ db, clock, applyEvent }: { db: Database; clock: Clock; applyEvent: ApplyEvent }) {
  return async ({ post, targets }: PostWithTargets, resolution: Resolution): Promise<void> => {
    const { platform, published } = resolution;
    const target = targetInDoubt(targets, await readSentParts(db, post.id), resolution);
    const same = targets.find((one) => one.platform === platform && one.platform_post_id === published);
    if (same) {
      const what = `Part ${same.part} of ${platform} is this post already`;
      throw new AppError('conflict', `${what}; give the id of part ${target.part}, or that it is not there`);
    }
    const isFirst = await db.transaction().execute(async (trx) => {
      const read = await readTargetInLog(trx, target);
      return read !== undefined && applyEvent(trx, eventOf(target, published), read, detailsOf(published));
    });
    if (!isFirst) throw new AppError('conflict', 'The outcome has changed meanwhile; look at the post again');
  };

  function detailsOf(published: string | false): EventDetails {
    const updated_at = isoNow(clock);
    if (published !== false) {
      const change = { platform_post_id: published, error: null, code: null, retryable: 0, updated_at };
      return { change, logged: { settledByHand: true, platformPostId: published } };
    }
    const change = { error: 'marked by hand as not published', code: 'network_refused', retryable: 1, updated_at };
    // The network has nothing of the post, so a retry must not resume from a checkpoint.
    return { change: { ...change, checkpoint: null }, logged: { settledByHand: true } };
  }
}

function eventOf({ state }: TargetRow, published: string | false): TargetEvent {
  if (published === false) return 'deny';
  return state === 'failed' ? 'correct' : 'confirm';
}

/** Returns true when a target was sent, in this attempt or an earlier one. */
type SentParts = (target: TargetRow) => boolean;

async function readSentParts(db: Database, postId: string): Promise<SentParts> {
  const steps = (await listPostEvents(db, postId, MAX_STEPS)).filter(({ kind }) => kind === 'sending');
  return ({ platform, part, sent_at }) =>
    sent_at !== null || steps.some((step) => step.platform === platform && (step.details.part ?? 1) === part);
}

/** Finds the target that the user means: an unknown one, else a failed one that was sent. */
function targetInDoubt(targets: readonly TargetRow[], sent: SentParts, resolution: Resolution): TargetRow {
  const { platform, part, published } = resolution;
  const named = targets.filter((one) => one.platform === platform && (part ?? one.part) === one.part);
  const unknown = named.filter(({ state }) => state === 'unknown');
  const denied = named.filter((one) => one.state === 'failed' && sent(one) && published !== false);
  const [target, ...others] = unknown.length > 0 ? unknown : denied;
  if (!target && named.some(({ state }) => state === 'sending')) {
    throw new AppError('conflict', `${platform} is being sent now; look again when this has ended`);
  }
  if (!target) {
    const of = part === undefined ? platform : `part ${part} of ${platform}`;
    const message = `${of} has no unknown outcome, and no failed part that was sent; there is nothing to resolve`;
    throw new AppError('conflict', message);
  }
  if (others.length > 0) {
    // Requires the number: a call that is repeated after a lost answer must not end the next part.
    const parts = [target, ...others].map((one) => one.part).join(', ');
    throw new AppError('conflict', `Several parts of ${platform} are ${target.state} (${parts}); name one with part`);
  }
  return target;
}
