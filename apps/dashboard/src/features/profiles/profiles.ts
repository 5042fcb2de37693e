import type { Schema } from '@social/types';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../client.ts';
import { queryKeys } from '../../queries.ts';

/** A group of connections, as the API presents it. */
export type Profile = Schema<'Profile'>;

/** Every profile of the signed-in account's workspace; nothing is asked while not `enabled`. */
export function useProfiles({ enabled }: { enabled: boolean }) {
  return useQuery({
    enabled,
    queryKey: queryKeys.profiles,
    queryFn: async () => (await client.profiles.listProfiles()).profiles,
  });
}

/** The profile with this id, or else the default one. */
export function chooseProfile(profiles: readonly Profile[], id: string | null): Profile | undefined {
  return profiles.find((profile) => profile.id === id) ?? profiles.find((profile) => profile.isDefault) ?? profiles[0];
}
