import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { type InvitationRow, listInvitations } from '../../store/invitations.ts';
import { findMembership, type ListedMember, listMembers, type Membership, setRole } from '../../store/members.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { deleteUser } from '../../store/sign-ins.ts';
import { getWorkspace } from '../../store/workspaces.ts';
import { type Author, personOf } from '../access/person.ts';
import type { Role } from '../access/rights.ts';
import { type Granter, requireStillAllowed } from '../access/still-allowed.ts';
import { endUnfinished } from '../accounts/unfinished.ts';
import { requireGrantable } from './grantable.ts';
import { logMember } from './member-activity.ts';

/** Key, or session of an owner, that manages members. */
export type Manager = Granter & Author;

export type Members = ReturnType<typeof createMembers>;

/** Makes the service for the people of a workspace. The founder is no row of it, and always an owner. */
export function createMembers({ db, clock }: { db: Database; clock: Clock }) {
  /** @throws AppError not_found */
  async function require(from: Queryable, workspaceId: string, id: string): Promise<Membership> {
    const found = await findMembership(from, id);
    if (found?.workspace.id === workspaceId) return found;
    throw new AppError('not_found', 'There is no such member in this workspace; list them with GET /api/members');
  }

  /** Finds a member that a manager may change, and ends what the member has begun. @throws AppError not_found, conflict, forbidden */
  async function takeHold(trx: Queryable, manager: Manager, id: string): Promise<Membership> {
    const { workspaceId } = manager;
    // Locks the workspace after it deletes flows: the other order could deadlock.
    await endUnfinished(trx, await require(trx, workspaceId, id));
    await requireStillAllowed(trx, manager, 'nothing was changed');
    const member = await require(trx, workspaceId, id);
    if (member.isFounder) throw ofFounder('has no other role, and cannot be removed');
    requireGrantable(manager, member.role);
    return member;
  }

  async function remove(trx: Queryable, { workspace, userId, email, role }: Membership, by: string): Promise<void> {
    // The log first: it says who the person was.
    const entry = { workspaceId: workspace.id, at: isoNow(clock), by };
    await logMember(trx, entry, 'member.removed', { member: email, role });
    await deleteUser(trx, userId);
  }

  return {
    /** Lists the members, the founder first, and the open invitations, newest first. */
    async list(workspaceId: string): Promise<{ members: ListedMember[]; invitations: InvitationRow[] }> {
      const members = await listMembers(db, await getWorkspace(db, workspaceId));
      return { members, invitations: await listInvitations(db, workspaceId, isoNow(clock)) };
    },

    /** Gives a member another role, from the next request on. @throws AppError not_found, conflict, forbidden, unauthorized, session_required */
    changeRole: (manager: Manager, id: string, role: Role): Promise<ListedMember> =>
      db.transaction().execute(async (trx) => {
        const member = await takeHold(trx, manager, id);
        requireGrantable(manager, role);
        await setRole(trx, id, role);
        if (role !== member.role) {
          const entry = {
            workspaceId: manager.workspaceId,
            at: isoNow(clock),
            by: (await personOf(trx, manager)).name,
          };
          await logMember(trx, entry, 'member.role_changed', { member: member.email, before: member.role, role });
        }
        const listed = (await listMembers(trx, member.workspace)).find(({ user_id }) => user_id === id);
        if (!listed) throw new Error(`There is no member ${id}`);
        return listed;
      }),

    /** Removes a member with its account; its sessions end. @throws AppError not_found, conflict, forbidden, unauthorized, session_required */
    remove: (manager: Manager, id: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const member = await takeHold(trx, manager, id);
        await remove(trx, member, (await personOf(trx, manager)).name);
      }),

    /** Removes the caller with its account. @throws AppError conflict for the founder */
    leave: ({ workspaceId, userId }: { workspaceId: string; userId: string }): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const member = await require(trx, workspaceId, userId);
        if (member.isFounder) throw ofFounder('cannot leave it: delete the workspace instead, with social-server');
        await endUnfinished(trx, member);
        await remove(trx, member, member.email);
      }),
  };
}

function ofFounder(rule: string): AppError {
  return new AppError('conflict', `The founder of the workspace ${rule}; nothing was changed`);
}
