import { deleteGrantsOfWorkspace } from '../../store/command-grants.ts';
import { lockWorkspace } from '../../store/database/locks.ts';
import { deleteFlowsOfUser } from '../../store/oauth-flows.ts';
import type { Queryable } from '../../store/schema.ts';
import type { WorkspaceRow } from '../../store/workspaces.ts';

/**
 * Deletes what the owner has begun in a browser and not finished: connections, and approved commands that have not fetched
 * their key. Keeps the workspace locked until the transaction ends, so that a session that is being ended approves nothing.
 */
export async function endUnfinished(trx: Queryable, workspace: WorkspaceRow): Promise<void> {
  // Deletes flows before it takes the lock, as confirming a connection does: the other order could deadlock.
  await deleteFlowsOfUser(trx, workspace.owner_user_id);
  await lockWorkspace(trx, workspace.id);
  await deleteGrantsOfWorkspace(trx, workspace.id);
}
