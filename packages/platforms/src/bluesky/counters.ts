import { countersIn } from '../counters.ts';
import type { CounterCapability, CounterField } from '../driver.ts';
import { asRecord } from '../http/lossless-json.ts';
import { askBluesky, type BlueskyApi } from './api.ts';
import { keyOfOwnPost, postAddress } from './post/addresses.ts';

/** @see https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/feed/defs.json `postView` */
const FIELDS: readonly CounterField[] = [
  { name: 'likeCount', kind: 'reactions', label: 'likes' },
  { name: 'repostCount', kind: 'shares', label: 'reposts' },
  { name: 'replyCount', kind: 'replies', label: 'replies' },
  { name: 'quoteCount', kind: 'quotes', label: 'quotes' },
  { name: 'bookmarkCount', kind: 'saves', label: 'saves' },
];

/**
 * Counters of a post, which the network shows to everybody: its public server is asked without a token, so that no sign-in needs a
 * further permission. The account's own server does not count.
 * @see https://docs.bsky.app/docs/api/app-bsky-feed-get-posts
 */
export function createBlueskyCounters(api: BlueskyApi): CounterCapability {
  const { resolverUrl: apiUrl, through } = api;
  return {
    fields: FIELDS,
    async read(postId, account, call) {
      const uri = postAddress(account.accountId, keyOfOwnPost(postId, account));
      const request = { method: 'app.bsky.feed.getPosts', query: { uris: uri }, effect: 'none' } as const;
      const { body, broken } = await askBluesky({ apiUrl, ...(through && { through }) }, request, call);
      const posts: unknown = body?.['posts'];
      if (!Array.isArray(posts)) throw broken();
      const post = posts.map(asRecord).find((each) => each?.['uri'] === uri);
      return post ? countersIn(post, FIELDS) : null;
    },
  };
}
