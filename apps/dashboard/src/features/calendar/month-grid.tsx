import { Anchor, Group, Text, VisuallyHidden } from '@mantine/core';
import { Link } from 'wouter';
import type { Post } from '../posts/post-standing.ts';
import classes from './calendar.module.css';
import { CalendarEntry } from './calendar-entry.tsx';
import { dayKey, type Month, monthInWords, weeksOf } from './month.ts';
import { WriteForDay } from './write-for-day.tsx';

const MAX_ENTRIES = 3;
const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const dayInWords = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });

export interface MonthProps {
  month: Month;
  /** By day of the reader's zone; undefined while they are read. */
  days: ReadonlyMap<string, readonly Post[]> | undefined;
  now: Date;
}

/** A month as a table, a row for each week. */
export function MonthGrid({ month, days, now }: MonthProps) {
  return (
    <table className={classes['grid']}>
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
              <Day
                key={dayKey(day)}
                day={day}
                isOutside={day.getMonth() !== month.month}
                posts={days?.get(dayKey(day)) ?? []}
                now={now}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  day: Date;
  /** Whether it belongs to the month before or after. */
  isOutside: boolean;
  posts: readonly Post[];
  now: Date;
}

function Day({ day, isOutside, posts, now }: DayProps) {
  const isToday = dayKey(day) === dayKey(now);
  // One more entry takes no more room than the words that there is one more.
  const shown = posts.length > MAX_ENTRIES + 1 ? posts.slice(0, MAX_ENTRIES) : posts;
  return (
    <td data-outside={isOutside} data-today={isToday} aria-current={isToday ? 'date' : undefined}>
      <Group justify="space-between" gap={4} wrap="nowrap" mb={2}>
        <Text size="sm" fw={isToday ? 700 : 400} {...(isOutside && { c: 'dimmed' })}>
          <VisuallyHidden>{dayInWords.format(day)}</VisuallyHidden>
          <span aria-hidden>
            {day.getDate()}
            {isToday ? ' Today' : ''}
          </span>
          {isToday ? <VisuallyHidden>, today</VisuallyHidden> : null}
        </Text>
        <WriteForDay day={day} now={now} />
      </Group>
      {posts.length > 0 ? (
        <ul className={classes['entries']}>
          {shown.map((post) => (
            <li key={post.id}>
              <CalendarEntry post={post} />
            </li>
          ))}
          {shown.length < posts.length ? (
            <li>
              <Anchor component={Link} href={`/?from=${dayKey(day)}&to=${dayKey(day)}`} size="xs">
                +{posts.length - shown.length} more
                <VisuallyHidden> on {dayInWords.format(day)}</VisuallyHidden>
              </Anchor>
            </li>
          ) : null}
        </ul>
      ) : null}
    </td>
  );
}
