import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../store/schema.ts';
import { listWorkers, type WorkerRow } from '../../store/workers.ts';

const POLL_MS = 500;

/**
 * The servers that show a sign of life while they are watched. A crash and a dump leave the rows of servers that run no
 * more; only those that live raise their counters, six times in a lease. Takes a third of the lease, less where every row
 * is of a living server, no time where there is none.
 * @param isMeant which of them to look at; all of them by default
 */
export async function findLivingWorkers(
  db: Database,
  leaseMs: number,
  isMeant: (worker: WorkerRow) => boolean = () => true,
): Promise<WorkerRow[]> {
  const before = (await listWorkers(db)).filter(isMeant);
  const until = performance.now() + leaseMs / 3;
  let present = before;
  let living: WorkerRow[] = [];
  while (living.length < present.length && performance.now() < until) {
    await delay(POLL_MS);
    present = (await listWorkers(db)).filter(isMeant);
    living = present.filter(({ id, beat }) => !before.some((old) => old.id === id && old.beat === beat));
  }
  return living;
}
