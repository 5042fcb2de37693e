import { Button, Group, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link, useSearchParams } from 'wouter';
import { Legend } from '../features/calendar/legend.tsx';
import {
  addMonths,
  dayKey,
  type Month,
  monthInWords,
  readMonth,
  shortMonth,
  weeksOf,
  writeMonth,
} from '../features/calendar/month.ts';
import { MonthAgenda } from '../features/calendar/month-agenda.tsx';
import { MonthGrid } from '../features/calendar/month-grid.tsx';
import { usePostsOfDays } from '../features/calendar/month-posts.ts';
import { FailureNotice, TryAgain } from '../ui/failure-notice.tsx';
import { readersZone } from '../ui/moment.tsx';
import { LiveRegion } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';

/** The posts of a month at their times in the reader's zone, sent and still to be sent. */
export default function CalendarPage() {
  const [search] = useSearchParams();
  const now = new Date();
  const month = readMonth(search.get('month'), now);
  const days = weeksOf(month).flat();
  const [first = now, last = now] = [days[0], days.at(-1)];
  const posts = usePostsOfDays(first, new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1));
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const Shown = isNarrow ? MonthAgenda : MonthGrid;
  return (
    <Page heading="Calendar" beside={<MonthLinks month={month} />}>
      <Group justify="space-between" gap="sm">
        <LiveRegion>
          <Title order={2} size="h4">
            {monthInWords(month)}
          </Title>
        </LiveRegion>
        <Text size="sm" c="dimmed">
          Times are those of {readersZone}.
        </Text>
      </Group>
      {posts.isError ? (
        <FailureNotice
          title="The posts of this month could not be read"
          error={posts.error}
          effect="Nothing was changed."
          actions={<TryAgain query={posts} />}
        />
      ) : null}
      {posts.data?.isCut ? (
        <Text size="sm">There are more than a thousand posts in these weeks; the earliest are left out.</Text>
      ) : null}
      <Shown key={dayKey(first)} month={month} days={posts.data?.days} now={now} />
      <Legend />
    </Page>
  );
}

function MonthLinks({ month }: { month: Month }) {
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)];
  return (
    <Group component="nav" aria-label="Months" gap="xs">
      <Button component={Link} href={`/calendar?month=${writeMonth(before)}`} variant="default" size="xs">
        {shortMonth(before)}
      </Button>
      <Button component={Link} href="/calendar" variant="default" size="xs">
        Today
      </Button>
      <Button component={Link} href={`/calendar?month=${writeMonth(after)}`} variant="default" size="xs">
        {shortMonth(after)}
      </Button>
    </Group>
  );
}
