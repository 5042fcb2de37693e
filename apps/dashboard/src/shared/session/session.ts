import type { Schema } from '@social/types';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, client } from '../../api/client.ts';
import { isUnauthorized } from '../../api/failures.ts';
import { accountKey, isOfWorkspace, readAgain, signOutKey } from '../../api/queries.ts';
import { endCopies, forgetCopies, ownerOf, saveCopies } from '../device/local-copies.ts';
import { forgetAllShared } from '../device/shared-content.ts';

type Account = Schema<'Account'>;

interface Credentials {
  email: string;
  password: string;
}

/** Reaches the other tabs of this browser, which share the session. */
const tabs = new BroadcastChannel('social.session');

async function readAccount(): Promise<Account | null> {
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

/** Removes what another account had loaded, so that its data never shows on the screen. */
function forgetOtherAccount(account: Account | null, queries: QueryClient): void {
  const before = queries.getQueryData<Account | null>(accountKey);
  // Members of one workspace may use the same browser, and see different things.
  const isSame = before?.workspaceId === account?.workspaceId && before?.email === account?.email;
  if (!account || isSame) return;
  forgetWorkspace(queries);
  // A save that waits would become the draft of the person who is signed in now.
  endCopies();
}

function changeSession(queries: QueryClient, account: Account | null): void {
  forgetOtherAccount(account, queries);
  queries.setQueryData(accountKey, account);
  tabs.postMessage(null);
}

/** Forgets also what was being written or was shared: the next person at this browser must not see it. */
function leave(queries: QueryClient): void {
  const account = queries.getQueryData<Account | null>(accountKey);
  if (account) forgetCopies(ownerOf(account));
  void forgetAllShared();
  changeSession(queries, null);
}

/** The account that is signed in; `null` without a session. Another tab may change the account at any time. */
export function useAccount() {
  const queries = useQueryClient();
  const queryFn = async () => {
    const account = await readAccount();
    forgetOtherAccount(account, queries);
    return account;
  };
  return useQuery({ queryKey: accountKey, queryFn, refetchOnWindowFocus: 'always' });
}

/** Forgets what was loaded after a sign-out, as an effect: only then has the page left that would read it again. */
export function useForgettingAtSignOut(): void {
  const queries = useQueryClient();
  const { data: account } = useAccount();
  useEffect(() => {
    if (account !== null) return;
    forgetWorkspace(queries);
    endCopies();
  }, [queries, account]);
}

/** Reads the account again when another tab signs in or out, because all tabs share one session. */
export function useSessionOfAllTabs(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const ask = () => void queries.invalidateQueries({ queryKey: accountKey });
    tabs.addEventListener('message', ask);
    return () => tabs.removeEventListener('message', ask);
  }, [queries]);
}

/** Tells whether this server has its first account yet, and whether new ones may be created. */
export function useSetup() {
  return api.useQuery('get', '/api/account/setup');
}

/** Starts a session, whose cookie the browser keeps. */
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
    // A refusal may mean that someone else created the first account meanwhile.
    onSettled: () => queries.invalidateQueries(api.queryOptions('get', '/api/account/setup')),
  });
}

/** Creates an account with the link of an invitation and starts a session. */
export function useJoin() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Credentials & { token: string }) => client.members.joinWorkspace(input),
    onSuccess: (account) => changeSession(queries, account),
  });
}

/** Leaves the workspace, which deletes the account, and forgets what was loaded with it. */
export function useLeave() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.account.leaveWorkspace(),
    onSuccess: () => leave(queries),
  });
}

/** Deletes the workspace with everything in it, and forgets what was loaded with it. */
export function useDeleteWorkspace() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (password: string) => client.account.deleteWorkspace({ password }),
    onSuccess: () => leave(queries),
  });
}

/** Says that nobody was signed out, since the server does not have everything that was written. */
export class UnsavedWriting extends Error {}

/**
 * Saves what is written, ends the session on the server and forgets what was loaded with it. The input is true to sign out without
 * a save. Fails with `UnsavedWriting` where something could not be saved.
 */
export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: signOutKey,
    mutationFn: async (isLossAccepted: boolean) => {
      if (!isLossAccepted && !(await saveCopies())) throw new UnsavedWriting();
      await queries.cancelQueries({ predicate: ({ queryKey }) => isOfWorkspace(queryKey) });
      await client.account.signOut();
    },
    onError: () => readAgain(queries, '/api/'),
    onSuccess: () => leave(queries),
  });
}
