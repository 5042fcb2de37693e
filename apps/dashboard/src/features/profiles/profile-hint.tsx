import { type Profile, useProfiles } from '../../shared/profiles/profiles.ts';
import { Hint } from '../../ui/parts/text.tsx';

/** Names the profile that a page is about. Renders nothing where there is only one. */
export function ProfileHint({ profile }: { profile: Profile | undefined }) {
  const { data = [] } = useProfiles();
  return profile && data.length > 1 ? <Hint>Profile {profile.name}</Hint> : null;
}
