import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isTransient, isUnauthorized } from './failures.ts';

const MAX_RETRIES = 2;
const FIRST_RETRY_DELAY_MS = 400;

/** Keys of everything that is read from the server. What belongs to a signed-in account starts with `workspace`. */
export const queryKeys = {
  account: ['account'],
  workspace: ['workspace'],
  profiles: ['workspace', 'profiles'],
  usage: ['workspace', 'usage'],
  connections: (profileId: string) => ['workspace', 'connections', profileId],
  accountOptions: (platform: string) => ['account-options', platform],
} as const;

/**
 * A query client for this app. A lost connection to the internet pauses nothing: the server may well run on this
 * machine.
 */
export function createQueries(): QueryClient {
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError: async (error) => {
        // A session that ended elsewhere shows as 401 on any read: asking who is signed in leads to the sign-in form.
        if (isUnauthorized(error)) await queries.invalidateQueries({ queryKey: queryKeys.account });
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
