import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';
import { type PostQuery, queryOf } from '../../../shared/posts/post-filters.ts';
import { idOf, type Post, timeOfPost } from '../../../shared/posts/post-standing.ts';
import type { CalendarFilters } from '../address.ts';

/** The contract's limit for one page. */
const PAGE_SIZE = 100;
/** Parts of the shown days that are read at the same time when one page does not hold them all. */
const PARTS = 5;
const MAX_PAGES_OF_PART = 6;

/** Posts that one query has read. */
export interface Reading {
  readonly posts: readonly Post[];
  /** Set when there are earlier posts in the range. */
  readonly isCut: boolean;
}

/** The posts of the shown days, as far as they were read. */
export interface RangePosts {
  /** The posts that were read; undefined before the first page. */
  readonly posts: readonly Post[] | undefined;
  /** Set while more pages are being read. */
  readonly isMore: boolean;
  /** Set when earlier posts of a part were left out. */
  readonly isCut: boolean;
  /** The reading that failed, or else the first. */
  readonly reading: UseQueryResult<Reading>;
}

/**
 * Reads the posts whose time is in a range: one page, which holds the range of most readers, or else its parts side by side.
 * @param to first instant after the range
 */
export function useRangePosts(from: Date, to: Date, filters: CalendarFilters): RangePosts {
  const filter = queryOf(filters);
  const head = useQueries({ queries: [readingOf(filter, from, to, 1)], combine: ([one]) => one });
  const oldest = head.data?.isCut ? head.data.posts.at(-1) : undefined;
  // Parts begin at fixed instants, so that a post that arrives does not change what is read.
  const parts = oldest ? partsOf(from, to).filter((part) => part.from <= timeOfPost(oldest)) : [];
  return useQueries({
    queries: parts.map((part) => readingOf(filter, part.from, part.to, MAX_PAGES_OF_PART)),
    combine: (rest) => ({
      posts: head.data && onlyOnce([head, ...rest].flatMap(({ data }) => data?.posts ?? [])),
      isMore: rest.some(({ isPending }) => isPending),
      isCut: rest.some(({ data }) => data?.isCut ?? false),
      reading: rest.find(({ isError }) => isError) ?? head,
    }),
  });
}

function readingOf(filter: PostQuery, from: Date, to: Date, maxPages: number) {
  const query = { ...filter, from: from.toISOString(), to: to.toISOString() };
  return {
    queryKey: ['get', '/api/v1/posts', { params: { query } }, 'calendar', maxPages],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Reading> => {
      const posts: Post[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < maxPages; page += 1) {
        const answer = await client.posts.listPosts({ ...query, cursor, limit: PAGE_SIZE }, { signal });
        posts.push(...answer.posts);
        cursor = answer.nextCursor ?? undefined;
        if (cursor === undefined) break;
      }
      return { posts, isCut: cursor !== undefined };
    },
  };
}

function partsOf(from: Date, to: Date): { from: Date; to: Date }[] {
  const lengthMs = (to.getTime() - from.getTime()) / PARTS;
  const borders = Array.from(
    { length: PARTS + 1 },
    (_, part) => new Date(Math.round(from.getTime() + part * lengthMs)),
  );
  return borders.slice(1).map((end, part) => ({ from: borders[part] ?? from, to: end }));
}

function onlyOnce(posts: readonly Post[]): Post[] {
  return [...new Map(posts.map((post) => [idOf(post), post])).values()];
}
