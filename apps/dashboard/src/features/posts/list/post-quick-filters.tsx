import { Anchor, Group } from '@mantine/core';
import { Link } from 'wouter';
import { ATTENTION, type PostFilters, searchOf } from './post-filters.ts';
import classes from './post-quick-filters.module.css';

const VIEWS: readonly { label: string; filters: PostFilters }[] = [
  { label: 'All posts', filters: {} },
  { label: 'Scheduled', filters: { outcome: 'scheduled' } },
  { label: 'Needs attention', filters: { outcome: ATTENTION } },
  { label: 'Missed', filters: { outcome: 'missed' } },
];

/** Links to the filters that most readers need. They keep the profile. */
export function PostQuickFilters({ filters }: { filters: PostFilters }) {
  const { profile } = filters;
  const ofProfile = profile === undefined ? {} : { profile };
  const shown = String(addressOf(filters));
  return (
    <Group component="nav" aria-label="Quick filters" gap={4}>
      {VIEWS.map((view) => {
        const href = addressOf({ ...view.filters, ...ofProfile });
        return (
          <Anchor
            key={view.label}
            component={Link}
            href={href}
            size="sm"
            className={classes['view']}
            aria-current={href === shown ? 'page' : undefined}
            underline="never"
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
