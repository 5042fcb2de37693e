import { type Clock, isoNow } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import type { Database } from '../../store/schema.ts';
import { findTarget, setDue } from '../../store/targets/targets.ts';
import { type DueWork, findDueWork, putOffPost } from '../../store/targets/turns.ts';
import type { TakeOver } from '../delivery/take-over.ts';
import type { Turn } from '../workers/turns.ts';
import type { BeginPost } from './due-posts.ts';
import { createRests } from './rests.ts';

/**
 * Continues what has waited longest in a channel: begins a scheduled post, sends a target, or looks at an unknown outcome.
 * @returns false when nothing is due, or what is due has failed and keeps its place
 */
export type ContinueChannel = (turn: Turn) => Promise<boolean>;

/** Makes the function that continues channels. The caller has the turn and ends it, though the work may end it before. */
export function createDueWork(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  beginPost: BeginPost;
  takeOver: TakeOver;
}): ContinueChannel {
  const { db, clock, logger } = deps;
  const rests = createRests();

  /** @returns false when something else of the channel may be continued in the same turn */
  async function continueItem(turn: Turn, { kind, id }: DueWork): Promise<boolean> {
    if (kind === 'post') return deps.beginPost(id, turn);
    const target = await findTarget(db, id);
    // If the process was frozen since the target was found, another may have the turn and the target.
    const isDue = target?.due_at != null && target.due_at <= isoNow(clock) && (await turn.isStill());
    if (isDue) await deps.takeOver.continueTarget(target, turn);
    return true;
  }

  async function putOff({ channel }: Turn, { kind, id }: DueWork, until: string): Promise<void> {
    if (kind === 'post') return putOffPost(db, channel, id, until);
    const target = await findTarget(db, id);
    // A look or a postponement that was stored before the failure stays as it is.
    if (target?.due_at && target.due_at < until) await setDue(db, target, until);
  }

  return async (turn) => {
    // A post that was only begun has a target of this channel, which usually is what is due next.
    for (let steps = 0; steps < 2; steps++) {
      const due = await findDueWork(db, turn.channel, isoNow(clock), rests.resting());
      if (!due) return false;
      try {
        if (await continueItem(turn, due)) return true;
      } catch (err) {
        logger.error({ err, ...due }, 'could not continue what is due yet');
        const waitMs = rests.rest(due.id);
        if (waitMs === 0) return false;
        const until = new Date(clock.now() + waitMs).toISOString();
        // Where this cannot be stored either, the item rests in this process only, and its channel stays due.
        await putOff(turn, due, until).catch(() => undefined);
        return true;
      }
    }
    return true;
  };
}
