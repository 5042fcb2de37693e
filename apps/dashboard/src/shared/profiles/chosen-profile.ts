import { useLocalStorage } from '@mantine/hooks';
import { useLocation, useSearchParams } from 'wouter';
import { chooseProfile, type Profile, useProfiles } from './profiles.ts';

/** Names under which addresses hold a profile: its id, or its slug. */
const IN_ADDRESS = { profileId: 'id', profile: 'slug' } as const;

/** The profile that the whole app is about. */
export interface ChosenProfile {
  /** Every profile of the workspace; undefined while they load. */
  readonly profiles: readonly Profile[] | undefined;
  /** The profile that the reader has chosen, in the address or in the header before; null for all. */
  readonly chosen: Profile | null;
  /** The profile to write as and to connect accounts to: the chosen one, or else the default; undefined while they load. */
  readonly profile: Profile | undefined;
  /** Chooses a profile, or null for all. Remembers it, and puts it into an address that holds one. */
  readonly choose: (profile: Profile | null) => void;
}

/**
 * Returns the profile that is chosen in the header. An address that names one (`profileId` or `profile`) wins while it is open, so
 * that links lead to what their sender saw.
 */
export function useChosenProfile(): ChosenProfile {
  const { data: profiles } = useProfiles();
  const [search] = useSearchParams();
  const [path, navigate] = useLocation();
  const [remembered, remember] = useLocalStorage({
    key: 'social-profile',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const named = profiles?.find(({ id, slug }) => search.get('profileId') === id || search.get('profile') === slug);
  const chosen = named ?? profiles?.find(({ id }) => id === remembered) ?? null;
  const choose = (profile: Profile | null) => {
    remember(profile?.id ?? '');
    const next = new URLSearchParams(search);
    let isNamed = false;
    for (const [name, field] of Object.entries(IN_ADDRESS)) {
      if (!next.has(name)) continue;
      isNamed = true;
      if (profile) next.set(name, profile[field]);
      else next.delete(name);
    }
    const query = next.toString().replaceAll('%2C', ',');
    if (isNamed) navigate(query ? `${path}?${query}` : path, { replace: true });
  };
  return { profiles, chosen, profile: profiles && (chosen ?? chooseProfile(profiles, null)), choose };
}
