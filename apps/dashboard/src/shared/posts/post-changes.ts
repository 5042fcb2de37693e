import type { Target } from '@social/types';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { readAgain, useChange } from '../../api/queries.ts';
import type { Post } from './post-standing.ts';

/** Observation of the user at a network: `published` is the id of the post there, or `false` without one. */
export interface Finding {
  readonly platform: Target;
  /** Number of the part of a thread. */
  readonly part?: number;
  readonly published: string | false;
}

/** Caches the post that a change answered with, and reads again everything else that a publish changes. */
export function cachePost(queries: QueryClient, post: Post): Promise<void> {
  if (post.id !== null) {
    queries.setQueryData(
      api.queryOptions('get', '/api/v1/posts/{id}', { params: { path: { id: post.id } } }).queryKey,
      post,
    );
  }
  return readAgain(queries, '/api/v1/posts', '/api/v1/slots', '/api/usage', '/api/logs');
}

/** A change that answers with the post. After a refusal the posts are read again, for they may have changed meanwhile. */
function usePostChange<Input = void>(send: (input: Input) => Promise<Post>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (post) => cachePost(queries, post),
    onError: () => readAgain(queries, '/api/v1/posts'),
  });
}

/**
 * Sends the failed parts of a post again, never those whose outcome is unknown. The Idempotency-Key contains the state of
 * the post, so that pressing again after a lost answer sends nothing twice.
 */
export function useRetryPost() {
  return usePostChange(({ id, updatedAt }: Pick<Post, 'id' | 'updatedAt'>) =>
    client.posts.retryPost({ id: String(id) }, { idempotencyKey: `retry ${id} ${updatedAt}` }),
  );
}

/** Records the outcome on a platform where it was unknown, as the user saw it there. */
export function useResolvePost(id: string) {
  return usePostChange((finding: Finding) => client.posts.resolvePost({ id, ...finding }));
}

/** Deletes at the networks what a post has published. Pressing again after a lost answer does no harm. */
export function useTakeBack(id: string) {
  return useChange(() => client.posts.unpublishPost({ id }), '/api/v1/posts', '/api/usage', '/api/logs');
}

/** Cancels a scheduled post. The server refuses when it was sent meanwhile. */
export function useCancelPost(id: string) {
  return usePostChange(() => client.posts.cancelPost({ id }));
}

/** Gives a post other labels in place of those it has. */
export function useLabelPost(id: string) {
  return usePostChange((labels: readonly string[]) => client.posts.updatePost({ id, labels: [...labels] }));
}

/** Gives a scheduled post another time, or the next free slot of its profile. The server refuses when it was sent meanwhile. */
export function useReschedulePost() {
  return usePostChange(({ id, at }: { id: string; at: Date | 'next' }) =>
    client.posts.updatePost({ id, ...(at === 'next' ? { slot: at } : { scheduledFor: at.toISOString() }) }),
  );
}
