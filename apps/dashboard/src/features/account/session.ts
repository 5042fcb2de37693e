import type { Schema } from '@social/types';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, client } from '../../api/client.ts';
import { isUnauthorized } from '../../api/failures.ts';
import { accountKey, isOfWorkspace } from '../../api/queries.ts';

type Account = Schema<'Account'>;

interface Credentials {
  email: string;
  password: string;
}

/** The tabs of this browser, which share one session. */
const tabs = new BroadcastChannel('social.session');

async function askWho(): Promise<Account | null> {
  try {
    return await client.account.getAccount();
  } catch (error) {
    if (isUnauthorized(error)) return null;
    throw error;
  }
}

function forgetWorkspace(queries: QueryClient): void {
  queries.removeQueries({ predicate: ({ queryKey }) => isOfWorkspace(queryKey) });
}

/** Another account must never see a glimpse of what the one before had loaded. */
function makeWayFor(account: Account | null, queries: QueryClient): void {
  const before = queries.getQueryData<Account | null>(accountKey);
  if (account && before?.workspaceId !== account.workspaceId) forgetWorkspace(queries);
}

function changeSession(queries: QueryClient, account: Account | null): void {
  makeWayFor(account, queries);
  queries.setQueryData(accountKey, account);
  tabs.postMessage(null);
}

/** Who is signed in; `null` when nobody is. Somebody else may have signed in meanwhile, in another tab. */
export function useAccount() {
  const queries = useQueryClient();
  const queryFn = async () => {
    const account = await askWho();
    makeWayFor(account, queries);
    return account;
  };
  return useQuery({ queryKey: accountKey, queryFn, refetchOnWindowFocus: 'always' });
}

/**
 * Forgets what was loaded once nobody is signed in and no page shows it any more: a page that is still there would read
 * it again, without a session.
 */
export function useForgettingAtSignOut(): void {
  const queries = useQueryClient();
  const { data: account } = useAccount();
  useEffect(() => {
    if (account === null) forgetWorkspace(queries);
  }, [queries, account]);
}

/** Asks who is signed in when another tab has changed it: what is sent from here is sent with the session of all. */
export function useSessionOfAllTabs(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const ask = () => void queries.invalidateQueries({ queryKey: accountKey });
    tabs.addEventListener('message', ask);
    return () => tabs.removeEventListener('message', ask);
  }, [queries]);
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

/** Ends the session on the server; what was loaded with it is forgotten. */
export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.account.signOut(),
    onSuccess: () => changeSession(queries, null),
  });
}
