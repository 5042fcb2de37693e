import { Button, Group, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link, useLocation, useSearchParams } from 'wouter';
import {
  CALENDAR_FILTERS,
  type CalendarFilters,
  calendarAddress,
  readCalendarFilters,
} from '../features/calendar/calendar-filters.ts';
import { Legend } from '../features/calendar/legend.tsx';
import {
  addMonths,
  dayKey,
  type Month,
  monthInWords,
  readMonth,
  shortMonth,
  weeksOf,
} from '../features/calendar/month.ts';
import { MonthAgenda } from '../features/calendar/month-agenda.tsx';
import { MonthGrid } from '../features/calendar/month-grid.tsx';
import { MAX_POSTS, usePostsOfDays } from '../features/calendar/month-posts.ts';
import { MoveNotice } from '../features/calendar/move-notice.tsx';
import { usePostMoves } from '../features/calendar/post-moves.ts';
import { PostFilterBar } from '../features/posts/list/post-filter-bar.tsx';
import type { PostFilters } from '../features/posts/list/post-filters.ts';
import { FailureNotice, TryAgain } from '../ui/failure-notice.tsx';
import { readersZone } from '../ui/moment.tsx';
import { LiveRegion } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';

/** The posts of a month at their times in the reader's zone, sent and still to be sent. */
export default function CalendarPage() {
  const [search] = useSearchParams();
  const now = new Date();
  const month = readMonth(search.get('month'), now);
  const filters = readCalendarFilters(search);
  const days = weeksOf(month).flat();
  const [first = now, last = now] = [days[0], days.at(-1)];
  const afterLast = new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1);
  const posts = usePostsOfDays(first, afterLast, filters);
  const moves = usePostMoves();
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const shown = { month, days: posts.data?.days, now };
  const isNothing = posts.data?.days.size === 0 && Object.keys(filters).length > 0;
  return (
    <Page heading="Calendar" beside={<MonthLinks month={month} filters={filters} />}>
      <ChosenFilters month={search.has('month') ? month : null} filters={filters} />
      <Group justify="space-between" gap="sm">
        <LiveRegion>
          <Title order={2} size="h4">
            {monthInWords(month)}
          </Title>
          {posts.isPending ? <Text size="sm">Reading the posts…</Text> : null}
          {isNothing ? <Text size="sm">No post in these weeks passes the filters.</Text> : null}
        </LiveRegion>
        <Text size="sm" c="dimmed">
          Times are those of {readersZone}.
        </Text>
      </Group>
      {posts.isError ? (
        <FailureNotice
          title="The posts of this month could not be read"
          error={posts.error}
          effect={posts.data ? 'What is shown below may be old.' : 'Nothing was changed.'}
          actions={<TryAgain query={posts} />}
        />
      ) : null}
      {posts.data?.isCut ? (
        <Text size="sm">
          There are more posts in these weeks than the {MAX_POSTS.toLocaleString('en')} that are shown; the earliest are
          left out.
        </Text>
      ) : null}
      {posts.isLoadingError ? null : isNarrow ? (
        <MonthAgenda {...shown} />
      ) : (
        <MonthGrid key={dayKey(first)} {...shown} filters={filters} moves={moves} />
      )}
      <Legend />
      <MoveNotice moves={moves} />
    </Page>
  );
}

/** @param month undefined by the address where it is null */
function ChosenFilters({ month, filters }: { month: Month | null; filters: CalendarFilters }) {
  const [, navigate] = useLocation();
  const show = (chosen: CalendarFilters) => navigate(calendarAddress(month, chosen), { replace: true });
  const choose = (name: keyof PostFilters, value: string) => {
    const { [name]: _, ...others }: PostFilters = filters;
    show(value === '' ? others : { ...others, [name]: value });
  };
  const clear = () => {
    show({});
    // The button that was pressed is gone together with the filters.
    document.querySelector('h1')?.focus();
  };
  return <PostFilterBar filters={filters} offered={CALENDAR_FILTERS} onChoose={choose} onClear={clear} />;
}

function MonthLinks({ month, filters }: { month: Month; filters: CalendarFilters }) {
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)];
  return (
    <Group component="nav" aria-label="Months" gap="xs">
      <Button component={Link} href={calendarAddress(before, filters)} variant="default" size="xs">
        {shortMonth(before)}
      </Button>
      <Button component={Link} href={calendarAddress(null, filters)} variant="default" size="xs">
        Today
      </Button>
      <Button component={Link} href={calendarAddress(after, filters)} variant="default" size="xs">
        {shortMonth(after)}
      </Button>
    </Group>
  );
}
