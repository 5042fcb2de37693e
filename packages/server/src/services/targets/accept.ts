import { type Clock, isoNow } from '../../clock.ts';
import { appendActivity, type NewActivity } from '../../store/activity-log.ts';
import { finishPost, type PostRow } from '../../store/posts.ts';
import type { Queryable } from '../../store/schema.ts';
import { insertTargets, type TargetRow } from '../../store/targets.ts';
import type { Refusal } from '../connections/refusals.ts';
import type { Credits } from '../credits/credits.ts';
import type { Worker } from '../workers/worker.ts';
import type { Assessment } from './assessment.ts';
import type { Dispatch } from './dispatch.ts';
import { holdIdOf, newTarget, resultEntry } from './target-rows.ts';

/** Targets of an accepted post, and those of them that are to be sent. */
export interface Accepted {
  readonly targets: readonly TargetRow[];
  readonly dispatches: readonly Dispatch[];
}

/**
 * Stores the targets of a post: refused ones as `failed`, the others as `pending`, with holds on their credits. Must run in
 * the transaction that stores the post or claims it. @throws AppError insufficient_credits
 */
export type AcceptTargets = (
  trx: Queryable,
  post: PostRow,
  assessments: readonly Assessment[],
  sender: Pick<Dispatch, 'profileName' | 'retryUntil'>,
) => Promise<Accepted>;

/** Makes the function that stores the targets of a post. */
export function createAcceptTargets(deps: { clock: Clock; credits: Credits; worker: Worker }): AcceptTargets {
  return async (trx, post, assessments, { profileName, retryUntil }) => {
    const at = isoNow(deps.clock);
    const workerId = deps.worker.id;
    const targets = assessments.map((assessment, position) => newTarget(post, assessment, { position, at, workerId }));
    await insertTargets(trx, targets);
    const dispatches: Dispatch[] = [];
    const holds: { id: string; amount: number }[] = [];
    for (const [index, { content, connection, refusal, cost }] of assessments.entries()) {
      const target = targets[index];
      if (!target) continue;
      if (refusal) {
        if (content.part > 1) continue;
        await appendActivity(trx, refusedEntry(target, refusal, { text: content.text, profileName }));
      } else {
        dispatches.push({ profileName, target, content, connection, retryUntil });
        holds.push({ id: holdIdOf(target), amount: cost });
      }
    }
    await deps.credits.reserve(trx, post.workspace_id, holds);
    if (dispatches.length === 0) await finishPost(trx, post.id, at);
    return { targets, dispatches };
  };
}

/** Makes the log entry of a target that was refused before anything was sent. */
function refusedEntry(
  target: TargetRow,
  { message: error, code }: Refusal,
  { text, profileName }: { text: string; profileName: string },
): NewActivity {
  const result = { status: 'failed', at: target.updated_at, profileName, text, credits: 0 } as const;
  return resultEntry(target, result, { error, code });
}
