import type { Route } from '../../../http/route.ts';
import { success, tooManyPosts } from '../errors.ts';
import { hasPostedTooMuch } from '../rate-limits.ts';
import { protect } from '../session.ts';
import { maxPostSeconds, privacyOptionsOf, type TiktokState } from '../state.ts';

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
