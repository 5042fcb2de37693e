import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../store/schema.ts';
import { deleteOldDeliveries } from '../../store/webhooks/webhook-deliveries.ts';
import { deleteOldEvents, workspacesWithEvents } from '../../store/webhooks/webhook-events.ts';

const INTERVAL_MS = 3_600_000;
const BATCH = 200;

/** Makes the job that deletes old events and deliveries, if any are deleted. It looks once an hour. */
export function createForgetOld({
  db,
  clock,
  keptMs,
}: {
  db: Database;
  clock: Clock;
  keptMs: number | null;
}): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now();
    if (keptMs === null || now - lookedAt < INTERVAL_MS) return;
    lookedAt = now;
    const page = { before: new Date(now - keptMs).toISOString(), limit: BATCH };
    while ((await deleteOldDeliveries(db, page)) === BATCH) await letOthersRun();
    for (const workspaceId of await workspacesWithEvents(db)) {
      while ((await deleteOldEvents(db, workspaceId, page)) === BATCH) await letOthersRun();
    }
  };
}
