import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { endKeys } from '../../store/accounts/api-keys.ts';
import { deleteInvitationsOf, type InvitationRow, listInvitations } from '../../store/accounts/invitations.ts';
import {
  findMembership,
  type ListedMember,
  listMembers,
  type Membership,
  setRole,
} from '../../store/accounts/members.ts';
import { deleteUser } from '../../store/accounts/sign-ins.ts';
import { getWorkspace } from '../../store/accounts/workspaces.ts';
import { endWaitingMails } from '../../store/mail/mails.ts';
import type { Database, Queryable } from '../../store/schema.ts';
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

  /** Ends what gives others, or the member itself, the rights of an owner: invitations and, unless they are kept, keys. @returns number of revoked keys */
  async function endGrants(trx: Queryable, { workspace, userId }: Membership, keepKeys: boolean): Promise<number> {
    for (const { email } of await deleteInvitationsOf(trx, userId)) {
      if (email === null) continue;
      await endWaitingMails(trx, { workspaceId: workspace.id, kinds: ['invitation'], recipient: email });
    }
    return keepKeys ? 0 : endKeys(trx, workspace.id, { createdBy: userId, at: isoNow(clock) });
  }

  /** @returns number of revoked keys */
  async function remove(trx: Queryable, member: Membership, by: string, keepKeys: boolean): Promise<number> {
    const { workspace, userId, email, role } = member;
    const revokedKeys = await endGrants(trx, member, keepKeys);
    // Before the user: the log says who the person was.
    const entry = { workspaceId: workspace.id, at: isoNow(clock), by };
    await logMember(trx, entry, 'member.removed', {
      ...{ member: email, role },
      ...(revokedKeys > 0 && { revokedKeys }),
    });
    await deleteUser(trx, userId);
    return revokedKeys;
  }

  return {
    /** Lists the members, the founder first, and the open invitations, newest first. */
    async list(workspaceId: string): Promise<{ members: ListedMember[]; invitations: InvitationRow[] }> {
      const members = await listMembers(db, await getWorkspace(db, workspaceId));
      return { members, invitations: await listInvitations(db, workspaceId, isoNow(clock)) };
    },

    /**
     * Gives a member another role, from the next request on. An owner who is one no longer loses the keys that it has made.
     * @throws AppError not_found, conflict, forbidden, unauthorized, session_required
     */
    changeRole: (
      manager: Manager,
      id: string,
      { role, keepKeys = false }: { role: Role; keepKeys?: boolean },
    ): Promise<ListedMember> =>
      db.transaction().execute(async (trx) => {
        const member = await takeHold(trx, manager, id);
        requireGrantable(manager, role);
        await setRole(trx, id, role);
        if (role !== member.role) {
          const revokedKeys = role === 'owner' ? 0 : await endGrants(trx, member, keepKeys);
          const entry = {
            workspaceId: manager.workspaceId,
            at: isoNow(clock),
            by: (await personOf(trx, manager)).name,
          };
          await logMember(trx, entry, 'member.role_changed', {
            ...{ member: member.email, before: member.role, role },
            ...(revokedKeys > 0 && { revokedKeys }),
          });
        }
        const listed = (await listMembers(trx, member.workspace)).find(({ user_id }) => user_id === id);
        if (!listed) throw new Error(`There is no member ${id}`);
        return listed;
      }),

    /**
     * Removes a member with its account, its sessions and, unless they are kept, the keys that it has made.
     * @returns number of revoked keys @throws AppError not_found, conflict, forbidden, unauthorized, session_required
     */
    remove: (manager: Manager, id: string, keepKeys: boolean): Promise<number> =>
      db.transaction().execute(async (trx) => {
        const member = await takeHold(trx, manager, id);
        return remove(trx, member, (await personOf(trx, manager)).name, keepKeys);
      }),

    /** Removes the caller with its account and the keys that it has made. @throws AppError conflict for the founder */
    leave: ({ workspaceId, userId }: { workspaceId: string; userId: string }): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await endUnfinished(trx, await require(trx, workspaceId, userId));
        // Read again behind the lock: an owner may have removed the member meanwhile.
        const member = await require(trx, workspaceId, userId);
        if (member.isFounder) throw ofFounder('cannot leave it: delete the workspace instead, on the account page');
        await remove(trx, member, member.email, false);
      }),
  };
}

function ofFounder(rule: string): AppError {
  return new AppError('conflict', `The founder of the workspace ${rule}; nothing was changed`);
}
