import { Group, Text, VisuallyHidden } from '@mantine/core';
import classes from '../calendar.module.css';
import { dayInWords, dayKey, timeOfDay } from '../days/days.ts';
import { WriteForDay } from '../days/write-for-day.tsx';
import { CalendarEntry } from '../entries/calendar-entry.tsx';
import type { TimedEntry } from '../entries/entry.ts';
import type { EntryActions } from '../entries/entry-actions.ts';
import { type Hand, offerAt, useHeld } from '../moving/hand.ts';
import type { Moves } from '../moving/moves.ts';
import { SlotPlace } from '../slots/slot-place.tsx';
import type { FreeSlot } from '../slots/slot-times.ts';

const MAX_ENTRIES = 3;

interface MonthDayProps {
  day: Date;
  /** Set for a day of the month before or after. */
  isOutside: boolean;
  /** Set for the day that the Tab key goes to. */
  isStop: boolean;
  entries: readonly TimedEntry[];
  slots: readonly FreeSlot[];
  now: Date;
  hand: Hand;
  moves: Moves;
  actions: EntryActions;
}

/** A day in the table of a month, onto which entries can be dragged. */
export function MonthDay({ day, isOutside, isStop, entries, slots, now, hand, moves, actions }: MonthDayProps) {
  const isToday = dayKey(day) === dayKey(now);
  // One more entry takes no more room than "+1 more".
  const shown = entries.length > MAX_ENTRIES + 1 ? entries.slice(0, MAX_ENTRIES) : entries;
  const heldMs = useHeld(hand, (held) => (held?.at && dayKey(held.at) === dayKey(day) ? held.at.getTime() : null));
  const offer = heldMs === null ? null : offerAt(new Date(heldMs), timeOfDay(new Date(heldMs)));
  return (
    <td
      tabIndex={isStop ? 0 : -1}
      data-cell={dayKey(day)}
      data-outside={isOutside}
      data-today={isToday}
      aria-current={isToday ? 'date' : undefined}
      data-offer={offer?.words}
      data-refused={offer?.isRefused}
    >
      <Group justify="space-between" gap={4} wrap="nowrap" mb={2}>
        <Text size="sm" className={classes['date'] ?? ''} fw={isToday ? 700 : 400} {...(isOutside && { c: 'dimmed' })}>
          <VisuallyHidden>{dayInWords(day)}</VisuallyHidden>
          <span aria-hidden>
            {day.getDate()}
            {isToday ? <span className={classes['today']}> Today</span> : null}
          </span>
          {isToday ? <VisuallyHidden>, today</VisuallyHidden> : null}
        </Text>
        <WriteForDay day={day} now={now} isInGrid />
      </Group>
      {entries.length + slots.length > 0 ? (
        <ul className={`plain-list ${classes['entries']}`}>
          {shown.map((entry) => (
            <li key={entry.id}>
              <CalendarEntry
                entry={entry}
                movingTo={moves.moving.get(entry.id)}
                isMovable={actions.isMovable(entry)}
                isInGrid
              />
            </li>
          ))}
          {shown.length < entries.length ? (
            <li>
              <button type="button" tabIndex={-1} className={classes['more']} onClick={() => actions.showAll(entries)}>
                +{entries.length - shown.length} more
                <VisuallyHidden> on {dayInWords(day)}</VisuallyHidden>
              </button>
            </li>
          ) : null}
          {slots.slice(0, Math.max(0, MAX_ENTRIES - entries.length)).map((slot) => (
            <li key={`${slot.profileId} ${slot.at.getTime()}`} className={classes['slot']}>
              <SlotPlace slot={slot} isInGrid />
            </li>
          ))}
        </ul>
      ) : null}
    </td>
  );
}
