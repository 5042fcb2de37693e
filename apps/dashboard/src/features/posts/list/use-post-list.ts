import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { client } from '../../../api/client.ts';
import type { PostQuery } from '../../../shared/posts/post-filters.ts';
import { meets, type PostPage, type PostPages, pageOf, place, placeHead } from './post-pages.ts';

/** Number of posts in a page. */
const PAGE_SIZE = 50;
/** Most pages to read from the newest post on until they overlap the loaded ones. */
const MAX_HEAD_PAGES = 5;

/**
 * The loaded part of the list that a query describes. Reading it again reads only its head, however long it is; the
 * component that shows it requests the other pages when they come into view.
 */
export function usePostList(query: PostQuery) {
  const queries = useQueryClient();
  const key = keyOf(query);
  const list = useQuery({
    queryKey: key,
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      const head = await readHead(query, queries.getQueryData<PostPages>(key), signal);
      return placeHead(queries.getQueryData<PostPages>(key), head);
    },
  });
  const [failure, setFailure] = useState<{ cursor: string; error: unknown } | null>(null);
  const reading = useRef(new Set<string>());
  const read = async (cursor: string) => {
    // Every row of a page that comes into view requests that page.
    if (reading.current.has(cursor)) return;
    reading.current.add(cursor);
    try {
      const page = await readNamedPage(queries, query, cursor);
      // The time of the list's last read stays, because only one of its pages is new.
      const updatedAt = queries.getQueryState(key)?.dataUpdatedAt;
      queries.setQueryData<PostPages>(key, (pages) => pages && place(pages, page), { ...(updatedAt && { updatedAt }) });
      setFailure(null);
    } catch (error) {
      setFailure({ cursor, error });
    } finally {
      reading.current.delete(cursor);
    }
  };
  return { list, failure, read };
}

function keyOf(query: PostQuery) {
  return ['get', '/api/v1/posts', { params: { query } }, 'list'] as const;
}

async function readPage(query: PostQuery, cursor: string | null, signal: AbortSignal): Promise<PostPage> {
  const at = cursor === null ? {} : { cursor };
  return pageOf(cursor, await client.posts.listPosts({ ...query, ...at, limit: PAGE_SIZE }, { signal }));
}

async function readHead(query: PostQuery, pages: PostPages | undefined, signal: AbortSignal): Promise<PostPage> {
  let head = await readPage(query, null, signal);
  for (let count = 1; pages && !meets(pages, head) && count < MAX_HEAD_PAGES; count += 1) {
    const next = await readPage(query, head.nextCursor, signal);
    const posts = [...(head.posts ?? []), ...(next.posts ?? [])];
    head = pageOf(null, { posts, nextCursor: next.nextCursor });
  }
  return head;
}

/** Reads a page through the query cache, which notices for the whole app when the session has ended. */
function readNamedPage(queries: QueryClient, query: PostQuery, cursor: string): Promise<PostPage> {
  return queries.fetchQuery({
    queryKey: ['get', '/api/v1/posts', { params: { query: { ...query, cursor } } }, 'page'],
    queryFn: ({ signal }) => readPage(query, cursor, signal),
    gcTime: 0,
    staleTime: 0,
  });
}
