import type { Schema } from '@social/types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { accountKey, readAgain } from '../../api/queries.ts';

/** One browser that is signed in, as the API presents it. */
export type Session = Schema<'Session'>;

const SESSIONS = '/api/account/sessions';

/** Where the account is signed in; this browser first. */
export function useSessions() {
  return api.useQuery('get', SESSIONS, {}, { select: ({ sessions }) => sessions });
}

/** Ends one session. When it is this one, asking who is signed in leads to the sign-in form. */
export function useRevokeSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (session: Session) => client.account.revokeSession({ sessionId: session.id }),
    onSettled: (_answer, _error, { isCurrent }) =>
      isCurrent ? queries.invalidateQueries({ queryKey: accountKey }) : readAgain(queries, SESSIONS),
  });
}

/** Ends every session but this one. */
export function useRevokeOtherSessions() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.account.revokeOtherSessions(),
    onSettled: () => readAgain(queries, SESSIONS),
  });
}

/** Changes the password, which ends every other session, and on demand every API key. */
export function useChangePassword() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: { currentPassword: string; newPassword: string; revokeKeys: boolean }) =>
      client.account.changePassword(change),
    onSuccess: () => readAgain(queries, SESSIONS, '/api/keys'),
    // Secrets are kept no longer than the form that they were typed into.
    gcTime: 0,
  });
}
