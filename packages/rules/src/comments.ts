import { networkFacts, type PlatformId, platformFacts } from '@social/types';
import { hasReplies } from './costs.ts';
import { measureText, type TextMeasure, type TextPlace } from './text/count-text.ts';

/**
 * Returns true where an account can comment on its own post: by a reply, or by what the network calls a comment.
 * @param network the connected one; without it, some network of the platform must have comments
 */
export function hasComments(platform: PlatformId, network?: string | null): boolean {
  return hasReplies(platform) || commentFacts(platform, network) !== undefined;
}

/** Returns true where comments are posts of their own, which stay when the post is deleted: replies, or further messages. */
export function areCommentsPosts(platform: PlatformId): boolean {
  return hasReplies(platform) || commentFacts(platform)?.max === undefined;
}

/** The comments of a network, where they are no posts. @param network the connected one; else the first of the platform that has them */
export function commentFacts(platform: PlatformId, network?: string | null) {
  const networks = network ? [network] : platformFacts(platform).networks;
  return networks.map((id) => networkFacts(id)?.comment).find((facts) => facts !== undefined);
}

/** Counts a comment and compares it with its limit, which is that of posts where it is one. */
export function measureComment(platform: PlatformId, text: string, place: TextPlace = {}): TextMeasure {
  const max = commentFacts(platform, place.network)?.max;
  if (max === undefined) return measureText(platform, text, { ...place, besideMedia: false });
  const count = [...text].length;
  return { count, max, over: Math.max(0, count - max) };
}
