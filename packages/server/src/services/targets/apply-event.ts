import { postCost } from '@social/rules';
import { AppError } from '../../errors.ts';
import { appendActivity } from '../../store/activity-log.ts';
import { lockWorkspace } from '../../store/database/locks.ts';
import { atomically } from '../../store/database/statements.ts';
import { findPostRow, finishPost, type PostRow } from '../../store/posts/posts.ts';
import type { Queryable, TargetState } from '../../store/schema.ts';
import {
  annotateTarget,
  type MovedTarget,
  type TargetChange,
  type TargetRow,
  targetsOfPost,
  updateTargetIn,
} from '../../store/targets/targets.ts';
import { markDue } from '../../store/targets/turns.ts';
import { recordEvent, wantsKind } from '../../store/webhooks/webhook-events.ts';
import type { EndedHold, Holds } from '../credits/holds.ts';
import type { TargetInLog } from './dispatch.ts';
import { outcomeEvent, outcomeOfTargets } from './outcome-event.ts';
import { partOf, resultEntry } from './target-rows.ts';
import { type Money, type TargetEvent, TRANSITIONS } from './target-states.ts';

/** New values of a target, and what the log says about them. */
export interface EventDetails {
  readonly change: TargetChange;
  /** Worker that must still have the target, null for none; without it, any worker may have the target. */
  readonly by?: string | null;
  /** Details of the log entry; without them, the event is not logged, since another entry covers it. */
  readonly logged?: Readonly<Record<string, unknown>>;
}

/** Effects of an event. */
export interface Applied {
  /** The target as it is now. */
  readonly target: TargetRow;
  /** Post that ended with the target; undefined while another target is on its way. */
  readonly ended: PostRow | undefined;
  /** All targets of the post, where they had to be read. */
  readonly targets?: readonly TargetRow[];
}

/**
 * Applies an event to a target: moves it, charges or releases its credits, logs the result and finishes the post after its
 * last target. Does all of it or nothing, in the transaction that is open or else in a new one.
 * @returns null when the target has another attempt or worker, or the event cannot happen in its state; nothing changes then
 * @throws AppError insufficient_credits for an event that must be paid for
 */
export type ApplyEvent = (
  db: Queryable,
  event: TargetEvent,
  target: TargetInLog,
  details: EventDetails,
) => Promise<Applied | null>;

/** Makes the only function that moves a target, with the effects on credits and log that `TRANSITIONS` names. */
export function createApplyEvent(holds: Pick<Holds, 'chargeTarget' | 'releaseTarget'>): ApplyEvent {
  /** Charges a published target, even when its hold was released long ago. */
  function charge(trx: Queryable, target: TargetRow, isLogged: boolean): Promise<EndedHold> {
    const { post_id: postId, platform } = target;
    const metadata = { postId, platform, ...partOf(target) };
    const reason = { action: 'post.published', operationId: postId, metadata };
    return holds.chargeTarget(trx, { ...target, price: postCost(platform) }, reason, isLogged);
  }

  async function pay(trx: Queryable, money: Money, target: TargetRow, isLogged: boolean): Promise<EndedHold> {
    switch (money) {
      case 'keep':
        return { credits: 0 };
      case 'release':
        return holds.releaseTarget(trx, target, isLogged);
      case 'charge':
        return charge(trx, target, isLogged);
      case 'charge if covered':
        return charge(trx, target, isLogged).catch((error: unknown) => {
          // The hold was released a day ago and the credits were spent since. The post is published without a charge.
          if (error instanceof AppError && error.code === 'insufficient_credits') return { credits: 0 };
          throw error;
        });
    }
  }

  return (db, event, { target, content, profile }, { change, by, logged }) =>
    atomically(db, async (trx) => {
      const { from, to, money, log: status } = TRANSITIONS[event];
      const isLogged = status !== null && logged !== undefined;
      const price = money === 'charge' || money === 'charge if covered' ? { credits: postCost(target.platform) } : {};
      const known = { id: target.id, attempt: target.attempt, ...(by !== undefined && { workerId: by }) };
      const found = await updateTargetIn(trx, known, from, { ...change, ...price, state: to });
      if (!found) return null;
      const { target: moved } = found;
      const { credits, logNumber } = await pay(trx, money, moved, isLogged);
      if (price.credits !== undefined && credits !== price.credits) await annotateTarget(trx, target.id, { credits });
      const at = change.updated_at;
      if (isLogged) {
        const result = { status, at, profile, text: content.text, credits };
        await appendActivity(trx, resultEntry(target, result, logged), logNumber);
      }
      // A target that had ended before does not end its post again.
      const mayEnd = !isOpen(to) && from.some(isOpen);
      // A log entry has locked it already.
      if (mayEnd && found.eventKinds !== null && !isLogged) await lockWorkspace(trx, moved.workspace_id);
      const ended = mayEnd ? await finishPost(trx, target.post_id, at) : undefined;
      const targets = found.eventKinds === null ? undefined : await tellOutcome(trx, found, { ended, from, at });
      // After the log entry, which locks the workspace: a transaction that takes a turn locks its workspace first.
      const { due_at, profile_id } = moved;
      if (due_at !== null && profile_id !== null) await markDue(trx, [{ ...moved, profile_id, due_at }]);
      const paid = { ...(money !== 'keep' && { held: 0 }), ...(price.credits !== undefined && { credits }) };
      return { target: { ...moved, ...paid }, ended, ...(targets && { targets }) };
    });
}

/**
 * Records the new outcome of a post that has ended with a target, or whose outcome became another one long after.
 * @returns the targets of the post, where they had to be read
 */
async function tellOutcome(
  trx: Queryable,
  { target, eventKinds }: MovedTarget,
  { ended, from, at }: { ended: PostRow | undefined; from: readonly TargetState[]; at: string },
): Promise<TargetRow[] | undefined> {
  if (!ended && (isOpen(target.state) || !(await hasEnded(trx, target.post_id)))) return undefined;
  const isOnly = ended?.thread === null && ended.platforms === JSON.stringify([target.platform]);
  const targets = isOnly ? undefined : await targetsOfPost(trx, target.post_id);
  const now = targets ?? [target];
  const post = { id: target.post_id, workspace_id: target.workspace_id, status: 'published' } as const;
  if (!ended) {
    // A target whose post had ended was in the one state of the event that is not open.
    const before = from.find((state) => !isOpen(state)) ?? target.state;
    const earlier = now.map((one) => (one.id === target.id ? { ...one, state: before } : one));
    if (outcomeOfTargets(post.status, earlier) === outcomeOfTargets(post.status, now)) return targets;
  }
  const event = outcomeEvent(post, now, at);
  if (event && wantsKind(eventKinds, event.kind)) await recordEvent(trx, event);
  return targets;
}

/** Runs after the workspace is locked: another transaction may have ended the post while the UPDATE waited for the target's row. */
async function hasEnded(trx: Queryable, postId: string): Promise<boolean> {
  return (await findPostRow(trx, postId))?.status === 'published';
}

/** Returns true for the states that keep a post from being finished. */
function isOpen(state: TargetState): boolean {
  return state === 'pending' || state === 'sending';
}
