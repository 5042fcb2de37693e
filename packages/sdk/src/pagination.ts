import type { SocialClient } from './client.ts';
import type { CallOptions, Input, Output } from './method.ts';

/**
 * Every post, newest first, page by page as they are asked for.
 * @throws {SocialApiError} what the list call throws
 */
export async function* iteratePosts(
  client: Pick<SocialClient, 'posts'>,
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
