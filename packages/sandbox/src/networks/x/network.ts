import { authorizeRoutes } from '../../oauth/authorize.ts';
import { permalinkRoute } from '../../pages/permalink.ts';
import type { World } from '../../world/world.ts';
import { tokenFaults } from '../fault-replies.ts';
import type { FaultReplies, IdPlaces, Network, NetworkDefinition } from '../network.ts';
import * as errors from './errors.ts';
import { mediaRoutes } from './media/uploads.ts';
import { mediaLimits } from './media-limits.ts';
import { xAuthorizeRules } from './oauth/authorize.ts';
import { tokenRoutes } from './oauth/token.ts';
import { engagementRoutes } from './posts/engagement.ts';
import { postRoutes } from './posts/posts.ts';
import { readRoutes } from './posts/reads.ts';
import { rateLimitHeaders } from './rate-limits.ts';
import { seedX, xSeed } from './seed.ts';
import { createXState } from './state.ts';

/** Simulates X: API v2, OAuth 2.0 with proof keys, media uploads. */
function createX(world: World): Network {
  const state = createXState(world);
  seedX(state);
  return {
    id: 'x',
    state,
    routes: [
      ...authorizeRoutes(world, xAuthorizeRules),
      ...tokenRoutes(world),
      ...postRoutes(state),
      ...readRoutes(state),
      ...engagementRoutes(state),
      ...mediaRoutes(state),
      permalinkRoute(world, { network: 'x', path: '/:username/status/:id' }),
    ],
    faultReplies: faultReplies(world),
    idPlaces,
    unknownPath: errors.unknownPath,
    permalink: (post) => `/${world.accounts.usernameOf(post) || 'i'}/status/${post.id}`,
  };
}

function faultReplies(world: World): FaultReplies {
  return {
    'rate-limit': ({ retryAfterSeconds }) => {
      const resetAt = world.now() + retryAfterSeconds * 1000;
      const headers = rateLimitHeaders({ calls: 100, remaining: 0, resetAt });
      const reply = errors.tooManyRequests();
      return { ...reply, headers: { ...reply.headers, 'retry-after': String(retryAfterSeconds), ...headers } };
    },
    ...tokenFaults(errors.unauthorized),
    'invalid-grant': errors.deadGrant,
    'credits-depleted': errors.creditsDepleted,
    forbidden: () => errors.forbidden(),
    'version-sunset': errors.upgradeRequired,
    other: errors.internalError,
  };
}

const idPlaces: IdPlaces = {
  keys: ['id', 'edit_history_tweet_ids', 'media_key', 'dm_event_id', 'dm_conversation_id', 'access_token'],
  within: ['data'],
};

export const network = {
  create: createX,
  seed: xSeed,
  counters: ['like_count', 'retweet_count', 'reply_count', 'quote_count', 'bookmark_count', 'impression_count'],
  mediaLimits,
  accountId: (hash) => String(10n ** 18n + (hash.readBigUInt64BE() % 10n ** 18n)),
} as const satisfies NetworkDefinition;
