import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Hint } from '../../../ui/parts/text.tsx';
import classes from '../calendar.module.css';
import { dayInWords, dayKey } from '../days/days.ts';
import { WriteForDay } from '../days/write-for-day.tsx';
import { CalendarEntry } from '../entries/calendar-entry.tsx';
import type { TimedEntry } from '../entries/entry.ts';
import type { EntryActions } from '../entries/entry-actions.ts';
import type { Moves } from '../moving/moves.ts';
import { SlotPlace } from '../slots/slot-place.tsx';
import type { FreeSlot, FreeSlots } from '../slots/slot-times.ts';

/** Entries of a day that are listed; the others are counted. */
const MAX_ENTRIES = 20;

interface DayListProps {
  days: readonly Date[];
  /** Entries by day of the reader's zone; undefined while they load. */
  entries: ReadonlyMap<string, readonly TimedEntry[]> | undefined;
  slots: FreeSlots;
  now: Date;
  moves: Moves;
  actions: EntryActions;
}

/** The days with entries, and today, one below the other. */
export function DayList({ days, entries, slots, now, moves, actions }: DayListProps) {
  if (!entries) return <Skeleton h={160} />;
  const shown = days.filter((day) => entries.has(dayKey(day)) || slots.has(dayKey(day)) || dayKey(day) === dayKey(now));
  if (shown.length === 0) return <Text c="dimmed">No post in this month.</Text>;
  return (
    <Stack gap="md">
      {shown.map((day) => (
        <Stack key={dayKey(day)} component="section" gap={6} className={classes['day'] ?? ''}>
          <Group justify="space-between">
            <Title order={3} size="h5" aria-current={dayKey(day) === dayKey(now) ? 'date' : undefined}>
              {dayInWords(day)}
              {dayKey(day) === dayKey(now) ? ', today' : ''}
            </Title>
            <WriteForDay day={day} now={now} />
          </Group>
          {entries.has(dayKey(day)) ? (
            <ListedEntries entries={entries.get(dayKey(day)) ?? []} {...{ moves, actions }} />
          ) : slots.has(dayKey(day)) ? null : (
            <Hint>No post on this day.</Hint>
          )}
          <ListedSlots slots={slots.get(dayKey(day)) ?? []} />
        </Stack>
      ))}
    </Stack>
  );
}

type ListedProps = Pick<DayListProps, 'moves' | 'actions'> & { entries: readonly TimedEntry[] };

function ListedEntries({ entries, moves, actions }: ListedProps) {
  const shown = entries.length > MAX_ENTRIES + 1 ? entries.slice(0, MAX_ENTRIES) : entries;
  return (
    <ul className={`plain-list ${classes['entries']}`} data-roomy>
      {shown.map((entry) => (
        <li key={entry.id}>
          <CalendarEntry
            entry={entry}
            movingTo={moves.moving.get(entry.id)}
            isMovable={actions.isMovable(entry)}
            isStill
          />
        </li>
      ))}
      {shown.length < entries.length ? (
        <li>
          <button type="button" className={classes['more']} onClick={() => actions.showAll(entries)}>
            +{entries.length - shown.length} more
          </button>
        </li>
      ) : null}
    </ul>
  );
}

function ListedSlots({ slots }: { slots: readonly FreeSlot[] }) {
  if (slots.length === 0) return null;
  return (
    <Group component="ul" aria-label="Free slots" className="plain-list" gap="xs">
      {slots.map((slot) => (
        <li key={`${slot.profileId} ${slot.at.getTime()}`}>
          <SlotPlace slot={slot} />
        </li>
      ))}
    </Group>
  );
}
