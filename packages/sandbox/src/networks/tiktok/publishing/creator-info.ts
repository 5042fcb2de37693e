import type { Reply, Route } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import { failure, success } from '../errors.ts';
import { protect } from '../session.ts';
import { maxPostSeconds, privacyOptionsOf, type TiktokState } from '../state.ts';

const dayMs = 24 * 60 * 60 * 1000;
const postsPerDay = 15;

/**
 * The options that an account has for a post. An account that posted too much gets an error with status 200.
 *
 * @see https://developers.tiktok.com/doc/content-posting-api-reference-query-creator-info
 */
export function creatorInfoRoute(state: TiktokState): Route {
  return protect(state, {
    method: 'POST',
    path: '/v2/post/publish/creator_info/query',
    operation: 'read',
    scope: 'video.publish',
    perMinute: 20,
    handle: ({ base }, { account }) => {
      if (hasPostedTooMuch(state, account)) return tooManyPosts(200);
      return success({
        creator_avatar_url: `${base}/avatars/${account.username}.png`,
        creator_username: account.username,
        creator_nickname: account.name,
        privacy_level_options: privacyOptionsOf(account),
        comment_disabled: false,
        duet_disabled: account.type === 'private',
        stitch_disabled: account.type === 'private',
        max_video_post_duration_sec: maxPostSeconds,
      });
    },
  });
}

/** Returns true when an account began too many publishes within a day and the setting `rateLimits` is on. */
export function hasPostedTooMuch({ world, publishes }: TiktokState, { id }: Account): boolean {
  if (!world.settings.rateLimits) return false;
  const since = world.now() - dayMs;
  const recent = [...publishes.values()].filter(
    ({ accountId, createdAt, post }) => accountId === id && createdAt > since && post !== null,
  );
  return recent.length >= postsPerDay;
}

export function tooManyPosts(status: 200 | 403): Reply {
  return failure(
    status,
    'spam_risk_too_many_posts',
    'The daily post cap from the API is reached for the current user.',
  );
}
