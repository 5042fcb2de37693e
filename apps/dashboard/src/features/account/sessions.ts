import type { Schema } from '@social/types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { accountKey, readAgain, useChange } from '../../api/queries.ts';

/** One browser that is signed in, as the API presents it. */
export type Session = Schema<'Session'>;

const SESSIONS = '/api/account/sessions';

/** The sessions of the account; this browser's session comes first. */
export function useSessions() {
  return api.useQuery('get', SESSIONS, {}, { select: ({ sessions }) => sessions });
}

/** Ends one session. After the end of this browser's session, reading the account leads to the sign-in form. */
export function useRevokeSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (session: Session) => client.account.revokeSession({ sessionId: session.id }),
    onSettled: (_answer, _error, { isCurrent }) =>
      isCurrent ? queries.invalidateQueries({ queryKey: accountKey }) : readAgain(queries, SESSIONS),
  });
}

/** Ends every session except this browser's. */
export function useRevokeOtherSessions() {
  return useChange(() => client.account.revokeOtherSessions(), SESSIONS);
}

/** Changes the password, which ends every other session, and with `revokeKeys` revokes every API key. */
export function useChangePassword() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: { currentPassword: string; newPassword: string; revokeKeys: boolean }) =>
      client.account.changePassword(change),
    onSuccess: () => readAgain(queries, SESSIONS, '/api/keys'),
    // The cache must not keep a password longer than the form that it was typed into.
    gcTime: 0,
  });
}
