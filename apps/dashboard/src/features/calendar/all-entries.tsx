import { Modal, Stack } from '@mantine/core';
import { addressOf } from '../../shared/posts/post-filters.ts';
import { SmallLink } from '../../ui/parts/links.tsx';
import classes from './calendar.module.css';
import { dayInWords, dayKey, timeOfDay } from './days/days.ts';
import { CalendarEntry } from './entries/calendar-entry.tsx';
import type { TimedEntry } from './entries/entry.ts';
import type { EntryActions } from './entries/entry-actions.ts';
import type { Moves } from './moving/moves.ts';

/** Entries that are listed; the page of posts has the others. */
const MAX_ENTRIES = 50;

interface AllEntriesProps {
  /** Entries of one day, earliest first. */
  entries: readonly TimedEntry[];
  isOpen: boolean;
  moves: Moves;
  actions: EntryActions;
  onClose: () => void;
}

/** Lists entries for which the view has no room. */
export function AllEntries({ entries, isOpen, moves, actions, onClose }: AllEntriesProps) {
  const [first, last = first] = [entries[0], entries.at(-1)];
  if (!first || !last) return null;
  const day = dayKey(first.at);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={`${dayInWords(first.at)}, ${timeOfDay(first.at)} to ${timeOfDay(last.at)}`}
      centered
    >
      <Stack gap="sm">
        <ul className={`plain-list ${classes['entries']}`} data-roomy>
          {entries.slice(0, MAX_ENTRIES).map((entry) => (
            <li key={entry.id}>
              <CalendarEntry
                entry={entry}
                movingTo={moves.moving.get(entry.id)}
                isMovable={actions.isMovable(entry)}
                isStill
              />
            </li>
          ))}
        </ul>
        <SmallLink href={addressOf({ from: day, to: day })}>All posts of this day</SmallLink>
      </Stack>
    </Modal>
  );
}
