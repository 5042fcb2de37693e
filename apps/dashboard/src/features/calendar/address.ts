import { type PostFilters, readFilters, searchOf } from '../../shared/posts/post-filters.ts';
import { addDays, addMonths, dayKey, dayOf, daysOfMonth, readDay, weekOf, weeksOf } from './days/days.ts';

/** The filters of the calendar. The shown days take the place of the filters for days. */
export const CALENDAR_FILTERS = ['outcome', 'platform', 'profile'] as const;

/** The reader's choice of posts. */
export type CalendarFilters = Pick<PostFilters, (typeof CALENDAR_FILTERS)[number]>;

/** Ways to look at the calendar: a week with its hours, a month, or a list of a month's days. */
export const VIEWS = ['week', 'month', 'list'] as const;
export type View = (typeof VIEWS)[number];

/** A place in the calendar, as the address names it: null where the reader has chosen nothing. */
export interface Place {
  readonly view: View | null;
  readonly day: Date | null;
}

/** Reads the filters from the calendar's address. */
export function readCalendarFilters(search: URLSearchParams): CalendarFilters {
  const { from: _from, to: _to, ...filters } = readFilters(search);
  return filters;
}

/** Reads what is shown from the calendar's address. Understands the parameter `month` of earlier versions. */
export function readPlace(search: URLSearchParams, isNarrow: boolean): Place {
  const month = readDay(search.get('month'));
  const view = VIEWS.find((name) => name === search.get('view'));
  return {
    view: view ?? (month ? (isNarrow ? 'list' : 'month') : null),
    day: readDay(search.get('day')) ?? month,
  };
}

/** Returns the address of a place in the calendar with these filters. */
export function calendarAddress({ view, day }: Place, filters: CalendarFilters): string {
  return `/calendar${searchOf({ ...(view && { view }), ...(day && { day: dayKey(day) }), ...filters })}`;
}

/** Returns the days of a view that shows a day, from the first to the last. */
export function daysOf(view: View, day: Date, firstDay: number): Date[] {
  if (view === 'week') return weekOf(day, firstDay);
  return view === 'month' ? weeksOf(day, firstDay).flat() : daysOfMonth(day);
}

/** Returns a day of the week or month before, or after. */
export function turned(view: View, day: Date, direction: -1 | 1): Date {
  return view === 'week' ? addDays(day, 7 * direction) : addMonths(day, direction);
}

/** Returns the day that another view should show: today where it is shown now, or else the same day. */
export function dayInView(shown: readonly Date[], day: Date, now: Date): Date | null {
  const keys = shown.map(dayKey);
  return keys.includes(dayKey(now)) ? null : dayOf(day);
}
