import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import { firstIdAt } from '../../ids.ts';
import type { Database } from '../../store/schema.ts';
import { deleteOldDeliveries } from '../../store/webhook-deliveries.ts';
import { deleteOldEvents, workspacesWithEvents } from '../../store/webhook-events.ts';

const KEPT_MS = 30 * 24 * 3_600_000;
const INTERVAL_MS = 3_600_000;
const BATCH = 200;

/** Makes the job that deletes events and deliveries after 30 days. It looks once an hour. */
export function createForgetOld({ db, clock }: { db: Database; clock: Clock }): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now();
    if (now - lookedAt < INTERVAL_MS) return;
    lookedAt = now;
    const before = now - KEPT_MS;
    while (await deleteOldDeliveries(db, firstIdAt(before), BATCH)) await letOthersRun();
    const page = { before: new Date(before).toISOString(), limit: BATCH };
    for (const workspaceId of await workspacesWithEvents(db)) {
      while ((await deleteOldEvents(db, workspaceId, page)) === BATCH) await letOthersRun();
    }
  };
}
