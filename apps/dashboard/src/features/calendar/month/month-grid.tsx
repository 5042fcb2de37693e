import { useMemo } from 'react';
import classes from '../calendar.module.css';
import { addDays, addMonths, dayKey, monthInWords, readDay, weekdayInWords } from '../days/days.ts';
import type { TimedEntry } from '../entries/entry.ts';
import type { EntryActions } from '../entries/entry-actions.ts';
import { useGridKeys } from '../grid-keys.ts';
import type { Hand } from '../moving/hand.ts';
import type { Moves } from '../moving/moves.ts';
import type { FreeSlot, FreeSlots } from '../slots/slot-times.ts';
import { MonthDay } from './month-day.tsx';

interface MonthGridProps {
  /** A day of the month. */
  month: Date;
  days: readonly Date[];
  /** Entries by day of the reader's zone; undefined while they load. */
  entries: ReadonlyMap<string, readonly TimedEntry[]> | undefined;
  slots: FreeSlots;
  now: Date;
  hand: Hand;
  moves: Moves;
  actions: EntryActions;
  /** Shows the month of a day. */
  onTurn: (day: Date) => void;
}

/** A month as a table with one row for each week. */
export function MonthGrid({ month, days, entries, slots, now, hand, moves, actions, onTurn }: MonthGridProps) {
  const [first = month, last = month] = [days[0], days.at(-1)];
  const weeks = useMemo(
    () => Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7)),
    [days],
  );
  const start = dayKey(now) >= dayKey(first) && dayKey(now) <= dayKey(last) ? dayKey(now) : dayKey(addMonths(month, 0));
  const keys = useGridKeys({
    first: start,
    shown: dayKey(first),
    neighbor: (cell, key) => neighborOf(cell, key, first),
    onTurn: (cell) => onTurn(dayOfCell(cell)),
    onEnter: () => {},
  });
  const isActiveShown = keys.active >= dayKey(first) && keys.active <= dayKey(last);
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of cells to go through by arrow keys is a grid
      role="grid"
      ref={keys.grid}
      className={classes['grid']}
      aria-label={`Posts of ${monthInWords(month)}`}
      aria-describedby="calendar-keys"
      aria-busy={entries === undefined}
      onKeyDown={keys.onKeyDown}
      onFocus={keys.onFocus}
    >
      <thead>
        <tr>
          {days.slice(0, 7).map((day) => (
            <th key={dayKey(day)} scope="col" abbr={weekdayInWords(day)}>
              {weekdayInWords(day).slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={dayKey(week[0] ?? first)}>
            {week.map((day) => (
              <MonthDay
                key={dayKey(day)}
                day={day}
                isOutside={day.getMonth() !== month.getMonth()}
                isStop={dayKey(day) === (isActiveShown ? keys.active : start)}
                entries={entries?.get(dayKey(day)) ?? NOTHING}
                slots={slots.get(dayKey(day)) ?? NO_SLOTS}
                {...{ now, hand, moves, actions }}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const NOTHING: readonly TimedEntry[] = [];
const NO_SLOTS: readonly FreeSlot[] = [];

function dayOfCell(cell: string): Date {
  return readDay(cell) ?? new Date();
}

function neighborOf(cell: string, key: string, first: Date): string | null {
  const day = dayOfCell(cell);
  const column = (day.getDay() - first.getDay() + 7) % 7;
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -column,
    End: 6 - column,
  };
  const count = steps[key];
  if (count !== undefined) return dayKey(addDays(day, count));
  if (key === 'PageUp') return dayKey(addMonths(day, -1));
  return key === 'PageDown' ? dayKey(addMonths(day, 1)) : null;
}
