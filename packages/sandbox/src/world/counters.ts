import type { NetworkId } from './network-ids.ts';
import type { Post } from './posts.ts';

/** The counters of each network, by the names of its own fields. */
export const counterNames = {
  x: ['like_count', 'retweet_count', 'reply_count', 'quote_count', 'bookmark_count', 'impression_count'],
  linkedin: [],
  youtube: ['viewCount', 'likeCount', 'commentCount'],
  tiktok: ['view_count', 'like_count', 'comment_count', 'share_count'],
  facebook: ['reactions', 'comments', 'shares'],
  instagram: ['like_count', 'comments_count', 'shares_count', 'saved_count', 'total_views_count'],
  telegram: [],
  discord: ['reactions'],
  bluesky: ['likeCount', 'repostCount', 'replyCount', 'quoteCount', 'bookmarkCount'],
  mastodon: ['favourites_count', 'reblogs_count', 'replies_count', 'quotes_count'],
} as const satisfies Record<NetworkId, readonly string[]>;

/** The name of a counter of one of the networks. */
export type CounterName<Id extends NetworkId = NetworkId> = (typeof counterNames)[Id][number];

/** Returns the number that a network shows: what the sandbox's accounts have done, and what other people are said to have done. */
export function countOf(post: Pick<Post, 'counters'> | undefined, name: CounterName, done = 0): number {
  return (post?.counters?.[name] ?? 0) + done;
}
