import type { Clock } from '../../clock.ts';
import type { Logger } from '../../log/logger.ts';
import type { Database } from '../../store/schema.ts';
import { type CounterReadingRow, listDueReadings, moveDueReading } from '../../store/targets/counter-readings.ts';
import { findTarget } from '../../store/targets/targets.ts';
import type { Platforms } from '../networks/platforms.ts';
import { createPlanDailyReadings } from './plan-daily-readings.ts';
import type { ReadTarget } from './read-target.ts';
import { nextReading } from './reading-days.ts';

/** Most readings of one run, and the longest time that they take. */
const BATCH = 20;
const RUN_MS = 20_000;

/**
 * Makes the job that reads posts once a day for a week, where the network does not charge for it. It takes no channel's lease, and has
 * a breaker of its own, so that publishing never waits for it. A reading that two processes find is made by one.
 */
export function createDailyReadings(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  platforms: Platforms;
  readTarget: ReadTarget;
}): (stopping: AbortSignal) => Promise<void> {
  const { db, clock, readTarget } = deps;
  const plan = createPlanDailyReadings(deps);

  async function readDue(row: CounterReadingRow, stopping: AbortSignal): Promise<void> {
    const next = nextReading(row.target_id, row.published_at, clock.now());
    if (!(await moveDueReading(db, row, next))) return;
    const target = await findTarget(db, row.target_id);
    if (target?.state !== 'published' || target.removed_at !== null) return;
    await readTarget({ target, profileId: row.profile_id, stored: row, plan: null, isByHand: false, stopping });
    // A reading that the end of the server has cut off is made after the next start.
    if (stopping.aborted) await moveDueReading(db, { target_id: row.target_id, due_at: next }, row.due_at);
  }

  return async (stopping) => {
    await plan(stopping);
    if (stopping.aborted) return;
    const until = performance.now() + RUN_MS;
    for (const row of await listDueReadings(db, new Date(clock.now()).toISOString(), BATCH)) {
      if (stopping.aborted || performance.now() > until) return;
      await readDue(row, stopping);
    }
  };
}
