import type { operations, Schema } from '@social/types';
import { useMutation } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';

export type Member = Schema<'Member'>;
export type Invitation = Schema<'Invitation'>;
export type NewInvitation = Schema<'NewInvitation'>;

/** An invitation as it is asked for. */
export type WantedInvitation = NonNullable<
  operations['createInvitation']['requestBody']
>['content']['application/json'];

const MEMBERS = '/api/members';

/** The members of the workspace, and its open invitations. */
export function useMembers() {
  return api.useQuery('get', MEMBERS);
}

/** Invites somebody. Only `onInvited` receives the link, because a mutation would keep its result in a cache. */
export function useInvite(onInvited: (made: NewInvitation) => void) {
  return useChange(
    async (wanted: WantedInvitation) => onInvited(await client.members.createInvitation(wanted)),
    MEMBERS,
  );
}

/** Revokes an invitation by its id. */
export function useRevokeInvitation() {
  return useChange((invitationId: string) => client.members.revokeInvitation({ invitationId }), MEMBERS);
}

/** Gives a member another role. */
export function useChangeRole() {
  return useChange(
    ({ id, ...change }: Pick<Member, 'id' | 'role'> & { keepKeys?: boolean }) =>
      client.members.updateMember({ memberId: id, ...change }),
    MEMBERS,
  );
}

/** Removes a member by its id. */
export function useRemoveMember() {
  return useChange((removal: { memberId: string; keepKeys: boolean }) => client.members.removeMember(removal), MEMBERS);
}

/** Reads what the link of an invitation is for. It is asked once, since the server counts how often. */
export function useDescribeInvitation() {
  return useMutation({ mutationFn: (token: string) => client.members.describeInvitation({ token }) });
}
