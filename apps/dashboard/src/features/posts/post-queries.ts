import { api } from '../../api/client.ts';
import type { Post } from '../../shared/posts/post-standing.ts';

/** Copies are no steps of a post, which a live change would announce. */
const COPYING_POLL_MS = 3_000;

/** One post with its results. */
export function usePost(id: string) {
  return api.useQuery(
    'get',
    '/api/v1/posts/{id}',
    { params: { path: { id } } },
    {
      refetchInterval: ({ state }) => (state.data && isCopying(state.data) ? COPYING_POLL_MS : false),
    },
  );
}

function isCopying({ media = [], overrides = {}, notes = [] }: Post): boolean {
  const own = Object.values(overrides).flatMap((override) => override.media ?? []);
  return (
    [...media, ...own].some(({ copy }) => copy === 'copying') || notes.some(({ code }) => code === 'copying_media')
  );
}

/** The steps of a post, oldest first. */
export function usePostTimeline(id: string) {
  return api.useQuery('get', '/api/v1/posts/{id}/timeline', { params: { path: { id } } });
}
