import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Hint } from '../../../ui/parts/text.tsx';
import type { Post } from '../../posts/post-standing.ts';
import classes from '../calendar.module.css';
import { CalendarEntry } from './calendar-entry.tsx';
import { dayInWords, dayKey, type Month, weeksOf } from './month.ts';
import { WriteForDay } from './write-for-day.tsx';

interface MonthAgendaProps {
  month: Month;
  /** Posts by day of the reader's zone; undefined while they load. */
  days: ReadonlyMap<string, readonly Post[]> | undefined;
  now: Date;
}

/** A month for narrow screens: a list of the days with posts, and today. */
export function MonthAgenda({ month, days, now }: MonthAgendaProps) {
  if (!days) return <Skeleton h={160} />;
  const shown = weeksOf(month)
    .flat()
    .filter((day) => day.getMonth() === month.month && (days.has(dayKey(day)) || dayKey(day) === dayKey(now)));
  if (shown.length === 0) return <Text c="dimmed">No post in this month.</Text>;
  return (
    <Stack gap="md">
      {shown.map((day) => (
        <Stack key={dayKey(day)} component="section" gap={4}>
          <Group justify="space-between">
            <Title order={3} size="h5" aria-current={dayKey(day) === dayKey(now) ? 'date' : undefined}>
              {dayInWords(day)}
              {dayKey(day) === dayKey(now) ? ', today' : ''}
            </Title>
            <WriteForDay day={day} now={now} />
          </Group>
          {days.has(dayKey(day)) ? (
            <ul className={`plain-list ${classes['entries']}`}>
              {days.get(dayKey(day))?.map((post) => (
                <li key={post.id}>
                  <CalendarEntry post={post} />
                </li>
              ))}
            </ul>
          ) : (
            <Hint>No post on this day.</Hint>
          )}
        </Stack>
      ))}
    </Stack>
  );
}
