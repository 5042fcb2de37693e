import { memo } from 'react';
import { Link } from 'wouter';
import { offsetInWords } from '../../../ui/values/local-time.ts';
import { Moment, readersZone } from '../../../ui/values/moment.tsx';
import { timeOfDay } from '../days/days.ts';
import { isRepeated } from '../days/hours.ts';
import classes from './entry.module.css';
import { type Entry, isWaitingForSlot, stateInWords } from './entry.ts';
import { EntryFaces, useAccountsInWords } from './entry-accounts.tsx';
import { EntryMark } from './entry-mark.tsx';
import { EntryMedia } from './entry-media.tsx';

interface CalendarEntryProps {
  entry: Entry;
  /** The time that it is being moved to, null for none; left out while it rests. */
  movingTo?: Date | null | undefined;
  /** Set where the reader can move it. */
  isMovable: boolean;
  /** Set in a grid, which the Tab key enters as a whole. */
  isInGrid?: boolean;
  /** Set where there is nothing to drag it to. */
  isStill?: boolean;
}

const TITLE_LENGTH = 200;

/**
 * A post or draft in the calendar: its state, its time, its first words, files and accounts. Leads to its page. What is done
 * with it, is done by the view around it, which finds it by `data-entry`.
 */
export const CalendarEntry = memo(function CalendarEntry(props: CalendarEntryProps) {
  const { entry, movingTo, isMovable, isInGrid = false, isStill = false } = props;
  const { id, at, text, href } = entry;
  const words = stateInWords(entry);
  const accounts = useAccountsInWords(entry);
  const isMoving = movingTo !== undefined;
  const hint = isMovable ? 'Drag it to another time, or press M to move it with the arrow keys.' : '';
  const stop = isInGrid ? { tabIndex: -1 } : {};
  return (
    <div className={classes['entry']} data-entry={id} data-state={entry.state} data-moving={isMoving || undefined}>
      <Link
        href={href}
        className={classes['link']}
        title={[words, text.slice(0, TITLE_LENGTH), accounts, hint].filter(Boolean).join('\n')}
        draggable={!isStill}
        {...(isMovable && { 'aria-keyshortcuts': 'm' })}
        {...stop}
      >
        <span className={classes['head']}>
          <EntryMark state={entry.state} />
          <span className={classes['state']}>{words} </span>
          {at ? <strong>{timeOfDay(at)}</strong> : null}
          {at && isRepeated(at) ? <span> {offsetInWords(at, readersZone)}</span> : null}
          {isWaitingForSlot(entry) ? <span>Next slot</span> : null}
          <EntryFaces entry={entry} />
        </span>
        <span className={classes['body']}>
          <span className={classes['text']} dir="auto">
            {isMoving ? (
              <>
                Moving…
                {movingTo ? (
                  <span className={classes['spoken']}>
                    {' '}
                    to <Moment at={movingTo.toISOString()} as="weekday" />
                  </span>
                ) : null}
              </>
            ) : (
              text || 'Without text'
            )}
          </span>
          <EntryMedia media={entry.media} />
          {accounts ? <span className={classes['spoken']}>by {accounts}</span> : null}
        </span>
      </Link>
      {isMovable ? (
        <button type="button" className={classes['move']} data-move title="Move to…" {...stop}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M8 1.8v12.4M1.8 8h12.4M6 3.8l2-2 2 2M6 12.2l2 2 2-2M3.8 6l-2 2 2 2M12.2 6l2 2-2 2" />
          </svg>
          <span className={classes['spoken']}>
            Move {timeWords(at)} {text.slice(0, 40)}
          </span>
        </button>
      ) : null}
    </div>
  );
});

function timeWords(at: Date | null): string {
  return at ? timeOfDay(at) : '';
}
