import type { PlatformId, Schema } from '@social/types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { accountKey, readAgain } from '../../api/queries.ts';

/** An account to publish as, as the API presents it. */
export type AccountOption = Schema<'AccountOption'>;

/** The accounts that the network's consent covers. Reads them once, because connecting uses up the consent. */
export function useAccountOptions(platform: PlatformId) {
  return api.useQuery(
    'get',
    '/api/connect/{platform}/options',
    { params: { path: { platform } } },
    { select: ({ options }) => options, staleTime: Number.POSITIVE_INFINITY, refetchOnReconnect: false },
  );
}

/** Connects one of the accounts to a profile. */
export function useConfirmConnection(platform: PlatformId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ accountId, profileId }: { accountId: string; profileId: string }) =>
      client.connections.confirmConnection({ platform, option: { accountId }, profileId }),
    onSuccess: () => readAgain(queries, '/api/connect/status'),
    // A cookie may have expired, or the profile may be deleted: the server's new answers decide what the page shows.
    onError: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: accountKey }),
        readAgain(queries, '/api/profiles', '/api/connect/{platform}/options'),
      ]),
  });
}
