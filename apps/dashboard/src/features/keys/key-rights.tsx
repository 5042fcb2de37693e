import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { SCOPES, type Schema } from '@social/types';
import type { WantedKey } from '../../shared/keys/keys.ts';
import { ScopeChoice } from '../../shared/keys/scope-choice.tsx';
import { useProfiles } from '../../shared/profiles/profiles.ts';
import { KeyAccounts } from './key-accounts.tsx';

type Rights = Omit<WantedKey, 'name'>;

const DAY_MS = 24 * 3_600_000;
const LIFETIMES = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

/** Fields for what a new key may do, for whom, until when and for how much. Everything is allowed at first. */
export function KeyRights({ value, onChange }: { value: Rights; onChange: (rights: Rights) => void }) {
  const profiles = useProfiles();
  return (
    <Stack>
      <ScopeChoice
        offered={SCOPES}
        value={value.scopes ?? SCOPES}
        onChange={(scopes) => onChange({ ...value, scopes })}
      />
      <ProfileChoice
        profiles={profiles.data ?? []}
        value={value.profiles}
        // The names of accounts belong to a profile.
        onChange={(slugs) => onChange(withField(withField(value, 'platforms', undefined), 'profiles', slugs))}
      />
      <KeyAccounts
        profileId={namedProfile(profiles.data ?? [], value.profiles)?.id}
        value={value.platforms}
        onChange={(targets) => onChange(withField(value, 'platforms', targets))}
      />
      <NativeSelect
        label="It expires"
        data={LIFETIMES}
        onChange={({ currentTarget }) => onChange(withField(value, 'expiresAt', endIn(currentTarget.value)))}
      />
      <TextInput
        label="Credits a month"
        description="The most that its posts and actions may cost. Leave it empty for no limit of its own."
        inputMode="numeric"
        maxLength={9}
        value={value.creditLimit ?? ''}
        onChange={({ currentTarget }) => onChange(withField(value, 'creditLimit', toNumber(currentTarget.value)))}
      />
    </Stack>
  );
}

function ProfileChoice(props: {
  profiles: readonly Schema<'Profile'>[];
  value: readonly string[] | undefined;
  onChange: (slugs: string[] | undefined) => void;
}) {
  const { profiles, value, onChange } = props;
  if (profiles.length < 2) return null;
  const all = profiles.map(({ slug }) => slug);
  return (
    <Checkbox.Group
      label="For the profiles"
      value={[...(value ?? all)]}
      onChange={(slugs) => onChange(slugs.length === all.length ? undefined : slugs)}
    >
      <Stack gap="xs" mt="xs">
        {profiles.map(({ slug, name }) => (
          <Checkbox key={slug} value={slug} label={name} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** Returns the profile in which the server looks for the names of accounts; undefined where several are chosen. */
function namedProfile(
  profiles: readonly Schema<'Profile'>[],
  slugs: readonly string[] | undefined,
): Schema<'Profile'> | undefined {
  if (slugs === undefined) return profiles.find(({ isDefault }) => isDefault);
  return slugs.length === 1 ? profiles.find(({ slug }) => slug === slugs[0]) : undefined;
}

function endIn(days: string): string | undefined {
  return days === '' ? undefined : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
}

function toNumber(text: string): number | undefined {
  const digits = text.replace(/\D/g, '');
  return digits === '' ? undefined : Number(digits);
}

/** Sets a field, or leaves it out. */
function withField<Field extends keyof Rights>(rights: Rights, field: Field, value: Rights[Field] | undefined): Rights {
  const { [field]: _, ...others } = rights;
  return value === undefined ? others : { ...others, [field]: value };
}
