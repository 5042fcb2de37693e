import { api } from '../../api/client.ts';

/** One post with its results. */
export function usePost(id: string) {
  return api.useQuery('get', '/api/v1/posts/{id}', { params: { path: { id } } });
}

/** The steps of a post, oldest first. */
export function usePostTimeline(id: string) {
  return api.useQuery('get', '/api/v1/posts/{id}/timeline', { params: { path: { id } } });
}
