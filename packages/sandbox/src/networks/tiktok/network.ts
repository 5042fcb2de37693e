import { authorizeRoutes } from '../../oauth/authorize.ts';
import { permalinkRoute } from '../../pages/permalink.ts';
import type { World } from '../../world/world.ts';
import { tokenFaults, withRetryAfter } from '../fault-replies.ts';
import type { FaultReplies, Network, NetworkDefinition } from '../network.ts';
import * as errors from './errors.ts';
import { mediaLimits } from './media-limits.ts';
import { tiktokAuthorizeRules } from './oauth/authorize.ts';
import { tokenRoutes } from './oauth/token.ts';
import { profileRoute } from './profile-page.ts';
import { chunkRoute } from './publishing/chunks.ts';
import { creatorInfoRoute } from './publishing/creator-info.ts';
import { photoRoute } from './publishing/photos.ts';
import { statusRoutes } from './publishing/publish-status.ts';
import { videoRoutes } from './publishing/videos.ts';
import { seedTiktok, tiktokSeed } from './seed.ts';
import { createTiktokState } from './state.ts';
import { userInfoRoute } from './user-info.ts';
import { videoQueryRoute } from './video-query.ts';

/** Simulates TikTok: OAuth 2.0, the user's identity and the Content Posting API. */
function createTiktok(world: World): Network {
  const state = createTiktokState(world);
  seedTiktok(world);
  return {
    id: 'tiktok',
    state,
    routes: [
      ...authorizeRoutes(world, tiktokAuthorizeRules),
      ...tokenRoutes(world),
      userInfoRoute(state),
      creatorInfoRoute(state),
      ...videoRoutes(state),
      chunkRoute(state),
      photoRoute(state),
      ...statusRoutes(state),
      videoQueryRoute(state),
      permalinkRoute(world, { network: 'tiktok', path: '/@:username/video/:id' }),
      profileRoute(world),
    ],
    faultReplies,
    idPlaces: {
      keys: ['publish_id', 'upload_url', 'access_token', 'open_id', 'creator_username'],
      within: ['data', 'user'],
    },
    unknownPath: () => errors.failure(404, 'invalid_param', 'Unsupported path.'),
    permalink: (post) => `/@${world.accounts.usernameOf(post)}/video/${post.id}`,
  };
}

/** The network has neither versions nor credits: the answers that come nearest are used for these faults. */
const faultReplies: FaultReplies = {
  // The network documents no such header; the fault asks for it.
  'rate-limit': withRetryAfter(errors.rateLimited),
  ...tokenFaults(errors.invalidToken),
  'invalid-grant': errors.deadGrant,
  'version-sunset': () =>
    errors.failure(400, 'app_version_check_failed', "The version of the user's app does not support this."),
  'credits-depleted': () =>
    errors.failure(403, 'reached_active_user_cap', 'The daily quota for active publishing users is reached.'),
  forbidden: () =>
    errors.failure(
      403,
      'unaudited_client_can_only_post_to_private_accounts',
      'Unaudited clients can only post to a private account.',
    ),
  other: () => errors.failure(500, 'internal_error', 'Something went wrong. Please try again later.'),
};

export const network = {
  create: createTiktok,
  seed: tiktokSeed,
  counters: ['view_count', 'like_count', 'comment_count', 'share_count'],
  mediaLimits,
} as const satisfies NetworkDefinition;
