import type { Schema } from '@social/types';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client.ts';
import { isUnauthorized } from '../../failures.ts';
import { queryKeys } from '../../queries.ts';

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
  queries.removeQueries({ queryKey: queryKeys.workspace });
  queries.setQueryData(queryKeys.account, account);
}

/** Who is signed in; `null` when nobody is. */
export function useAccount() {
  return useQuery({ queryKey: queryKeys.account, queryFn: readAccount });
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
