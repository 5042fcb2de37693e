import { Link } from 'wouter';
import { timeOfDay } from '../days/days.ts';
import { writeAddressAt } from '../days/write-for-day.tsx';
import classes from './slot-place.module.css';
import type { FreeSlot } from './slot-times.ts';

/** A place to fill: leads to the page that writes a post for it. */
export function SlotPlace({ slot, isInGrid }: { slot: FreeSlot; isInGrid?: boolean }) {
  const { at, profileId, profile, profileName } = slot;
  return (
    <Link
      href={writeAddressAt(at, profileId)}
      className={classes['slot']}
      data-slot={at.toISOString()}
      data-profile={profile}
      {...(isInGrid && { tabIndex: -1 })}
    >
      <span className={classes['words']}>
        + {timeOfDay(at)} {profileName ?? ''}
      </span>
      <span className={classes['spoken']}>Write for this free slot</span>
    </Link>
  );
}
