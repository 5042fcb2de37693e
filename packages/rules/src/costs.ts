import { type PLATFORMS, type PlatformId, platformFacts } from '@social/types';

/** Actions of a platform that have a price, other than publishing. */
export type PlatformAction<Platform extends PlatformId> = Exclude<
  keyof (typeof PLATFORMS)[Platform]['costs'] & string,
  'post'
>;

/** Credits for one successful publish to the platform. */
export function postCost(platform: PlatformId): number {
  return platformFacts(platform).costs.post;
}

/** Credits for one successful action on the platform; 0 for the free ones. */
export function actionCost<Platform extends PlatformId>(platform: Platform, action: PlatformAction<Platform>): number {
  const cost = platformFacts(platform).costs[action];
  if (cost === undefined) throw new RangeError(`${platform} has no action ${action}`);
  return cost;
}
