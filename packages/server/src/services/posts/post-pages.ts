import { normalizeLabel, searchWordsOf } from '@social/rules';
import { platformOf, type Target } from '@social/types';
import { parseInstant } from '../../clock.ts';
import { invalid } from '../../errors.ts';
import { isUuid } from '../../ids.ts';
import type { PostFilters } from '../../store/posts/post-filters.ts';
import type { PostRow } from '../../store/posts/posts.ts';
import type { PostSearch } from '../../store/search/post-search.ts';

/** A requested page of posts, with instants as RFC 3339. */
export interface PostPage extends Omit<PostFilters, 'platform' | 'channels'> {
  readonly limit?: number;
  /** Platform of the posts, or one of its accounts. */
  readonly platform?: Target;
  /** Words to search for, as they were written. */
  readonly q?: string;
  readonly cursor?: string;
  readonly from?: string;
  readonly to?: string;
}

const isByTime = ({ from, to }: PostPage): boolean => from !== undefined || to !== undefined;

/** Most words of a search. */
const MAX_WORDS = 20;
/** Most pairs of characters that a search of so many words has. */
const MAX_TERMS = 30;

/**
 * Makes the search for a requested page.
 * @throws AppError invalid_request for a cursor of another list, a range that ends before it begins, or too many words
 */
export function toSearch({
  cursor,
  from,
  to,
  limit: _,
  q,
  label,
  platform,
  ...filters
}: PostPage): Omit<PostSearch, 'limit'> {
  const range = {
    ...(from === undefined ? {} : { from: toInstant('from', from) }),
    ...(to === undefined ? {} : { to: toInstant('to', to) }),
  };
  if (range.from !== undefined && range.to !== undefined && range.from > range.to) {
    throw invalid('to', 'must not be before from');
  }
  return {
    ...filters,
    ...range,
    ...(platform === undefined ? {} : { platform: platformOf(platform) }),
    ...(q === undefined ? {} : { words: toWords(q) }),
    ...(label === undefined ? {} : { label: normalizeLabel(label) }),
    ...(cursor === undefined ? {} : { before: parseCursor(cursor, range) }),
  };
}

function toWords(q: string) {
  const words = searchWordsOf(q);
  const isLong = q.trim().split(/\s+/).length > MAX_WORDS;
  if (isLong) throw invalid('q', `has too many words; search for at most ${MAX_WORDS}`);
  if (words.length > MAX_TERMS) throw invalid('q', 'is too long; search for a shorter part of it');
  return words;
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
