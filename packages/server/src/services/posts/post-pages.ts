import { invalid } from '../../errors.ts';
import { isUuid } from '../../ids.ts';
import { parseInstant } from '../../instants.ts';
import type { PostFilters } from '../../store/posts/post-filters.ts';
import type { PostSearch } from '../../store/posts/post-search.ts';
import type { PostRow } from '../../store/posts/posts.ts';

/** A requested page of posts, with instants as RFC 3339. */
export interface PostPage extends PostFilters {
  readonly limit?: number;
  readonly cursor?: string;
  readonly from?: string;
  readonly to?: string;
}

const isByTime = ({ from, to }: PostPage): boolean => from !== undefined || to !== undefined;

/**
 * Makes the search for a requested page.
 * @throws AppError invalid_request for a cursor of another list, or a range that ends before it begins
 */
export function toSearch({ cursor, from, to, limit: _, ...filters }: PostPage): Omit<PostSearch, 'limit'> {
  const range = {
    ...(from === undefined ? {} : { from: toInstant('from', from) }),
    ...(to === undefined ? {} : { to: toInstant('to', to) }),
  };
  if (range.from !== undefined && range.to !== undefined && range.from > range.to) {
    throw invalid('to', 'must not be before from');
  }
  return { ...filters, ...range, ...(cursor === undefined ? {} : { before: parseCursor(cursor, range) }) };
}

/** Makes the cursor for the page after a post. In the order of times it holds the time, since the post may be rescheduled. */
export function cursorAfter({ id, happens_at }: Pick<PostRow, 'id' | 'happens_at'>, page: PostPage): string {
  return isByTime(page) ? `${happens_at}_${id}` : id;
}

function parseCursor(cursor: string, page: PostPage): { id: string; happensAt?: string } {
  const [id = '', ...times] = cursor.split('_').reverse();
  const [time = null] = times.map(parseInstant);
  if (
    !isUuid(id) ||
    times.length > 1 ||
    (times.length === 1) !== isByTime(page) ||
    (times.length === 1 && time === null)
  ) {
    throw invalid('cursor', 'is not a cursor of this list; use nextCursor of the page before');
  }
  return { id: id.toLowerCase(), ...(time === null ? {} : { happensAt: new Date(time).toISOString() }) };
}

function toInstant(field: string, text: string): string {
  const at = parseInstant(text);
  if (at === null) throw invalid(field, 'must be a real date and time with an offset');
  return new Date(at).toISOString();
}
