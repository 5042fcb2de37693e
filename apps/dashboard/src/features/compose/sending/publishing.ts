import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../../api/client.ts';
import { describeFailure, failureCode } from '../../../api/failures.ts';
import { DRY_RUN } from '../../../api/queries.ts';
import { keepPost } from '../../posts/post-changes.ts';
import type { Post } from '../../posts/post-standing.ts';
import { isOnItsWay } from '../../posts/results/result-state.ts';
import { keyOf, type PublishRequest } from '../draft.ts';
import type { DraftStore } from '../draft-store.ts';

const READ_AGAIN_EVERY_MS = 1_000;

/**
 * Asks the server what would happen if this were sent; nothing is stored, sent or charged. A new request cancels the
 * last one, whose answer stays until the new one arrives. Null sends no request.
 */
export function useDryRun(request: PublishRequest | null) {
  return useQuery({
    queryKey: ['post', DRY_RUN, request],
    queryFn: ({ signal }) => client.posts.createPost({ ...(request as PublishRequest), dryRun: true }, { signal }),
    enabled: request !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Key of the mutation that sends a draft. */
export function publishKey({ key }: DraftStore) {
  return ['publish', key] as const;
}

/**
 * Publishes or schedules a draft with the Idempotency-Key of its content, also while another page is open. The draft
 * remembers the key, across reloads, until the server has reported the outcome.
 */
export function usePublish(store: DraftStore) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: publishKey(store),
    mutationFn: (request: PublishRequest) =>
      client.posts.createPost(request, { idempotencyKey: keyOf(store.draft(), request) }),
    onMutate: (request) => {
      const { unsettledKey } = store.draft();
      store.change({ unsettledKey: keyOf(store.draft(), request) });
      return { unsettledKey };
    },
    onError: (error, _request, before) => {
      const isKnown = !describeFailure(error).isUncertain && failureCode(error) !== 'idempotency_in_progress';
      // The server refused this attempt but may have accepted the one before.
      if (isKnown) store.change({ unsettledKey: before?.unsettledKey ?? null });
    },
    onSuccess: (post) => {
      store.startAnew(post);
      return keepPost(queries, post);
    },
  });
}

/**
 * Reads the post of a call that has no answer yet. The server answers when all platforms are done, but the results of
 * single platforms can be read before. Null sends no request.
 */
export function usePostOnItsWay(request: PublishRequest | null): Post | undefined {
  const reading = api.useQuery(
    'get',
    '/api/v1/posts',
    { params: { query: { limit: 3 } } },
    {
      enabled: request !== null,
      staleTime: 0,
      refetchInterval: READ_AGAIN_EVERY_MS,
      select: ({ posts }) => posts.find(({ status, text }) => status === 'publishing' && text === request?.text),
    },
  );
  return request ? reading.data : undefined;
}

/** Reads a sent post again every second while any platform is still being sent to. */
export function useSentPost(sent: Post): Post {
  const params = { path: { id: String(sent.id) } };
  const reading = api.useQuery(
    'get',
    '/api/v1/posts/{id}',
    { params },
    {
      initialData: sent,
      refetchInterval: ({ state }) => (state.data && isOnItsWay(state.data) ? READ_AGAIN_EVERY_MS : false),
    },
  );
  return reading.data ?? sent;
}
