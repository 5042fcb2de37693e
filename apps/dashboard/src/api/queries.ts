import { QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { api } from './client.ts';
import { isTransient, isUnauthorized } from './failures.ts';

const MAX_RETRIES = 2;
const FIRST_RETRY_DELAY_MS = 400;

/** Key of the answer to who is signed in. */
export const accountKey = api.queryOptions('get', '/api/account').queryKey;

/** Stands for the path of a query that asks what publishing would do. */
export const DRY_RUN = 'dry run';

/** The path that a query reads; every query of this app is keyed by method, path and parameters. */
export function pathOf(key: QueryKey): string {
  return String(key[1]);
}

/** Whether a query reads what belongs to the account that is signed in, and to nobody else. */
export function isOfWorkspace(key: QueryKey): boolean {
  const path = pathOf(key);
  return path !== '/api/account' && path !== '/api/account/setup' && path !== '/api/connect/{platform}/options';
}

/**
 * A query client for this app. A lost connection to the internet pauses nothing: the server may well run on this
 * machine.
 */
export function createQueries(): QueryClient {
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError: async (error) => {
        // A session that ended elsewhere shows as 401 on any read: asking who is signed in leads to the sign-in form.
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

/** Has every query whose path begins so read again, those on the screen at once. */
export function readAgain(queries: QueryClient, ...paths: readonly string[]): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey }) => paths.some((path) => pathOf(queryKey).startsWith(path)),
  });
}
