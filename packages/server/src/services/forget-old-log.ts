import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { listWorkspaces } from '../store/accounts/workspaces.ts';
import { deleteOldEntries } from '../store/activity-log.ts';
import type { Database } from '../store/schema.ts';

const INTERVAL_MS = 3_600_000;
const BATCH = 500;

/** Makes the job that deletes old entries of the activity logs, if any are deleted. It looks once an hour. */
export function createForgetOldLog(deps: { db: Database; clock: Clock; keptMs: number | null }): () => Promise<void> {
  const { db, clock, keptMs } = deps;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now();
    if (keptMs === null || now - lookedAt < INTERVAL_MS) return;
    lookedAt = now;
    const page = { before: new Date(now - keptMs).toISOString(), limit: BATCH };
    for (const { id } of await listWorkspaces(db)) {
      while ((await deleteOldEntries(db, id, page)) === BATCH) await letOthersRun();
    }
  };
}
