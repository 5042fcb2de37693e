import type { Clock } from '../../clock.ts';
import type { Database } from '../../store/schema.ts';
import { deleteOldDeliveries, firstWaitingEvent } from '../../store/webhooks/webhook-deliveries.ts';
import { listEndpoints } from '../../store/webhooks/webhook-endpoints.ts';
import { deleteOldEvents, workspacesWithEvents } from '../../store/webhooks/webhook-events.ts';
import { createRetention, deleteOld } from '../retention/retention.ts';

/** Finds the first event that a delivery waits to send, or for which an active endpoint may not have its delivery yet. */
async function firstNeededEvent(db: Database, workspaceId: string): Promise<number> {
  const behind = (await listEndpoints(db, workspaceId)).flatMap(({ status, position }) =>
    status === 'active' ? [position + 1] : [],
  );
  const waiting = await firstWaitingEvent(db, workspaceId);
  return Math.min(...behind, waiting ?? Number.MAX_SAFE_INTEGER);
}

/** Makes the job that deletes old events and deliveries. */
export function createForgetOld(deps: { db: Database; clock: Clock; keptMs: number | null }): () => Promise<void> {
  const { db } = deps;
  return createRetention({ ...deps, batch: 200 }, async (page) => {
    await deleteOld(page, (old) => deleteOldDeliveries(db, old));
    for (const workspaceId of await workspacesWithEvents(db)) {
      const first = await firstNeededEvent(db, workspaceId);
      await deleteOld(page, (old) => deleteOldEvents(db, workspaceId, { ...old, first }));
    }
  });
}
