import type { PlatformId, Schema } from '@social/types';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { readAgain } from '../../api/queries.ts';

type Post = Schema<'Post'>;

/** What the user saw at a network: the id of the post that is there, or `false` when it is not there. */
export interface Finding {
  readonly platform: PlatformId;
  /** Which part of a thread it is about. */
  readonly part?: number;
  readonly published: string | false;
}

/**
 * Puts the post that a change answered with in the place of what was read before, and has everything read again that a
 * publish changes. Nothing happens before the change is known.
 */
export function keepPost(queries: QueryClient, post: Post): Promise<void> {
  if (post.id !== null) {
    queries.setQueryData(
      api.queryOptions('get', '/api/v1/posts/{id}', { params: { path: { id: post.id } } }).queryKey,
      post,
    );
  }
  return readAgain(queries, '/api/v1/posts', '/api/usage', '/api/logs');
}

/**
 * Sends once more what failed of a post, never what is unknown. The key stands for the state that the post is in, so that
 * pressing again after a lost answer sends nothing twice.
 */
export function useRetryPost() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, updatedAt }: Pick<Post, 'id' | 'updatedAt'>) =>
      client.posts.retryPost({ id: String(id) }, { idempotencyKey: `retry ${id} ${updatedAt}` }),
    onSuccess: (post) => keepPost(queries, post),
    onError: () => readAgain(queries, '/api/v1/posts'),
  });
}

/** Settles a platform whose outcome is not known by what the user saw there. */
export function useResolvePost(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (finding: Finding) => client.posts.resolvePost({ id, ...finding }),
    onSuccess: (post) => keepPost(queries, post),
    onError: () => readAgain(queries, '/api/v1/posts'),
  });
}
