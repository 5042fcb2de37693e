import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../store/schema.ts';
import { deleteOldDeliveries, firstWaitingEvent } from '../../store/webhooks/webhook-deliveries.ts';
import { listEndpoints } from '../../store/webhooks/webhook-endpoints.ts';
import { deleteOldEvents, workspacesWithEvents } from '../../store/webhooks/webhook-events.ts';

const INTERVAL_MS = 3_600_000;
const BATCH = 200;

/** Finds the first event that a delivery waits to send, or for which an active endpoint may not have its delivery yet. */
async function firstNeededEvent(db: Database, workspaceId: string): Promise<number> {
  const behind = (await listEndpoints(db, workspaceId)).flatMap(({ status, position }) =>
    status === 'active' ? [position + 1] : [],
  );
  const waiting = await firstWaitingEvent(db, workspaceId);
  return Math.min(...behind, waiting ?? Number.MAX_SAFE_INTEGER);
}

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
      const events = { ...page, first: await firstNeededEvent(db, workspaceId) };
      while ((await deleteOldEvents(db, workspaceId, events)) === BATCH) await letOthersRun();
    }
  };
}
