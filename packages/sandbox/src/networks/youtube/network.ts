import { authorizeRoutes } from '../../oauth/authorize.ts';
import { permalinkRoute } from '../../pages/permalink.ts';
import type { Post } from '../../world/posts.ts';
import type { World } from '../../world/world.ts';
import { tokenFaults, withRetryAfter } from '../fault-replies.ts';
import type { FaultReplies, Network, NetworkDefinition } from '../network.ts';
import { activityRoute } from './activities.ts';
import { channelRoute } from './channels.ts';
import { commentRoutes } from './comments/comments.ts';
import * as errors from './errors.ts';
import { mediaLimits } from './media-limits.ts';
import { youtubeAuthorizeRules } from './oauth/authorize.ts';
import { openidRoutes } from './oauth/openid.ts';
import { tokenRoutes } from './oauth/token.ts';
import { seedYoutube, youtubeSeed } from './seed.ts';
import { createYoutubeState } from './state.ts';
import { videoDeletionRoute } from './videos/delete-video.ts';
import { uploadRoutes } from './videos/uploads.ts';
import { videoRoute } from './videos/videos.ts';

/** Simulates YouTube: Data API v3 with resumable uploads and comments, OAuth 2.0, and the community posts it no longer offers. */
function createYoutube(world: World): Network {
  const state = createYoutubeState(world);
  seedYoutube(world);
  return {
    id: 'youtube',
    state,
    routes: [
      ...authorizeRoutes(world, youtubeAuthorizeRules),
      ...openidRoutes(state),
      ...tokenRoutes(state),
      channelRoute(state),
      videoRoute(state),
      videoDeletionRoute(state),
      ...commentRoutes(state),
      activityRoute(state),
      ...uploadRoutes(state),
      permalinkRoute(world, {
        network: 'youtube',
        path: '/watch',
        idOf: (_, query) => query.get('lc') ?? query.get('v') ?? '',
      }),
      permalinkRoute(world, { network: 'youtube', path: '/post/:id' }),
    ],
    faultReplies,
    idPlaces: {
      keys: ['id', 'access_token'],
      within: ['items[]', 'snippet', 'topLevelComment'],
      headers: ['location'],
    },
    unknownPath: () => errors.apiError(404, 'notFound', 'Not Found', { domain: 'global' }),
    permalink,
  };
}

function permalink({ id, media, replyToId, seeded }: Post): string {
  if (replyToId !== undefined && !seeded) return `/watch?v=${replyToId}&lc=${id}`;
  return media.length > 0 ? `/watch?v=${id}` : `/post/${id}`;
}

const faultReplies: FaultReplies = {
  'rate-limit': withRetryAfter(errors.rateLimitExceeded),
  ...tokenFaults(errors.invalidCredentials),
  'invalid-grant': errors.deadGrant,
  'version-sunset': errors.withdrawn,
  'credits-depleted': errors.quotaExceeded,
  forbidden: errors.forbidden,
  other: errors.internalError,
};

export const network = {
  create: createYoutube,
  seed: youtubeSeed,
  counters: ['viewCount', 'likeCount', 'commentCount'],
  mediaLimits,
  accountId: (hash) => `UC${hash.toString('base64url').slice(0, 22)}`,
} as const satisfies NetworkDefinition;
