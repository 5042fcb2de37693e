import type { Output, SocialClient } from '@social/sdk';
import type { Context } from '../context.ts';
import { failureOfCheck } from '../failure.ts';

/** Finds the post, or the draft that waits, that was made with a key. */
export async function findByKey(
  { io: { signal } }: Context,
  client: SocialClient,
  key: string,
): Promise<Output<'listPosts'>> {
  try {
    return await client.posts.listPosts({ key }, { signal });
  } catch (error) {
    throw failureOfCheck(error);
  }
}
