import { type MouseEvent, useMemo } from 'react';
import { useLocation } from 'wouter';
import { dayKey, spanInWords } from '../days/days.ts';
import { atMinute, hoursOf } from '../days/hours.ts';
import { writeAddressAt } from '../days/write-for-day.tsx';
import type { TimedEntry } from '../entries/entry.ts';
import type { EntryActions } from '../entries/entry-actions.ts';
import { useGridKeys } from '../grid-keys.ts';
import type { Hand } from '../moving/hand.ts';
import type { Moves } from '../moving/moves.ts';
import type { FreeSlots } from '../slots/slot-times.ts';
import { dayOfCell, hourKey, neighborOf, timeIn } from './hour-cells.ts';
import { NowLine } from './now-line.tsx';
import { type PlacedEntries, type PlacedSlots, placeDay } from './overlaps.ts';
import classes from './week.module.css';
import { WeekCell } from './week-cell.tsx';
import { WeekGhost } from './week-ghost.tsx';
import { WeekHead } from './week-head.tsx';
import { useWeekScroll } from './week-scroll.ts';

/** The hour that the keyboard begins with. */
const FIRST_HOUR = 9;

interface WeekGridProps {
  days: readonly Date[];
  /** Entries by day of the reader's zone; undefined while they load. */
  entries: ReadonlyMap<string, readonly TimedEntry[]> | undefined;
  slots: FreeSlots;
  now: Date;
  hand: Hand;
  moves: Moves;
  actions: EntryActions;
  /** Shows the week of a day. */
  onTurn: (day: Date) => void;
}

/** A week as a table: a row for each hour of the clock, in which entries stand at their minute. */
export function WeekGrid({ days, entries, slots, now, hand, moves, actions, onTurn }: WeekGridProps) {
  const [, navigate] = useLocation();
  const [first = now, last = now] = [days[0], days.at(-1)];
  const shown = dayKey(first);
  const hours = useMemo(() => days.map((day) => hoursOf(day)), [days]);
  const placed = useMemo(() => {
    const placedDays = days.map((day) => placeDay(entries?.get(dayKey(day)) ?? [], slots.get(dayKey(day)) ?? []));
    return {
      entries: new Map(placedDays.flatMap((one) => [...one.entries])),
      slots: new Map(placedDays.flatMap((one) => [...one.slots])),
    };
  }, [days, entries, slots]);
  const write = (cell: string, minute: number) => {
    const at = timeIn(cell, minute, now);
    if (at) navigate(writeAddressAt(at));
  };
  const isShown = days.some((day) => dayKey(day) === dayKey(now));
  const keys = useGridKeys({
    first: hourKey(isShown ? now : first, isShown ? now.getHours() : FIRST_HOUR),
    shown,
    neighbor: (cell, key) => neighborOf(cell, key, days),
    onTurn: (cell) => onTurn(dayOfCell(cell)),
    onEnter: (cell) => write(cell, 0),
  });
  const isActiveShown = keys.active.slice(0, 10) >= shown && keys.active.slice(0, 10) <= dayKey(last);
  const tabStop = isActiveShown ? keys.active : hourKey(first, FIRST_HOUR);
  const scroller = useWeekScroll(keys.grid);
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement)) return;
    const cell = event.target.dataset['cell'];
    if (cell === undefined) return;
    const { top, height } = event.target.getBoundingClientRect();
    write(cell, event.clientY - top < height / 2 ? 0 : 30);
  };
  return (
    <div className={classes['scroller']} ref={scroller}>
      <div className={classes['sheet']}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of cells to go through by arrow keys is a grid
          role="grid"
          ref={keys.grid}
          className={classes['grid']}
          aria-label={`Posts of ${spanInWords(first, last)}`}
          aria-describedby="calendar-keys"
          aria-busy={entries === undefined}
          onKeyDown={keys.onKeyDown}
          onFocus={keys.onFocus}
          onClick={onClick}
        >
          <WeekHead days={days} now={now} />
          <tbody>
            {Array.from({ length: 24 }, (_, hour) => (
              <tr key={hour}>
                <th scope="row">
                  <span>{`${String(hour).padStart(2, '0')}:00`}</span>
                </th>
                {days.map((day, column) => {
                  const key = hourKey(day, hour);
                  return (
                    <WeekCell
                      key={key}
                      name={key}
                      kind={hours[column]?.[hour]?.kind ?? 'usual'}
                      isPast={atMinute(day, (hour + 1) * 60) <= now}
                      isToday={dayKey(day) === dayKey(now)}
                      isStop={key === tabStop}
                      entries={placed.entries.get(key) ?? NO_ENTRIES}
                      slots={placed.slots.get(key) ?? NO_SLOTS}
                      moving={movingOf(placed.entries.get(key), moves)}
                      actions={actions}
                    />
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
        <NowLine days={days} />
        <WeekGhost days={days} hand={hand} />
      </div>
    </div>
  );
}

const NO_ENTRIES: readonly PlacedEntries[] = [];
const NO_SLOTS: readonly PlacedSlots[] = [];
const RESTING: Moves['moving'] = new Map();

function movingOf(placed: readonly PlacedEntries[] | undefined, { moving }: Moves): Moves['moving'] {
  const isAny = moving.size > 0 && placed?.some(({ entries }) => entries.some(({ id }) => moving.has(id)));
  return isAny ? moving : RESTING;
}
