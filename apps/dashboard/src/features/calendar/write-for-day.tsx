import { Anchor, VisuallyHidden } from '@mantine/core';
import { Link } from 'wouter';
import classes from './calendar.module.css';
import { proposedTime } from './month.ts';

const dayInWords = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });

/** Leads to writing a post for a day; not there for days that are over. */
export function WriteForDay({ day, now }: { day: Date; now: Date }) {
  const at = proposedTime(day, now);
  if (!at) return null;
  return (
    <Anchor
      component={Link}
      href={`/write?${new URLSearchParams({ at: at.toISOString() })}`}
      className={classes['write']}
      size="xs"
    >
      Write<VisuallyHidden> for {dayInWords.format(day)}</VisuallyHidden>
    </Anchor>
  );
}
