import { Button, Group, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link, useLocation, useSearchParams } from 'wouter';
import {
  CALENDAR_FILTERS,
  type CalendarFilters,
  calendarAddress,
  readCalendarFilters,
} from '../../features/calendar/calendar-filters.ts';
import { Legend } from '../../features/calendar/month/legend.tsx';
import {
  addMonths,
  dayKey,
  type Month,
  monthInWords,
  readMonth,
  shortMonth,
  weeksOf,
} from '../../features/calendar/month/month.ts';
import { MonthAgenda } from '../../features/calendar/month/month-agenda.tsx';
import { MonthGrid } from '../../features/calendar/month/month-grid.tsx';
import { MAX_POSTS, usePostsOfDays } from '../../features/calendar/month/month-posts.ts';
import { MoveNotice } from '../../features/calendar/moving/move-notice.tsx';
import { usePostMoves } from '../../features/calendar/moving/post-moves.ts';
import { PostFilterBar } from '../../features/posts/list/post-filter-bar.tsx';
import { ReadFailure } from '../../ui/notices/failure-notice.tsx';
import { LiveRegion } from '../../ui/notices/notice.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { readersZone } from '../../ui/values/moment.tsx';

/** All posts of a month, sent and scheduled, at their times in the reader's zone. */
export default function CalendarPage() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const now = new Date();
  const month = readMonth(search.get('month'), now);
  const filters = readCalendarFilters(search);
  const show = (chosen: CalendarFilters) =>
    navigate(calendarAddress(search.has('month') ? month : null, chosen), { replace: true });
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
      <PostFilterBar filters={filters} offered={CALENDAR_FILTERS} onChange={show} />
      <Group justify="space-between" gap="sm">
        <LiveRegion>
          <Title order={2} size="h4">
            {monthInWords(month)}
          </Title>
          {posts.isPending ? <Text size="sm">Reading the posts…</Text> : null}
          {isNothing ? <Text size="sm">No post in these weeks passes the filters.</Text> : null}
        </LiveRegion>
        <Hint>Times are those of {readersZone}.</Hint>
      </Group>
      <ReadFailure title="The posts of this month could not be read" query={posts} />
      {posts.data?.isCut ? (
        <Text size="sm">
          These weeks have more than the {MAX_POSTS.toLocaleString('en')} posts that are shown; the earliest are left
          out.
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

function MonthLinks({ month, filters }: { month: Month; filters: CalendarFilters }) {
  return (
    <Group component="nav" aria-label="Months" gap="xs">
      {([-1, 0, 1] as const).map((step) => {
        const target = step === 0 ? null : addMonths(month, step);
        return (
          // The key keeps the pressed link and its focus while months are paged.
          <Button key={step} component={Link} href={calendarAddress(target, filters)} variant="default" size="xs">
            {target ? shortMonth(target) : 'Today'}
          </Button>
        );
      })}
    </Group>
  );
}
