import { type PLATFORMS, type PlatformId, platformFacts, type Schema } from '@social/types';

/** Actions of a platform that have a price, other than publishing. */
export type PlatformAction<Platform extends PlatformId> = Exclude<
  keyof (typeof PLATFORMS)[Platform]['costs'] & string,
  'post'
>;

/** Whether the further parts of a thread become posts of their own there, each a reply to the one before it. */
export function hasReplies(platform: PlatformId): boolean {
  return platformFacts(platform).replies;
}

/** Credits for one successful publish to the platform; each part of a thread is one. */
export function postCost(platform: PlatformId): number {
  return platformFacts(platform).costs.post;
}

/** Credits that are charged once it turns out that what is `unknown` was published; 0 where nothing is. */
export function undecidedCredits(
  platform: PlatformId,
  result: Pick<Schema<'PlatformResult'>, 'state' | 'parts'>,
): number {
  const unknown = (result.parts ?? [result]).filter(({ state }) => state === 'unknown');
  return unknown.length * postCost(platform);
}

/** Credits for one successful action on the platform; 0 for the free ones. */
export function actionCost<Platform extends PlatformId>(platform: Platform, action: PlatformAction<Platform>): number {
  const cost = platformFacts(platform).costs[action];
  if (cost === undefined) throw new RangeError(`${platform} has no action ${action}`);
  return cost;
}
