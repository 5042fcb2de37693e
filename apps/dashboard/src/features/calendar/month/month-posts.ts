import { useQuery } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';
import { queryOf } from '../../posts/list/post-filters.ts';
import { type Post, timeOf } from '../../posts/post-standing.ts';
import type { CalendarFilters } from '../calendar-filters.ts';
import { dayKey } from './month.ts';

/** The contract's limit for one page. */
const PAGE_SIZE = 100;
const MAX_PAGES = 10;
/** Most posts that one month shows. */
export const MAX_POSTS = MAX_PAGES * PAGE_SIZE;

interface PostsOfDays {
  /** Posts by day of the reader's zone, earliest first. */
  readonly days: ReadonlyMap<string, readonly Post[]>;
  /** Set when earlier posts were left out. */
  readonly isCut: boolean;
}

/** Reads the posts whose time is in a range of days. @param to first instant after the range */
export function usePostsOfDays(from: Date, to: Date, filters: CalendarFilters) {
  const query = { ...queryOf(filters), from: from.toISOString(), to: to.toISOString() };
  return useQuery({
    queryKey: ['get', '/api/v1/posts', { params: { query } }, 'days'],
    queryFn: async ({ signal }): Promise<{ posts: Post[]; isCut: boolean }> => {
      const posts: Post[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const answer = await client.posts.listPosts({ ...query, cursor, limit: PAGE_SIZE }, { signal });
        posts.push(...answer.posts);
        cursor = answer.nextCursor ?? undefined;
        if (cursor === undefined) break;
      }
      return { posts, isCut: cursor !== undefined };
    },
    select: byDay,
  });
}

function byDay({ posts, isCut }: { posts: Post[]; isCut: boolean }): PostsOfDays {
  const earliestFirst = posts.toSorted((a, b) => timeOf(a).getTime() - timeOf(b).getTime());
  return { days: Map.groupBy(earliestFirst, (post) => dayKey(timeOf(post))), isCut };
}
