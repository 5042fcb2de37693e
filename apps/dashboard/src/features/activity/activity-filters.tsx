import { NativeSelect, SimpleGrid } from '@mantine/core';
import { isTarget } from '@social/types';
import { useTargetChoices } from '../../shared/connections/target-choices.ts';
import type { ActivityFilters } from './activity.ts';
import { ACTIONS, STATUSES } from './words.ts';

const NAMES = ['action', 'platform', 'status'] as const;

const CHOICES = {
  action: entriesOf(ACTIONS).map(([value, label]) => ({ value, label })),
  status: entriesOf(STATUSES).map(([value, { words }]) => ({ value, label: words })),
};

const LABELS = { action: 'What happened', platform: 'Network', status: 'Outcome' };

function entriesOf<Key extends string, Value>(record: Readonly<Record<Key, Value>>): [Key, Value][] {
  return Object.entries(record) as [Key, Value][];
}

/** Returns the filters that an address names, without those that this app does not know. */
export function filtersIn(query: URLSearchParams): ActivityFilters {
  const profile = query.get('profile');
  const [action, platform, status] = NAMES.map((name) => query.get(name) ?? '');
  return {
    ...(profile ? { profile } : {}),
    ...(action && isKeyOf(ACTIONS, action) ? { action } : {}),
    ...(platform && isTarget(platform) ? { platform } : {}),
    ...(status && isKeyOf(STATUSES, status) ? { status } : {}),
  };
}

function isKeyOf<Key extends string>(record: Readonly<Record<Key, unknown>>, key: string): key is Key {
  return Object.hasOwn(record, key);
}

interface ActivityFiltersBarProps {
  filters: ActivityFilters;
  /** Slug of the profile whose entries are shown; undefined for all. */
  profile: string | undefined;
  onChange: (filters: Readonly<Record<string, string>>) => void;
}

/** Filters the log by action, platform and outcome. */
export function ActivityFilterBar({ filters, profile, onChange }: ActivityFiltersBarProps) {
  const choices = { ...CHOICES, platform: useTargetChoices(profile, filters.platform) };
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} role="search" aria-label="Filter the activity">
      {NAMES.map((name) => (
        <NativeSelect
          key={name}
          label={LABELS[name]}
          value={filters[name] ?? ''}
          data={[{ value: '', label: 'All' }, ...choices[name]]}
          onChange={({ currentTarget: { value } }) => {
            const { [name]: _, ...others } = filters;
            onChange(value ? { ...others, [name]: value } : others);
          }}
        />
      ))}
    </SimpleGrid>
  );
}
