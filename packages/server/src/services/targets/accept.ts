import { type Clock, isoNow } from '../../clock.ts';
import { appendActivity, type NewActivity } from '../../store/activity-log.ts';
import type { NewPostEvent } from '../../store/posts/post-events.ts';
import { finishPost, type PostRow } from '../../store/posts/posts.ts';
import type { Queryable } from '../../store/schema.ts';
import { insertTargets, type TargetRow } from '../../store/targets/targets.ts';
import { recordEvent } from '../../store/webhooks/webhook-events.ts';
import type { Refusal } from '../connections/refusals.ts';
import type { Credits } from '../credits/credits.ts';
import { spendingOf } from '../credits/key-limits.ts';
import type { Turn } from '../workers/turns.ts';
import type { Worker } from '../workers/worker.ts';
import type { Assessment } from './assessment.ts';
import type { Dispatch, ProfileInLog } from './dispatch.ts';
import { outcomeEvent } from './outcome-event.ts';
import { newTarget, resultEntry } from './target-rows.ts';

/** Targets of an accepted post, and those of them that are to be sent. */
export interface Accepted {
  readonly targets: readonly TargetRow[];
  readonly dispatches: readonly Dispatch[];
}

/** Turns that are taken, by target. The request of such a target follows at once. */
export type TurnsOfTargets = ReadonlyMap<Assessment, Turn>;

/**
 * Stores the targets of a post: refused ones as `failed`, those with a turn as `sending`, the others as `pending`, with holds
 * on their credits. Must run in the transaction that stores the post or claims it. @throws AppError insufficient_credits, credit_limit_reached
 */
export type AcceptTargets = (
  trx: Queryable,
  post: PostRow,
  assessments: readonly Assessment[],
  sender: Pick<Dispatch, 'profile' | 'retryUntil'> & {
    /** Due time of a post that was scheduled, whose channels' turns send the targets; null to send them in this process. A target with a turn is not due. */
    readonly dueAt: string | null;
    readonly turns?: TurnsOfTargets;
    /** Steps of the post to store before those of its targets. */
    readonly begun?: readonly NewPostEvent[];
  },
) => Promise<Accepted>;

/** Makes the function that stores the targets of a post. */
export function createAcceptTargets(deps: { clock: Clock; credits: Credits; worker: Worker }): AcceptTargets {
  return async (trx, post, assessments, { profile, retryUntil, dueAt, turns, begun }) => {
    const at = isoNow(deps.clock);
    const spending = await spendingOf(trx, post.workspace_id, limitsOn(post));
    const targets = assessments.map((assessment, position) => {
      const isSending = turns?.has(assessment) === true;
      const workerId = isSending || dueAt === null ? deps.worker.id : null;
      const counted = spending && JSON.stringify(spending);
      return newTarget(post, assessment, { position, at, workerId, dueAt, isSending, spending: counted });
    });
    await insertTargets(trx, targets, begun);
    const dispatches: Dispatch[] = [];
    for (const [index, assessment] of assessments.entries()) {
      const { content, connection, refusal } = assessment;
      const target = targets[index];
      if (!target) continue;
      if (refusal) {
        if (content.part > 1) continue;
        await appendActivity(trx, refusedEntry(target, refusal, { text: content.text, profile }));
      } else {
        const turn = turns?.get(assessment);
        // The due time of a target that is sent now stays known, for its place if it is postponed.
        const own = turn && { turn, target: { ...target, due_at: dueAt } };
        dispatches.push({ profile, target, content, connection, retryUntil, ...own });
      }
    }
    const held = targets.map((target) => target.held);
    await deps.credits.reserveForTargets(trx, post.workspace_id, held, spending);
    const ended = dispatches.length === 0 ? await finishPost(trx, post.id, at) : undefined;
    const event = ended && outcomeEvent(ended, targets, at);
    if (event) await recordEvent(trx, event);
    return { targets, dispatches };
  };
}

/** Keys whose limits count what a post costs. */
function limitsOn({ limited_by }: Pick<PostRow, 'limited_by'>): string[] {
  return JSON.parse(limited_by ?? '[]') as string[];
}

/** Makes the log entry of a target that was refused before anything was sent. */
function refusedEntry(
  target: TargetRow,
  { message: error, code }: Refusal,
  { text, profile }: { text: string; profile: ProfileInLog },
): NewActivity {
  const result = { status: 'failed', at: target.updated_at, profile, text, credits: 0 } as const;
  return resultEntry(target, result, { error, code });
}
