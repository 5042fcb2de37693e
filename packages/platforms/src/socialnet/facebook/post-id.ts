import { invalid } from '../../meanings.ts';
import { INVALID_PARAMETER, NO_SUCH_OBJECT } from '../../meta-graph/graph-rules.ts';
import { PlatformError } from '../../platform-error.ts';

/** A post of a page (`PAGE_POST`), a comment (`POST_COMMENT`), or a video. */
export const POST_ID = /^\d{1,30}(?:_\d{1,30})?$/;
/** The codes of an object that does not exist; the second one is that of other wrong parameters too. */
export const MISSING: readonly string[] = [NO_SUCH_OBJECT, INVALID_PARAMETER];

/** Returns the id of a post or video. @throws PlatformError for any other text, before anything is sent */
export function requirePostId(postId: string): string {
  if (POST_ID.test(postId)) return postId;
  throw new PlatformError('socialnet', invalid('ids of this network are numbers, or two joined by _; check the id'));
}

/** Returns true for the refusal that a missing object gets, which may have other reasons. */
export function isMissing(error: unknown): boolean {
  return error instanceof PlatformError && MISSING.includes(error.upstreamCode ?? '');
}
