import { Text, Title } from '@mantine/core';
import { Hint } from '../../ui/parts/text.tsx';
import classes from './calendar.module.css';
import { MAX_DRAFTS } from './entries/calendar-drafts.ts';
import { CalendarEntry } from './entries/calendar-entry.tsx';
import type { Entry } from './entries/entry.ts';
import type { EntryActions } from './entries/entry-actions.ts';
import type { Moves } from './moving/moves.ts';

interface DraftsShelfProps {
  /** Drafts without a time; undefined while they load. */
  drafts: readonly Entry[] | undefined;
  /** Set where its place is kept while it is empty. */
  isKept: boolean;
  /** Set when older drafts were not read. */
  isCut: boolean;
  moves: Moves;
  actions: EntryActions;
}

/** The drafts without a time, from where they are moved into the calendar. */
export function DraftsShelf({ drafts, isCut, isKept, moves, actions }: DraftsShelfProps) {
  if (!isKept && !drafts?.length) return null;
  return (
    <section className={classes['shelf']} aria-labelledby="drafts-shelf">
      <Title order={3} size="h6" id="drafts-shelf">
        Drafts without a time
      </Title>
      {drafts?.length === 0 ? <Hint>No draft waits for a time.</Hint> : null}
      {drafts && drafts.length > 0 ? (
        <ul className={`plain-list ${classes['entries']}`} data-roomy>
          {drafts.map((entry) => (
            <li key={entry.id}>
              <CalendarEntry entry={entry} movingTo={moves.moving.get(entry.id)} isMovable={actions.isMovable(entry)} />
            </li>
          ))}
        </ul>
      ) : null}
      {isCut ? (
        <Text size="xs" c="dimmed">
          Of the {MAX_DRAFTS} newest drafts.
        </Text>
      ) : null}
    </section>
  );
}
