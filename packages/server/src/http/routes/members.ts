import type { Schema } from '@social/types';
import { requireEveryProfile } from '../../services/access/rights.ts';
import type { Manager } from '../../services/members/members.ts';
import type { InvitationRow } from '../../store/accounts/invitations.ts';
import type { ListedMember } from '../../store/accounts/members.ts';
import type { Principal } from '../callers/principal.ts';
import type { RateLimits } from '../callers/rate-limit.ts';
import type { HandlersOf } from '../operations/operation-types.ts';
import type { Services } from '../operations/services.ts';
import { originOf, presentAccount } from './account.ts';

interface MembersDeps extends Pick<Services, 'invitations' | 'members'> {
  readonly rateLimits: RateLimits;
}

/** The people of a workspace, and the links with which they join. */
export function memberRoutes({ members, invitations, rateLimits }: MembersDeps): HandlersOf<'members'> {
  return {
    async listMembers({ principal }) {
      requireEveryProfile(principal.rights, 'the list of members');
      const found = await members.list(principal.workspaceId);
      const listed = {
        members: found.members.map(presentMember),
        invitations: found.invitations.map(presentInvitation),
      };
      return { status: 200, body: listed };
    },

    async createInvitation({ body, principal }) {
      const { invitation, url, mailed } = await invitations.create(managerOf(principal), body);
      return { status: 201, body: { invitation: presentInvitation(invitation), url, mailed } };
    },

    async revokeInvitation({ path, principal }) {
      await invitations.revoke(managerOf(principal), path.invitationId);
      return { status: 200, body: { ok: true } };
    },

    async updateMember({ path, body, principal }) {
      const member = await members.changeRole(managerOf(principal), path.memberId, body);
      return { status: 200, body: presentMember(member) };
    },

    async removeMember({ path, query, principal }) {
      const revokedKeys = await members.remove(managerOf(principal), path.memberId, query.keepKeys ?? false);
      return { status: 200, body: { ok: true, revokedKeys } };
    },

    async describeInvitation({ body, http }) {
      const takeBack = await rateLimits.countMailLink(http.client);
      const { invitation, founder, invitedBy } = await invitations.describe(body.token);
      const { role, email, expires_at: expiresAt } = invitation;
      // Only links that are not valid count, so that colleagues behind one address can all join.
      await takeBack();
      return { status: 200, body: { workspace: founder, invitedBy, role, email, expiresAt } };
    },

    async joinWorkspace({ body: { token, ...credentials }, http }) {
      const takeBack = await rateLimits.countMailLink(http.client);
      const { member, cookies } = await invitations.join(token, credentials, originOf(http));
      await takeBack();
      return { status: 201, cookies, body: presentAccount(member) };
    },
  };
}

function managerOf({ workspaceId, sessionId, callerId, userId, rights }: Principal): Manager {
  return { workspaceId, sessionId, callerId, userId, rights };
}

function presentMember(member: ListedMember): Schema<'Member'> {
  const { user_id: id, email, role, isFounder, created_at: joinedAt, invited_by: invitedBy } = member;
  return { id, email, role, isFounder, joinedAt, invitedBy };
}

function presentInvitation(invitation: InvitationRow): Schema<'Invitation'> {
  const { id, role, email, created_by: createdBy, expires_at: expiresAt } = invitation;
  return { id, role, email, createdBy, expiresAt };
}
