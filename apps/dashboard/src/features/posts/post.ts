import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { readAgain } from '../../api/queries.ts';
import { keepPost } from './post-changes.ts';

/** One post with its results. */
export function usePost(id: string) {
  return api.useQuery('get', '/api/v1/posts/{id}', { params: { path: { id } } });
}

/** What happened to a post, the oldest step first. */
export function usePostTimeline(id: string) {
  return api.useQuery('get', '/api/v1/posts/{id}/timeline', { params: { path: { id } } });
}

/** Cancels a scheduled post. What was sent meanwhile is refused, and read again. */
export function useCancelPost(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.posts.cancelPost({ id }),
    onSuccess: (post) => keepPost(queries, post),
    onError: () => readAgain(queries, '/api/v1/posts'),
  });
}

/** Gives scheduled posts another time. What was sent meanwhile is refused, and read again. */
export function useReschedulePost() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, at }: { id: string; at: Date }) =>
      client.posts.updatePost({ id, scheduledFor: at.toISOString() }),
    onSuccess: (post) => keepPost(queries, post),
    onError: () => readAgain(queries, '/api/v1/posts'),
  });
}
