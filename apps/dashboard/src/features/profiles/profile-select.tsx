import { useId } from 'react';
import type { Profile } from './profiles.ts';

interface ProfileSelectProps {
  profiles: readonly Profile[];
  value: string;
  onChoose: (profileId: string) => void;
}

/** Lets the user choose a profile; shows nothing while there is no choice to make. */
export function ProfileSelect({ profiles, value, onChoose }: ProfileSelectProps) {
  const id = useId();
  if (profiles.length < 2) return null;
  return (
    <div className="field field-inline">
      <label htmlFor={id}>Profile</label>
      <select id={id} value={value} onChange={(event) => onChoose(event.target.value)}>
        {profiles.map((profile) => (
          <option key={profile.id} value={profile.id}>
            {labelOf(profile)}
          </option>
        ))}
      </select>
    </div>
  );
}

function labelOf({ name, isDefault }: Profile): string {
  return isDefault && name.toLowerCase() !== 'default' ? `${name} (default)` : name;
}
