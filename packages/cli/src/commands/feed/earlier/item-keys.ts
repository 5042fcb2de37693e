import { createHash } from 'node:crypto';
import { addressOrText, type FeedItem } from '../reading/feed-item.ts';

/** A feed and the profile that publishes it. */
export interface FeedOfProfile {
  readonly feedUrl: URL;
  readonly profile: { readonly id: string };
}

/** What the posts of an item are known by. */
export type Identity = readonly string[];

/** Longest source that the contract allows. */
const MAX_SOURCE = 1_000;

/** Returns what an item is known by: feed, id and profile. A feed is known by its address, with https or without. */
export function identityOf({ feedUrl, profile }: FeedOfProfile, id: string): Identity {
  return [`${feedUrl.host}${feedUrl.pathname}${feedUrl.search}`, id, profile.id];
}

/** Returns what an item is known by when the post of another one has its id: also its link, or else its text. */
export function ownIdentityOf(feed: FeedOfProfile, item: FeedItem): Identity {
  return [...identityOf(feed, item.id), addressOrText(item)];
}

/**
 * Makes the idempotency key of a post. It holds neither text nor platforms, so that an item that is edited, or published with
 * other options, is not published again. @param number 0 for the first post of an item, and one more for each post that adds platforms
 */
export function keyOf(identity: Identity, number = 0): string {
  const all = number === 0 ? identity : [...identity, number];
  return `feed:${createHash('sha256').update(JSON.stringify(all)).digest('hex')}`;
}

/** Returns the source of an item's posts, which tells later runs which item of several with one id went out. */
export function sourceOf({ link, title, summary }: FeedItem): string {
  if (link !== '' && link.length <= MAX_SOURCE) return link;
  const hash = createHash('sha256').update(addressOrText({ link, title, summary })).digest('hex');
  return `${link.slice(0, MAX_SOURCE - hash.length - 1)}#${hash}`;
}
