import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../../api/client.ts';
import { describeFailure, failureCode } from '../../../api/failures.ts';
import { DRY_RUN, readAgain } from '../../../api/queries.ts';
import { cachePost } from '../../../shared/posts/post-changes.ts';
import type { Post } from '../../../shared/posts/post-standing.ts';
import { isOnItsWay } from '../../../shared/posts/results/result-state.ts';
import { keyOf, type PublishRequest } from '../writing.ts';
import type { WritingStore } from '../writing-store.ts';

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
export function publishKey({ number }: WritingStore) {
  return ['publish', number] as const;
}

/** The last changes of a draft could not be saved, so that this version was not approved. */
export class NotSavedError extends Error {
  /** Set when an earlier version was approved meanwhile. */
  readonly isApproved: boolean;

  constructor(isApproved: boolean) {
    super();
    this.isApproved = isApproved;
  }
}

/** Saves the last changes and approves the draft, which makes its post once, however often it is asked for. */
async function approve({ saver, writing }: WritingStore): Promise<Post> {
  const isSaved = await saver.saveAll();
  const { saved } = writing();
  if (!isSaved || saved === null) {
    const state = saver.state();
    throw new NotSavedError(state.at === 'overtaken' && state.theirs?.status === 'approved');
  }
  const { id: draftId, updatedAt: ifUpdatedAt } = saved;
  try {
    const options = { idempotencyKey: `approve ${draftId} ${ifUpdatedAt}` };
    return await client.drafts.approveDraft({ draftId, ifUpdatedAt }, options);
  } catch (error) {
    // Somebody else has changed or approved it.
    if (failureCode(error) === 'conflict') await saver.look().catch(() => undefined);
    throw error;
  }
}

/** Returns true also while the first save is under way, or its answer was lost: what was written must not be sent beside it. */
function isDraftOfServer(store: WritingStore): boolean {
  const { saved, unknownSave } = store.writing();
  return saved !== null || unknownSave !== null;
}

/**
 * Publishes or schedules what was written, also while another page is open. A draft that the server has, or may have, is
 * approved. Anything else is sent with the Idempotency-Key of its content, which is remembered, across reloads, until the server has reported the
 * outcome.
 */
export function usePublish(store: WritingStore) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: publishKey(store),
    mutationFn: (request: PublishRequest) =>
      isDraftOfServer(store)
        ? approve(store)
        : client.posts.createPost(request, { idempotencyKey: keyOf(store.writing(), request) }),
    onMutate: (request) => {
      const { unsettledKey, saved } = store.writing();
      const before = { unsettledKey, draftId: saved?.id ?? null };
      if (isDraftOfServer(store)) return before;
      store.change({ unsettledKey: keyOf(store.writing(), request) });
      // A crash of the browser must not forget it.
      store.writeCopy();
      return before;
    },
    onError: (error, _request, before) => {
      const isKnown = !describeFailure(error).isUncertain && failureCode(error) !== 'idempotency_in_progress';
      // The server refused this attempt but may have accepted the one before.
      if (isKnown) store.change({ unsettledKey: before?.unsettledKey ?? null });
    },
    onSuccess: (post) => {
      store.startAnew(post);
      return Promise.all([cachePost(queries, post), readAgain(queries, '/api/v1/drafts')]);
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
