import type { Schema } from '@social/types';
import { api, client } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';

/** A group of connections, as the API presents it. */
export type Profile = Schema<'Profile'>;

/** Every profile of the workspace. Sends no request while `enabled` is false. */
export function useProfiles({ enabled = true }: { enabled?: boolean } = {}) {
  return api.useQuery('get', '/api/profiles', {}, { enabled, select: ({ profiles }) => profiles });
}

/** Returns the profile with this id, or else the default one. */
export function chooseProfile(profiles: readonly Profile[], id: string | null): Profile | undefined {
  return profiles.find((profile) => profile.id === id) ?? profiles.find((profile) => profile.isDefault) ?? profiles[0];
}

/** Names a profile for readers, with a mark on the default one. */
export function profileLabel({ name, isDefault }: Profile): string {
  return isDefault && name.toLowerCase() !== 'default' ? `${name} (default)` : name;
}

/** Returns the slug of the profile with this id, or else of the default one. */
export function slugOf(profiles: readonly Profile[], id: string | null): string {
  return chooseProfile(profiles, id)?.slug ?? '';
}

/** Renames a profile, or creates one where there is no id yet. */
export function useNameProfile(profileId: string | undefined) {
  return useChange(
    async (name: string) =>
      profileId === undefined
        ? (await client.profiles.createProfile({ name })).profile
        : client.profiles.updateProfile({ profileId, name }),
    '/api/profiles',
    '/api/logs',
  );
}

/** Makes a profile the default one. */
export function useMakeDefault() {
  return useChange(
    (profileId: string) => client.profiles.updateProfile({ profileId, isDefault: true }),
    '/api/profiles',
  );
}

/** Deletes a profile by its id. */
export function useDeleteProfile() {
  return useChange(
    (profileId: string) => client.profiles.deleteProfile({ profileId }),
    '/api/profiles',
    '/api/logs',
    '/api/v1/posts',
  );
}
