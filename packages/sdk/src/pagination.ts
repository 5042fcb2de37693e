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
 * is needed. Entries that are written meanwhile are left out, and no entry comes twice. Costs no credits.
 * @param query the filters of `logs.listLogs`; `limit` is the size of a page, 1-200, not of the whole
 * @throws {SocialApiError} what `logs.listLogs` throws, from the page it happens on
 */
export async function* iterateLogs(
  client: Pick<OperationMethods, 'logs'>,
  query: Input<'listLogs'> = {},
  options: CallOptions = {},
): AsyncGenerator<Schema<'LogEntry'>, void> {
  let offset = query.offset ?? 0;
  let total: number | undefined;
  let skip = 0;
  for (;;) {
    const page = await client.logs.listLogs({ ...query, offset }, options);
    // New entries are added in front, so that this page repeats as many entries as there are new ones.
    skip += Math.max(0, page.total - (total ?? page.total));
    total = page.total;
    yield* page.logs.slice(skip);
    skip = Math.max(0, skip - page.logs.length);
    offset += page.logs.length;
    if (page.logs.length === 0 || offset >= total) return;
  }
}
