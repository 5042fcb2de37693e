import { deleteGrantsOfWorkspace } from '../store/command-grants.ts';
import { deleteFlowsOfUser } from '../store/oauth-flows.ts';
import type { Queryable } from '../store/schema.ts';
import type { WorkspaceRow } from '../store/workspaces.ts';

/**
 * Ends what the owner has begun in a browser and not finished: accounts on their way to being connected, and commands
 * that were let in but have not fetched their key.
 */
export async function endUnfinished(db: Queryable, workspace: WorkspaceRow): Promise<void> {
  await deleteFlowsOfUser(db, workspace.owner_user_id);
  await deleteGrantsOfWorkspace(db, workspace.id);
}
