import { Group, Stack, Text, Title } from '@mantine/core';
import classes from './calendar.module.css';
import { CalendarEntry } from './calendar-entry.tsx';
import { dayKey, weeksOf } from './month.ts';
import type { MonthProps } from './month-grid.tsx';
import { WriteForDay } from './write-for-day.tsx';

const dayInWords = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });

/** A month as a list of its days, for narrow screens: those with posts, and today. */
export function MonthAgenda({ month, days, now }: MonthProps) {
  const shown = weeksOf(month)
    .flat()
    .filter((day) => day.getMonth() === month.month && (days?.has(dayKey(day)) || dayKey(day) === dayKey(now)));
  if (days && shown.length === 0) return <Text c="dimmed">No post in this month.</Text>;
  return (
    <Stack gap="md">
      {shown.map((day) => (
        <Stack key={dayKey(day)} component="section" gap={4}>
          <Group justify="space-between">
            <Title order={3} size="h5" aria-current={dayKey(day) === dayKey(now) ? 'date' : undefined}>
              {dayInWords.format(day)}
              {dayKey(day) === dayKey(now) ? ', today' : ''}
            </Title>
            <WriteForDay day={day} now={now} />
          </Group>
          {days?.has(dayKey(day)) ? (
            <ul className={classes['entries']}>
              {days.get(dayKey(day))?.map((post) => (
                <li key={post.id}>
                  <CalendarEntry post={post} />
                </li>
              ))}
            </ul>
          ) : (
            <Text size="sm" c="dimmed">
              No post on this day.
            </Text>
          )}
        </Stack>
      ))}
    </Stack>
  );
}
