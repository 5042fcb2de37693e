import { Box, Group, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import {
  CALENDAR_FILTERS,
  type CalendarFilters,
  calendarAddress,
  dayInView,
  daysOf,
  readCalendarFilters,
  readPlace,
  type View,
} from '../../features/calendar/address.ts';
import { CalendarBar } from '../../features/calendar/calendar-bar.tsx';
import { CalendarBoard } from '../../features/calendar/calendar-board.tsx';
import { addDays, dayKey, dayOf, monthInWords, spanInWords } from '../../features/calendar/days/days.ts';
import { firstDayOfWeek } from '../../features/calendar/days/first-day.ts';
import { useCalendarEntries } from '../../features/calendar/entries/calendar-entries.ts';
import { Legend } from '../../features/calendar/entries/legend.tsx';
import { useFreeSlots } from '../../features/calendar/slots/free-slots.ts';
import { PostFilterBar } from '../../features/posts/list/post-filter-bar.tsx';
import { useChosenProfile } from '../../shared/profiles/chosen-profile.ts';
import { ReadFailure } from '../../ui/notices/failure-notice.tsx';
import { LiveRegion } from '../../ui/notices/notice.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { readersZone } from '../../ui/values/moment.tsx';
import { useNow } from '../../ui/values/now.ts';

// `navigator.language` may be no valid tag, such as en-US@posix; the locale of formats always is.
const firstDay = firstDayOfWeek(new Intl.DateTimeFormat().resolvedOptions().locale);

/** All posts and planned drafts of a week or month, at their times in the reader's zone. */
export default function CalendarPage() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const now = useNow();
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const place = readPlace(search, isNarrow);
  const view: View = place.view ?? (isNarrow ? 'list' : 'week');
  const day = place.day ?? dayOf(now);
  const dayName = dayKey(day);
  // The day is another object each time.
  const days = useMemo(() => daysOf(view, day, firstDay), [view, dayName]);
  const filters = readCalendarFilters(search);
  const [first = day, last = day] = [days[0], days.at(-1)];
  const { chosen } = useChosenProfile();
  // The address wins over the profile that the header shows.
  const read = { ...filters, ...(chosen && { profile: chosen.slug }) };
  const calendar = useCalendarEntries(first, addDays(last, 1), read);
  const slots = useFreeSlots(first, addDays(last, 1), read);
  const address = (next: { view?: View; day?: Date | null; filters?: CalendarFilters }) =>
    calendarAddress({ ...place, ...next }, next.filters ?? filters);
  const show = useCallback((at: Date) => navigate(address({ day: at }), { replace: true }), [search, navigate]);
  const isNothing = calendar.entries?.length === 0 && Object.keys(filters).length > 0;
  const span = view === 'week' ? 'week' : 'month';
  return (
    <Page
      heading="Calendar"
      beside={<CalendarBar {...{ place, view, day, filters }} dayOfView={dayInView(days, day, now)} />}
    >
      <PostFilterBar
        filters={filters}
        shownProfile={read.profile}
        offered={CALENDAR_FILTERS}
        onChange={(chosen) => navigate(address({ filters: chosen }), { replace: true })}
      />
      <ShownSpan title={view === 'week' ? spanInWords(first, last) : monthInWords(day)} calendar={calendar}>
        {isNothing ? `Nothing in this ${span} passes the filters.` : null}
      </ShownSpan>
      <ReadFailure title={`The posts of this ${span} could not be read`} query={calendar.posts} />
      <ReadFailure title="The drafts could not be read" query={calendar.drafts} />
      {calendar.isCut ? (
        <Text size="sm">This {span} has more posts than are shown; the earliest of its busiest days are left out.</Text>
      ) : null}
      {calendar.posts.isLoadingError ? null : (
        <CalendarBoard
          {...{ view, day, days, slots, now }}
          entries={calendar.entries}
          areDraftsCut={calendar.drafts.data?.isCut ?? false}
          onShow={show}
        />
      )}
      {/* The legend waits for the list: its place is not known before. */}
      {view === 'list' && calendar.isPending ? null : <Legend />}
      {view === 'list' ? null : (
        <Box id="calendar-keys" visibleFrom="sm">
          <Hint>
            Arrow keys go from place to place; Enter opens what stands there, or writes for that time. On an entry, M
            moves it with the arrow keys.
          </Hint>
        </Box>
      )}
    </Page>
  );
}

interface ShownSpanProps {
  title: string;
  calendar: Pick<ReturnType<typeof useCalendarEntries>, 'isPending' | 'isMore'>;
  /** Says that nothing is shown. */
  children: string | null;
}

/** Names the days that are shown, and says what is read of them. */
function ShownSpan({ title, calendar, children }: ShownSpanProps) {
  return (
    <Group justify="space-between" gap="sm">
      <LiveRegion>
        {/* What is said later stands beside it and moves nothing. */}
        <Group gap="0 var(--mantine-spacing-sm)" mih="1.8rem">
          <Title order={2} size="h4">
            {title}
          </Title>
          {calendar.isPending ? <Text size="sm">Reading the posts…</Text> : null}
          {calendar.isMore ? <Text size="sm">Reading more posts…</Text> : null}
          {children ? <Text size="sm">{children}</Text> : null}
        </Group>
      </LiveRegion>
      <Hint>Times are those of {readersZone}.</Hint>
    </Group>
  );
}
