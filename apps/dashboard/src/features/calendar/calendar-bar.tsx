import { ActionIcon, Button, Group } from '@mantine/core';
import { Link } from 'wouter';
import { type CalendarFilters, calendarAddress, type Place, turned, VIEWS, type View } from './address.ts';
import classes from './calendar.module.css';

interface CalendarBarProps {
  place: Place;
  /** The view and day that are shown; `place` has those that the address names. */
  view: View;
  day: Date;
  filters: CalendarFilters;
  /** The day that another view shows; null for today. */
  dayOfView: Date | null;
}

const LABELS: Record<View, string> = { week: 'Week', month: 'Month', list: 'List' };
const ARROWS = { [-1]: 'M10 3L5 8l5 5', 1: 'M6 3l5 5-5 5' } as const;

/** Goes to today, and to the week or month before and after, and chooses how to look at it. */
export function CalendarBar({ place, view, day, filters, dayOfView }: CalendarBarProps) {
  const step = view === 'week' ? 'week' : 'month';
  const arrow = (direction: -1 | 1) => (
    <ActionIcon
      component={Link}
      href={calendarAddress({ ...place, day: turned(view, day, direction) }, filters)}
      variant="default"
      size={30}
      aria-label={direction < 0 ? `Previous ${step}` : `Next ${step}`}
    >
      <svg className="mark" viewBox="0 0 16 16" aria-hidden="true">
        <path d={ARROWS[direction]} />
      </svg>
    </ActionIcon>
  );
  return (
    <Group gap="sm">
      <Group component="nav" aria-label="Time" gap={4} wrap="nowrap">
        {arrow(-1)}
        <Button component={Link} href={calendarAddress({ ...place, day: null }, filters)} variant="default" size="xs">
          Today
        </Button>
        {arrow(1)}
      </Group>
      <Button.Group aria-label="View">
        {VIEWS.map((name) => (
          <Button
            key={name}
            component={Link}
            href={calendarAddress({ view: name, day: dayOfView }, filters)}
            variant="default"
            className={classes['view'] ?? ''}
            size="xs"
            aria-current={name === view ? 'true' : undefined}
          >
            {LABELS[name]}
          </Button>
        ))}
      </Button.Group>
    </Group>
  );
}
