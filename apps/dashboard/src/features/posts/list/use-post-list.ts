import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { client } from '../../../api/client.ts';
import type { PostQuery } from './post-filters.ts';
import { meets, type PostPage, type PostPages, pageOf, place, placeHead } from './post-pages.ts';

/** Posts of one read. */
const PAGE_SIZE = 50;
/** Pages that are read at most to reach, from the newest post on, what is loaded. */
const MAX_HEAD_PAGES = 5;

/**
 * The list that a query describes, as far as it is loaded. However long it has become, reading it again takes its head
 * and no more; the component that shows it asks for the other pages when they come into view.
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
    // Every row of a page that comes into view asks for it.
    if (reading.current.has(cursor)) return;
    reading.current.add(cursor);
    try {
      const page = await readNamedPage(queries, query, cursor);
      // The list stays as old as it was: only a page of it is new.
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

/** Through the cache, which tells the whole app of a session that has ended. */
function readNamedPage(queries: QueryClient, query: PostQuery, cursor: string): Promise<PostPage> {
  return queries.fetchQuery({
    queryKey: ['get', '/api/v1/posts', { params: { query: { ...query, cursor } } }, 'page'],
    queryFn: ({ signal }) => readPage(query, cursor, signal),
    gcTime: 0,
    staleTime: 0,
  });
}
