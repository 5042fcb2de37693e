import { NativeSelect } from '@mantine/core';
import { type Profile, profileLabel } from './profiles.ts';

interface ProfileSelectProps {
  profiles: readonly Profile[];
  value: string;
  onChoose: (profileId: string) => void;
}

/** Lets the user choose a profile. Renders nothing when there is only one. */
export function ProfileSelect({ profiles, value, onChoose }: ProfileSelectProps) {
  if (profiles.length < 2) return null;
  return (
    <NativeSelect
      label="Profile"
      value={value}
      data={profiles.map((profile) => ({ value: profile.id, label: profileLabel(profile) }))}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}
