import { postCost } from '@social/rules';
import { AppError } from '../../errors.ts';
import { appendActivity } from '../../store/activity-log.ts';
import { atomically } from '../../store/database/statements.ts';
import { finishPost } from '../../store/posts.ts';
import type { Queryable, TargetState } from '../../store/schema.ts';
import { annotateTarget, type TargetChange, type TargetRow, updateTargetIn } from '../../store/targets.ts';
import type { Holds } from '../credits/holds.ts';
import type { TargetInLog } from './dispatch.ts';
import { holdIdOf, partOf, resultEntry } from './target-rows.ts';
import { type TargetEvent, TRANSITIONS } from './target-states.ts';

/** New values of a target, and what the log says about them. */
export interface EventDetails {
  readonly change: TargetChange;
  /** Worker that must still have the target, null for none; without it, any worker may have the target. */
  readonly by?: string | null;
  /** Details of the log entry; without them, the event is not logged, since another entry covers it. */
  readonly logged?: Readonly<Record<string, unknown>>;
}

/**
 * Applies an event to a target: moves it, charges or releases its credits, logs the result and finishes the post after its
 * last target. Does all of it or nothing, in the transaction that is open or else in a new one.
 * @returns false when the target has another attempt or worker, or the event cannot happen in its state; nothing changes then
 * @throws AppError insufficient_credits for an event that must be paid for
 */
export type ApplyEvent = (
  db: Queryable,
  event: TargetEvent,
  target: TargetInLog,
  details: EventDetails,
) => Promise<boolean>;

/** Makes the only function that moves a target, with the effects on credits and log that `TRANSITIONS` names. */
export function createApplyEvent(holds: Pick<Holds, 'chargeLate' | 'release' | 'renameHold'>): ApplyEvent {
  /** Charges a published target, even when its hold was released long ago. */
  function charge(trx: Queryable, target: TargetRow): Promise<number> {
    const { workspace_id: workspaceId, post_id: postId, platform } = target;
    const metadata = { postId, platform, ...partOf(target) };
    const hold = { id: holdIdOf(target), workspaceId, amount: postCost(platform) };
    return holds.chargeLate(trx, hold, { action: 'post.published', operationId: postId, metadata });
  }

  /** @returns number of charged credits */
  async function pay(trx: Queryable, event: TargetEvent, target: TargetRow): Promise<number> {
    const { money } = TRANSITIONS[event];
    if (money === 'release') await holds.release(trx, holdIdOf(target));
    if (money === 'carry') {
      await holds.renameHold(trx, holdIdOf(target), holdIdOf({ ...target, attempt: target.attempt + 1 }));
    }
    if (money === 'charge') return charge(trx, target);
    if (money !== 'charge if covered') return 0;
    return charge(trx, target).catch((error: unknown) => {
      // The hold was released a day ago and the credits were spent since. The post is published without a charge.
      if (error instanceof AppError && error.code === 'insufficient_credits') return 0;
      throw error;
    });
  }

  return (db, event, { target, content, profileName }, { change, by, logged }) =>
    atomically(db, async (trx) => {
      const { from, to, log: status } = TRANSITIONS[event];
      const known = { id: target.id, attempt: target.attempt, ...(by !== undefined && { workerId: by }) };
      if (!(await updateTargetIn(trx, known, from, { ...change, state: to }))) return false;
      const credits = await pay(trx, event, target);
      if (credits > 0) await annotateTarget(trx, target.id, { credits });
      const at = change.updated_at;
      if (status !== null && logged) {
        const result = { status, at, profileName, text: content.text, credits };
        await appendActivity(trx, resultEntry(target, result, logged));
      }
      if (!isOpen(to) && from.some(isOpen)) await finishPost(trx, target.post_id, at);
      return true;
    });
}

/** Returns true for the states that keep a post from being finished. */
function isOpen(state: TargetState): boolean {
  return state === 'pending' || state === 'sending';
}
