import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../store/schema.ts';
import { listWorkers, type WorkerRow } from '../../store/workers.ts';

const POLL_MS = 500;

/**
 * Finds the servers on Postgres that show a sign of life. The database also has rows of servers that crashed or were in a dump; only
 * living servers raise their counters, six times per lease. Takes up to a third of the lease.
 * @param leaseMs lease of a worker in milliseconds
 * @param isMeant chooses the workers to look at; all of them by default
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
