import { Anchor, Group } from '@mantine/core';
import { Link } from 'wouter';
import { ATTENTION, type PostFilters, searchOf } from './post-filters.ts';

const VIEWS: readonly { label: string; filters: PostFilters }[] = [
  { label: 'All posts', filters: {} },
  { label: 'Scheduled', filters: { outcome: 'scheduled' } },
  { label: 'Needs attention', filters: { outcome: ATTENTION } },
  { label: 'Missed', filters: { outcome: 'missed' } },
];

/** Links to the filters that most readers need. */
export function PostQuickFilters({ filters }: { filters: PostFilters }) {
  const shown = String(addressOf(filters));
  return (
    <Group component="nav" aria-label="Quick filters" gap="4px var(--mantine-spacing-md)">
      {VIEWS.map((view) => {
        const href = addressOf(view.filters);
        return (
          <Anchor
            key={view.label}
            component={Link}
            href={href}
            size="sm"
            fw={href === shown ? 700 : 400}
            aria-current={href === shown ? 'page' : undefined}
            underline={href === shown ? 'always' : 'hover'}
          >
            {view.label}
          </Anchor>
        );
      })}
    </Group>
  );
}

/** Returns the address of the list with these filters. */
export function addressOf(filters: PostFilters): string {
  return `/${searchOf({ ...filters })}`;
}
