import type { PlatformId } from '@social/types';
import { hasReplies } from './costs.ts';

/** The most parts of a thread, its first text counted. */
export const MAX_PARTS = 25;

/**
 * The texts of the posts that a thread becomes on a platform: one for each part where there are replies, elsewhere one
 * with all parts, a blank line between.
 * @param parts the text, and what follows it
 */
export function threadPosts(platform: PlatformId, parts: readonly string[]): string[] {
  return hasReplies(platform) ? [...parts] : [parts.join('\n\n')];
}
