import { iteratePosts, type SocialClient } from '@social/sdk';
import { findIdByBeginning } from './id-by-beginning.ts';

/** Newest posts that the beginning of an id is compared with. */
const MAX_POSTS = 1000;

/**
 * The whole id of the post that an id, or its beginning, names.
 * @throws {ReportedError} when no recent post has such an id, or several have
 */
export function findPostId(client: SocialClient, given: string, signal: AbortSignal): Promise<string> {
  return findIdByBeginning(given, { thing: 'post', which: 'recent', ids: () => recentIds(client, signal) });
}

async function* recentIds(client: SocialClient, signal: AbortSignal): AsyncGenerator<string> {
  let looked = 0;
  for await (const { id } of iteratePosts(client, {}, { signal })) {
    if (id !== null) yield id;
    looked += 1;
    if (looked === MAX_POSTS) return;
  }
}
