import type { Clock } from '../../clock.ts';
import { listWorkspaces } from '../../store/accounts/workspaces.ts';
import { deleteOldEntries } from '../../store/activity-log.ts';
import type { Database } from '../../store/schema.ts';
import { createRetention, deleteOld } from './retention.ts';

/** Makes the job that deletes old entries of the activity logs. */
export function createForgetOldLog(deps: { db: Database; clock: Clock; keptMs: number | null }): () => Promise<void> {
  const { db } = deps;
  return createRetention({ ...deps, batch: 500 }, async (page) => {
    for (const { id } of await listWorkspaces(db)) await deleteOld(page, (old) => deleteOldEntries(db, id, old));
  });
}
