import { networkFacts, type PlatformId, platformFacts, platformName } from '@social/types';
import { hasReplies } from './costs.ts';
import { measureText, type TextMeasure } from './text/count-text.ts';

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

/** Counts a comment and compares it with the limit of its network. @param network the connected one, where it is known */
export function measureComment(platform: PlatformId, text: string, network?: string | null): TextMeasure {
  const facts = commentFacts(platform, network);
  const { max } = facts ?? {};
  if (hasReplies(platform) || max === undefined) return measureText(platform, text, { network: network ?? undefined });
  const count = [...text].length;
  return { count, max, over: Math.max(0, count - max) };
}

/** The sentence about comments that a network leaves out. @param network the connected one, where it is known */
export function commentsLeftOut(platform: PlatformId, network?: string | null): string {
  return `Left out on ${platformName(platform, network)}: the comments.`;
}
