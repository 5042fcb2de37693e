import { VisuallyHidden } from '@mantine/core';
import type { Post } from '../../posts/post-standing.ts';
import classes from '../calendar.module.css';
import type { CalendarFilters } from '../calendar-filters.ts';
import { usePostDrag } from '../moving/post-drag.ts';
import type { PostMoves } from '../moving/post-moves.ts';
import { dayKey, type Month, monthInWords, weeksOf } from './month.ts';
import { MonthDay } from './month-day.tsx';

const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

interface MonthGridProps {
  month: Month;
  /** Posts by day of the reader's zone; undefined while they load. */
  days: ReadonlyMap<string, readonly Post[]> | undefined;
  filters: CalendarFilters;
  now: Date;
  moves: PostMoves;
}

/** A month as a table with one row for each week. */
export function MonthGrid({ month, days, filters, now, moves }: MonthGridProps) {
  const drag = usePostDrag();
  return (
    <table className={classes['grid']} aria-busy={days === undefined}>
      <caption className={classes['caption']}>
        <VisuallyHidden>Posts of {monthInWords(month)}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {DAY_NAMES.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={dayKey(week[0] ?? now)}>
            {week.map((day) => (
              <MonthDay
                key={dayKey(day)}
                day={day}
                isOutside={day.getMonth() !== month.month}
                posts={days?.get(dayKey(day)) ?? []}
                {...{ filters, now, moves, drag }}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
