import type { Schema } from '@social/types';
import type { OperationMethods } from './generated/methods.ts';
import type { CallOptions, Input, Output } from './method.ts';

/**
 * Every post that the filters leave, newest first, page by page as they are asked for; with `from` or `to` in the order of
 * their times, the latest first. Costs no credits.
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
 * Every entry of the activity log that the filters leave, newest first, page by page as they are asked for. What is
 * written meanwhile moves the pages: such entries are left out, and none comes twice. Costs no credits.
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
    // Entries are only ever added, in front: as many as there are more of now stand here once more.
    skip += Math.max(0, page.total - (total ?? page.total));
    total = page.total;
    yield* page.logs.slice(skip);
    skip = Math.max(0, skip - page.logs.length);
    offset += page.logs.length;
    if (page.logs.length === 0 || offset >= total) return;
  }
}
