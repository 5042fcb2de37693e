import type { Schema } from '@social/types';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { isUnauthorized } from '../../api/failures.ts';
import { accountKey, isOfWorkspace } from '../../api/queries.ts';

type Account = Schema<'Account'>;

interface Credentials {
  email: string;
  password: string;
}

async function readAccount(): Promise<Account | null> {
  try {
    return await client.account.getAccount();
  } catch (error) {
    if (isUnauthorized(error)) return null;
    throw error;
  }
}

function changeSession(queries: QueryClient, account: Account | null): void {
  // Another account must never see a glimpse of what this one had loaded.
  queries.removeQueries({ predicate: ({ queryKey }) => isOfWorkspace(queryKey) });
  queries.setQueryData(accountKey, account);
}

/** Who is signed in; `null` when nobody is. */
export function useAccount() {
  return useQuery({ queryKey: accountKey, queryFn: readAccount });
}

/** Whether this server has its first account, and whether another may be created. */
export function useSetup() {
  return api.useQuery('get', '/api/account/setup');
}

/** Starts a session; the answer's cookie is kept by the browser. */
export function useSignIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (credentials: Credentials) => client.account.signIn(credentials),
    onSuccess: (account) => changeSession(queries, account),
  });
}

/** Creates an account with its workspace and starts a session. */
export function useSignUp() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (credentials: Credentials & { setupToken?: string }) => client.account.signUp(credentials),
    onSuccess: (account) => changeSession(queries, account),
    // What was refused may have been refused because somebody else was first.
    onSettled: () => queries.invalidateQueries(api.queryOptions('get', '/api/account/setup')),
  });
}

/** Ends the session on the server and forgets everything that was loaded with it. */
export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.account.signOut(),
    onSuccess: () => changeSession(queries, null),
  });
}
