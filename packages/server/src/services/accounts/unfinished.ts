import { deleteGrantsOfWorkspace } from '../../store/command-grants.ts';
import { type DialectName, lockWorkspace } from '../../store/dialects.ts';
import { deleteFlowsOfUser } from '../../store/oauth-flows.ts';
import type { Queryable } from '../../store/schema.ts';
import type { WorkspaceRow } from '../../store/workspaces.ts';

/**
 * Ends what the owner has begun in a browser and not finished: accounts on their way to being connected, and commands
 * that were let in but have not fetched their key. The workspace stays locked until the transaction ends: who lets a
 * command in at the same moment has done so before, or finds the session ended.
 */
export async function endUnfinished(dialect: DialectName, trx: Queryable, workspace: WorkspaceRow): Promise<void> {
  // Before the lock, as confirming a connection does it: the other way round each would wait for the other.
  await deleteFlowsOfUser(trx, workspace.owner_user_id);
  await lockWorkspace(dialect, trx, workspace.id);
  await deleteGrantsOfWorkspace(trx, workspace.id);
}
