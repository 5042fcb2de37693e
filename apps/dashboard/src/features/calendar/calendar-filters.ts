import { type PostFilters, readFilters, searchOf } from '../posts/list/post-filters.ts';
import { type Month, writeMonth } from './month.ts';

/** The filters that go with a month, which says by itself which days are shown. */
export const CALENDAR_FILTERS = ['outcome', 'platform', 'profile'] as const;

/** What the reader chose to see of a month. */
export type CalendarFilters = Pick<PostFilters, (typeof CALENDAR_FILTERS)[number]>;

/** The filters that the calendar's address names. */
export function readCalendarFilters(search: URLSearchParams): CalendarFilters {
  const { from: _from, to: _to, ...filters } = readFilters(search);
  return filters;
}

/** The calendar as these filters show it. @param month the current one where it is null */
export function calendarAddress(month: Month | null, filters: CalendarFilters): string {
  return `/calendar${searchOf({ ...(month && { month: writeMonth(month) }), ...filters })}`;
}
