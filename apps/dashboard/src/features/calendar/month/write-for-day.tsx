import { Anchor, VisuallyHidden } from '@mantine/core';
import { Link } from 'wouter';
import classes from '../calendar.module.css';
import { dayInWords, proposedTime } from './month.ts';

/** Leads to the page that writes a post for a day. Renders nothing for a past day. */
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
      Write<VisuallyHidden> for {dayInWords(day)}</VisuallyHidden>
    </Anchor>
  );
}
