import { useMemo } from 'react';
import type { CalendarFilters } from '../address.ts';
import { useCalendarDrafts } from './calendar-drafts.ts';
import { type Entry, entryOfDraft, entryOfPost } from './entry.ts';
import { useRangePosts } from './range-posts.ts';

/**
 * Reads what the calendar shows: posts and drafts whose time is in a range, and drafts without a time.
 * @param to first instant after the range
 */
export function useCalendarEntries(from: Date, to: Date, filters: CalendarFilters) {
  const { posts, isMore, isCut, reading } = useRangePosts(from, to, filters);
  const drafts = useCalendarDrafts(filters);
  const listed = drafts.data?.drafts;
  const [fromMs, toMs] = [from.getTime(), to.getTime()];
  const entries = useMemo<Entry[] | undefined>(() => {
    const planned = listed?.map(entryOfDraft).filter(({ at }) => at === null || isWithin(at, fromMs, toMs));
    return posts && [...posts.map(entryOfPost), ...(planned ?? [])];
  }, [posts, listed, fromMs, toMs]);
  return { entries, isPending: reading.isPending, isMore, isCut, posts: reading, drafts };
}

function isWithin(at: Date, fromMs: number, toMs: number): boolean {
  return at.getTime() >= fromMs && at.getTime() < toMs;
}
