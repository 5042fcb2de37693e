import { type Clock, isoNow } from '../../clock.ts';
import type { Database } from '../../store/schema.ts';
import { freeTargets, listOpenOfWorker, lookAtUnknown, type TargetRow } from '../../store/targets/targets.ts';
import type { Turns } from '../workers/turns.ts';
import type { Worker } from '../workers/worker.ts';
import type { Delivery } from './delivery.ts';

/** Age of the unknown outcomes that a start looks at. */
const LOOK_BACK_AT_START_MS = 24 * 3_600_000;

/** Age at which this process takes up its own targets that it left because it could not write to the database. */
const OWN_LEFTOVER_MS = 60_000;

/** Makes the service that finds what dead processes left, and has the turns of the channels continue it. */
export function createRecovery(deps: {
  db: Database;
  clock: Clock;
  delivery: Pick<Delivery, 'isUnderWay'>;
  turns: Pick<Turns, 'isBusy' | 'freeStray'>;
  worker: Worker;
}) {
  const { db, clock, delivery, turns, worker } = deps;

  function isLeft(target: TargetRow): boolean {
    const { id, profile_id, platform } = target;
    return !delivery.isUnderWay(id) && (profile_id === null || !turns.isBusy({ profile_id, platform }));
  }

  return {
    /** Frees the pending and sending targets that no living process sends, and stray turns. */
    async free(): Promise<void> {
      const before = new Date(clock.now() - OWN_LEFTOVER_MS).toISOString();
      const workerId = worker.id;
      const ids = (await listOpenOfWorker(db, workerId, before)).filter(isLeft).map(({ id }) => id);
      await freeTargets(db, isoNow(clock), { ids, workerId, before });
      await turns.freeStray();
    },

    /** Has the unknown outcomes of the last day looked at. */
    lookAtUnknown: (): Promise<void> =>
      lookAtUnknown(db, {
        sentAfter: new Date(clock.now() - LOOK_BACK_AT_START_MS).toISOString(),
        at: isoNow(clock),
      }),
  };
}
