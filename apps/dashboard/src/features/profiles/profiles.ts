import type { Schema } from '@social/types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { readAgain } from '../../api/queries.ts';

/** A group of connections, as the API presents it. */
export type Profile = Schema<'Profile'>;

/** Every profile of the workspace; nothing is asked while not `enabled`. */
export function useProfiles({ enabled = true }: { enabled?: boolean } = {}) {
  return api.useQuery('get', '/api/profiles', {}, { enabled, select: ({ profiles }) => profiles });
}

/** The profile with this id, or else the default one. */
export function chooseProfile(profiles: readonly Profile[], id: string | null): Profile | undefined {
  return profiles.find((profile) => profile.id === id) ?? profiles.find((profile) => profile.isDefault) ?? profiles[0];
}

/** Creates a profile from a name, then reads the profiles again. */
export function useCreateProfile() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => client.profiles.createProfile({ name }),
    onSettled: () => readAgain(queries, '/api/profiles', '/api/logs'),
  });
}

/** Renames a profile or makes it the default, then reads the profiles again. */
export function useUpdateProfile() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: { profileId: string; name?: string; isDefault?: true }) =>
      client.profiles.updateProfile(change),
    onSettled: () => readAgain(queries, '/api/profiles'),
  });
}

/** Deletes a profile by its id, then reads again whatever may have shown it. */
export function useDeleteProfile() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (profileId: string) => client.profiles.deleteProfile({ profileId }),
    onSettled: () => readAgain(queries, '/api/profiles', '/api/logs', '/api/v1/posts'),
  });
}
