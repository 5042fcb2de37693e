import { type PostFilters, readFilters, searchOf } from '../posts/list/post-filters.ts';
import { type Month, writeMonth } from './month/month.ts';

/** The filters of the calendar. The month takes the place of the filters for days. */
export const CALENDAR_FILTERS = ['outcome', 'platform', 'profile'] as const;

/** The reader's choice for a month. */
export type CalendarFilters = Pick<PostFilters, (typeof CALENDAR_FILTERS)[number]>;

/** Reads the filters from the calendar's address. */
export function readCalendarFilters(search: URLSearchParams): CalendarFilters {
  const { from: _from, to: _to, ...filters } = readFilters(search);
  return filters;
}

/** Returns the address of a month with these filters. @param month null for the current month */
export function calendarAddress(month: Month | null, filters: CalendarFilters): string {
  return `/calendar${searchOf({ ...(month && { month: writeMonth(month) }), ...filters })}`;
}
