import type { Account } from '../../world/accounts.ts';
import type { InstagramState } from './state.ts';

export const quotaTotal = 50;
export const quotaSeconds = 86_400;

/** Counts the posts of the last 24 hours, or none without the setting `rateLimits`: clients ask for the number, and stop. */
export function usedQuota({ world }: InstagramState, account: Account): number {
  if (!world.settings.rateLimits) return 0;
  const since = world.now() - quotaSeconds * 1000;
  return world.posts
    .of('instagram')
    .filter(
      (post) => post.accountId === account.id && post.replyToId === undefined && !post.seeded && post.createdAt > since,
    ).length;
}
