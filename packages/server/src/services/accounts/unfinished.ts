import { deleteGrantsOfUser } from '../../store/accounts/command-grants.ts';
import type { Membership } from '../../store/accounts/members.ts';
import { endFlows } from '../../store/connections/oauth-flows.ts';
import { lockWorkspace } from '../../store/database/locks.ts';
import type { Queryable } from '../../store/schema.ts';

/**
 * Ends what a member has begun in a browser and not finished: connections, and approved commands that have not fetched
 * their key. Keeps the workspace locked until the transaction ends, so that a session that is being ended approves nothing.
 */
export async function endUnfinished(
  trx: Queryable,
  { workspace, userId }: Pick<Membership, 'workspace' | 'userId'>,
): Promise<void> {
  // Ends flows before it takes the lock, as confirming a connection does: the other order could deadlock.
  await endFlows(trx, (flow) => flow('started_by', '=', userId));
  await lockWorkspace(trx, workspace.id);
  await deleteGrantsOfUser(trx, workspace.id, userId);
}
