import type { Schema } from '@social/types';
import type { OperationMethods } from './generated/methods.ts';
import type { CallOptions, Input, Output } from './method.ts';

/**
 * Iterates over the posts that match the filters, the newest first; with `from` or `to` by their times, the latest first.
 * Reads a page when its first post is needed. Costs no credits.
 * @param query the filters of `posts.listPosts`; `limit` is the size of a page, 1-100, not of the whole
 * @throws {SocialApiError} what `posts.listPosts` throws, from the page it happens on
 */
export async function* iteratePosts(
  client: Pick<OperationMethods, 'posts'>,
  query: Omit<Input<'listPosts'>, 'cursor'> = {},
  options: CallOptions = {},
): AsyncGenerator<Output<'getPost'>, void> {
  let cursor: string | undefined;
  do {
    const page = await client.posts.listPosts({ ...query, cursor }, options);
    yield* page.posts;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/**
 * Iterates over the entries of the activity log that match the filters, the newest first. Reads a page when its first entry
 * is needed. Entries that are written meanwhile are left out, and no entry comes twice, also when the server deletes the oldest
 * ones meanwhile. Costs no credits.
 * @param query the filters of `logs.listLogs`; `limit` is the size of a page, 1-200, not of the whole
 * @throws {SocialApiError} what `logs.listLogs` throws, from the page it happens on
 */
export async function* iterateLogs(
  client: Pick<OperationMethods, 'logs'>,
  query: Input<'listLogs'> = {},
  options: CallOptions = {},
): AsyncGenerator<Schema<'LogEntry'>, void> {
  let page = await client.logs.listLogs(query, options);
  let end = (query.offset ?? 0) + page.logs.length;
  yield* page.logs;
  let last = page.logs.at(-1)?.id;
  // A page has to have room for an entry after the repeated one.
  const limit = query.limit === 1 ? 2 : query.limit;
  while (page.logs.length > 0 && end < page.total) {
    // Each page repeats one entry. New entries are added in front, so the last entry that was read is there or on a later page.
    const offset = end - 1;
    page = await client.logs.listLogs({ ...query, limit, offset }, options);
    const found = page.logs.findIndex(({ id }) => id === last);
    if (found >= 0) {
      yield* page.logs.slice(found + 1);
      last = page.logs.at(-1)?.id;
    }
    if (page.logs.length < 2) return;
    end = offset + page.logs.length;
  }
}
