import { Anchor, VisuallyHidden } from '@mantine/core';
import { Link } from 'wouter';
import classes from '../calendar.module.css';
import { dayInWords, proposedTime } from './days.ts';

/** Returns the address of the page that writes a post for a time. @param profileId its profile, when it is not the default one */
export function writeAddressAt(at: Date, profileId?: string): string {
  return `/write?${new URLSearchParams({ at: at.toISOString(), ...(profileId !== undefined && { profileId }) })}`;
}

/** Leads to the page that writes a post for a day. Renders nothing for a past day. */
export function WriteForDay({ day, now, isInGrid }: { day: Date; now: Date; isInGrid?: boolean }) {
  const at = proposedTime(day, now);
  if (!at) return null;
  return (
    <Anchor
      component={Link}
      href={writeAddressAt(at)}
      className={classes['write']}
      size="xs"
      {...(isInGrid && { tabIndex: -1 })}
    >
      Write<VisuallyHidden> for {dayInWords(day)}</VisuallyHidden>
    </Anchor>
  );
}
