import { QueryCache, QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import { isTransient, isUnauthorized } from './failures.ts';

const MAX_RETRIES = 2;
const FIRST_RETRY_DELAY_MS = 400;

/** Key of the query for the account that is signed in. */
export const accountKey = api.queryOptions('get', '/api/account').queryKey;

/** Takes the place of the path in the key of a dry run. */
export const DRY_RUN = 'dry run';

/** The same in the key of the draft that is being written. */
export const OPEN_DRAFT = 'open draft';

/** Key of the mutation that ends the session: what is read during it would be refused. */
export const signOutKey = ['sign out'] as const;

/** Returns the path that a query reads. A key begins with a method and a path, or with a noun and what takes the place of the path. */
export function pathOf(key: QueryKey): string {
  return String(key[1]);
}

/** Returns true when a query reads data of the signed-in account's workspace. */
export function isOfWorkspace(key: QueryKey): boolean {
  const path = pathOf(key);
  return path !== '/api/account' && path !== '/api/account/setup' && path !== '/api/connect/{platform}/options';
}

/** Creates the query client of this app. It also works offline, because the server may run on this machine. */
export function createQueries(): QueryClient {
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError: async (error) => {
        // A session that ended elsewhere shows as 401 on any read. Reading the account again leads to the sign-in form.
        if (isUnauthorized(error)) await queries.invalidateQueries({ queryKey: accountKey });
      },
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < MAX_RETRIES && isTransient(error),
        retryDelay: (failures) => FIRST_RETRY_DELAY_MS * 2 ** failures,
        networkMode: 'always',
        staleTime: 15_000,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return queries;
}

/** Invalidates every query whose path begins with one of `paths`; queries on the screen are read again at once. */
export function readAgain(queries: QueryClient, ...paths: readonly string[]): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey }) => paths.some((path) => pathOf(queryKey).startsWith(path)),
  });
}

/** A change at the server. When it ends, even with an error, every query below `paths` is read again. */
export function useChange<Answer, Input = void>(send: (input: Input) => Promise<Answer>, ...paths: readonly string[]) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: send, onSettled: () => readAgain(queries, ...paths) });
}
