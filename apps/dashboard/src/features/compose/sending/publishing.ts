import type { Schema } from '@social/types';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../../api/client.ts';
import { describeFailure, failureCode } from '../../../api/failures.ts';
import { DRY_RUN } from '../../../api/queries.ts';
import { keepPost } from '../../posts/post-changes.ts';
import { isOnItsWay } from '../../posts/results/result-state.ts';
import { keyOf, type PublishRequest } from '../draft.ts';
import type { DraftStore } from '../draft-store.ts';

type Post = Schema<'Post'>;

const READ_AGAIN_EVERY_MS = 1_000;

/**
 * What would happen if this were sent; nothing is stored, sent or charged. Another request ends the one before, whose
 * answer stays until the next is there. Null asks nothing.
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

/** Names the sending of a draft among other changes. */
export function publishKey({ key }: DraftStore) {
  return ['publish', key] as const;
}

/**
 * Publishes or schedules a draft, under the key of its content, also while another page is shown. The draft remembers
 * the key until the server has said what became of it, also over a reload.
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
      const isSettled = !describeFailure(error).isUncertain && failureCode(error) !== 'idempotency_in_progress';
      // What was refused now may have been taken before.
      if (isSettled) store.change({ unsettledKey: before?.unsettledKey ?? null });
    },
    onSuccess: (post) => {
      store.startAnew(post);
      return keepPost(queries, post);
    },
  });
}

/**
 * The post that is being sent by a call that has no answer yet: until everything is there the server answers with nothing,
 * but what became of single platforms can be read. Null reads nothing.
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

/** A post that was sent, read again every second while something of it is on its way. */
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
