import type { Schema } from '@social/types';
import { api } from '../../api/client.ts';

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
