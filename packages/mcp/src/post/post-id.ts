import { iteratePosts, type SocialClient } from '@social/sdk';
import { inputError, quote } from '../report.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Newest posts that the beginning of an id is compared with. */
const MAX_POSTS = 1000;

/**
 * The whole id of the post that an id, or its beginning, names.
 * @throws {ReportedError} when no recent post has such an id, or several have
 */
export async function findPostId(client: SocialClient, given: string, signal: AbortSignal): Promise<string> {
  if (UUID.test(given)) return given;
  if (!/^[0-9a-f][0-9a-f-]{7,35}$/i.test(given)) {
    throw inputError(`${quote(given)} is not the id of a post`, 'See the posts with: social post list');
  }
  const matches: string[] = [];
  let looked = 0;
  for await (const { id } of iteratePosts(client, {}, { signal })) {
    if (id?.startsWith(given.toLowerCase())) matches.push(id);
    looked += 1;
    if (looked === MAX_POSTS) break;
  }
  const [only, ...others] = matches;
  if (only === undefined)
    throw inputError(`No recent post has an id that begins with ${given}`, 'See them with: social post list');
  if (others.length > 0) throw inputError(`${matches.length} posts begin with ${given}: ${matches.join(', ')}`);
  return only;
}
