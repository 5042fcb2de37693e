import type { PlatformId, Schema } from '@social/types';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client.ts';
import { queryKeys } from '../../queries.ts';

/** An account the authorized person may publish as, as the API presents it. */
export type AccountOption = Schema<'AccountOption'>;

/**
 * The accounts that the network's consent opened. They are read once: the consent is used up by connecting, and reading
 * again after that would only find it gone.
 */
export function useAccountOptions(platform: PlatformId) {
  return useQuery({
    queryKey: queryKeys.accountOptions(platform),
    queryFn: async () => (await client.connections.listAccountOptions({ platform })).options,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
}

/** Connects one of the accounts to a profile. */
export function useConfirmConnection(platform: PlatformId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ accountId, profileId }: { accountId: string; profileId: string }) =>
      client.connections.confirmConnection({ platform, option: { accountId }, profileId }),
    onSuccess: (_, { profileId }) => queries.invalidateQueries({ queryKey: queryKeys.connections(profileId) }),
    // Either cookie may have expired, or the profile may be gone: what the server now says decides what is shown.
    onError: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.account }),
        queries.invalidateQueries({ queryKey: queryKeys.profiles }),
        queries.invalidateQueries({ queryKey: queryKeys.accountOptions(platform) }),
      ]),
  });
}
