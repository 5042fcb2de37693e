import type { Clock } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import type { Database } from '../../store/schema.ts';
import { listOpenTargets, listUnattendedTargets, type TargetRow } from '../../store/targets.ts';
import type { Worker } from '../workers/worker.ts';
import type { Delivery } from './delivery.ts';
import type { TakeOver } from './take-over.ts';

/** Minutes after sending at which an unknown outcome is looked at; rarer with time, since reading costs. */
const LOOK_AGAIN_MINUTES = [1, 3, 7, 15];
const LOOK_BACK_AT_START_MS = 24 * 3_600_000;
/** Number of concurrent looks. */
const MAX_LOOKS = 8;

/** Age at which this process takes up its own targets that it left because it could not write to the database. */
const OWN_LEFTOVER_MS = 60_000;

export type Recovery = ReturnType<typeof createRecovery>;

/** Makes the service that finds the targets of dead processes and those of unknown outcome, and has them continued. */
export function createRecovery(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  delivery: Delivery;
  continuing: TakeOver;
  worker: Worker;
}) {
  const { db, clock, logger, delivery, worker } = deps;
  const inHand = new Set<string>();
  let lastLookAt = clock.now();

  function isLeft(target: TargetRow): boolean {
    if (delivery.isUnderWay(target.id) || inHand.has(target.id)) return false;
    if (target.worker_id !== worker.id) return true;
    return Date.parse(target.sent_at ?? target.updated_at) <= clock.now() - OWN_LEFTOVER_MS;
  }

  async function inParallel(targets: readonly TargetRow[], work: (target: TargetRow) => Promise<void>): Promise<void> {
    const running = targets.map((target) => {
      inHand.add(target.id);
      return work(target).finally(() => inHand.delete(target.id));
    });
    for (const result of await Promise.allSettled(running)) {
      if (result.status === 'rejected')
        logger.error({ err: result.reason }, 'could not end an interrupted publish yet');
    }
  }

  /** Returns true when a look has become due since the last one. @param since instant of that look, milliseconds since 1970 */
  function isTurn({ sent_at }: TargetRow, since: number): boolean {
    const sentAt = Date.parse(sent_at ?? '');
    return LOOK_AGAIN_MINUTES.some((minutes) => {
      const dueAt = sentAt + minutes * 60_000;
      return since < dueAt && dueAt <= clock.now();
    });
  }

  return {
    /** Takes over the pending and sending targets that no living process has. */
    async takeOver(): Promise<void> {
      const left = (await listUnattendedTargets(db, worker.id)).filter(isLeft);
      await inParallel(left, deps.continuing.takeOver);
    },

    /** Looks for posts of unknown outcome. @param isStart true for all of the last day, false for those that are due */
    async reconcile({ isStart }: { isStart: boolean }): Promise<void> {
      const since = lastLookAt;
      lastLookAt = clock.now();
      const dayAgo = lastLookAt - LOOK_BACK_AT_START_MS;
      const unknown = (await listOpenTargets(db, 'unknown')).filter(
        (target) =>
          (isStart ? Date.parse(target.sent_at ?? '') > dayAgo : isTurn(target, since)) && !inHand.has(target.id),
      );
      for (let from = 0; from < unknown.length; from += MAX_LOOKS) {
        await inParallel(unknown.slice(from, from + MAX_LOOKS), deps.continuing.lookAgain);
      }
    },
  };
}
