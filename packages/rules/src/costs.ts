import { networkFacts, type PLATFORMS, type PlatformId, platformFacts } from '@social/types';
import type { Result } from './outcome.ts';

/** Actions of a platform with a price, besides publishing. */
export type PlatformAction<Platform extends PlatformId> = Exclude<
  keyof (typeof PLATFORMS)[Platform]['costs'] & string,
  'post'
>;

/** Returns true when the platform publishes the further parts of a thread as separate posts, each a reply to the previous one. */
export function hasReplies(platform: PlatformId): boolean {
  return platformFacts(platform).replies;
}

/** Credits for one successful publish to the platform; each part of a thread is one. */
export function postCost(platform: PlatformId): number {
  return platformFacts(platform).costs.post;
}

/** Credits to charge if the parts and comments in the state `unknown` prove to be published; 0 without such ones. */
export function undecidedCredits(platform: PlatformId, result: Result): number {
  const all = [...(result.parts ?? [result]), ...(result.comments ?? [])];
  const unknown = all.filter(({ state }) => state === 'unknown');
  return unknown.length * postCost(platform);
}

/**
 * Credits for deleting one post at the platform; null where its network lets programs delete none.
 * @param network the connected one; without it, some network of the platform must delete posts
 */
export function deletionCost(platform: PlatformId, network?: string | null): number | null {
  return networkFacts(network ?? '')?.keepsPosts ? null : (platformFacts(platform).costs['deletePost'] ?? null);
}

/** Credits for one successful action on the platform; 0 for the free ones. */
export function actionCost<Platform extends PlatformId>(platform: Platform, action: PlatformAction<Platform>): number {
  const cost = platformFacts(platform).costs[action];
  if (cost === undefined) throw new RangeError(`${platform} has no action ${action}`);
  return cost;
}
