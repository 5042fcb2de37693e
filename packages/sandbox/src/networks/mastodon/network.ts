import { authorizeRoutes } from '../../oauth/authorize.ts';
import { permalinkRoute } from '../../pages/permalink.ts';
import type { World } from '../../world/world.ts';
import type { FaultReplies, IdPlaces, Network, NetworkDefinition } from '../network.ts';
import { accountRoutes } from './accounts/accounts.ts';
import * as errors from './errors.ts';
import { noUserAgent } from './gotosocial.ts';
import { instanceRoutes } from './instance/instance.ts';
import { mediaRoutes } from './media/uploads.ts';
import { mediaLimits } from './media-limits.ts';
import { appRoutes } from './oauth/apps.ts';
import { codePageRoute, mastodonAuthorizeRules } from './oauth/authorize.ts';
import { tokenRoutes } from './oauth/token.ts';
import { rateLimitHeaders, throttles } from './rate-limits.ts';
import { mastodonSeed, seedMastodon } from './seed.ts';
import { type MastodonSettings, settings } from './settings.ts';
import { softwareOf } from './software.ts';
import { createMastodonState, type MastodonState } from './state.ts';
import { engagementRoutes } from './statuses/engagement.ts';
import { readRoutes } from './statuses/reads.ts';
import { statusRoutes } from './statuses/statuses.ts';

/** Simulates one instance of Mastodon, or of a server with its client API. */
function createMastodon(world: World, own: MastodonSettings): Network {
  const state = createMastodonState(world, own);
  seedMastodon(state);
  return {
    id: 'mastodon',
    state,
    routes: [
      ...instanceRoutes(state),
      ...appRoutes(state),
      ...authorizeRoutes(world, mastodonAuthorizeRules(state)),
      codePageRoute,
      ...tokenRoutes(state),
      ...accountRoutes(state),
      ...mediaRoutes(state),
      ...statusRoutes(state),
      ...engagementRoutes(state),
      ...readRoutes(state),
      permalinkRoute(world, { network: 'mastodon', path: '/@:username/:id' }),
    ],
    faultReplies: faultReplies(state),
    refuse: ({ headers }) => (softwareOf(state).needsUserAgent && !headers['user-agent'] ? noUserAgent() : undefined),
    idPlaces,
    unknownPath: errors.unknownPath,
    permalink: (post) => `/@${world.accounts.usernameOf(post)}/${post.id}`,
  };
}

function faultReplies(state: MastodonState): FaultReplies {
  return {
    // The network says when the window ends, and sends no Retry-After.
    'rate-limit': ({ retryAfterSeconds }) => {
      const resetAt = state.world.now() + retryAfterSeconds * 1000;
      const headers = rateLimitHeaders({ limit: throttles.token, used: throttles.token.calls, resetAt });
      return { ...softwareOf(state).refusals.tooManyRequests(), headers };
    },
    unauthorized: () => softwareOf(state).refusals.invalidToken(),
    'expired-token': () => softwareOf(state).refusals.expiredToken(),
    'revoked-token': () => softwareOf(state).refusals.revokedToken(),
    'invalid-grant': errors.invalidGrant,
    forbidden: errors.notAllowed,
    'version-sunset': () => errors.frameworkError(426, 'Upgrade Required'),
    'credits-depleted': () => errors.frameworkError(402, 'Payment Required'),
    other: errors.internalError,
  };
}

const idPlaces: IdPlaces = { keys: ['id', 'uri', 'url', 'access_token', 'client_id'] };

export const network = {
  create: createMastodon,
  seed: mastodonSeed,
  counters: ['favourites_count', 'reblogs_count', 'replies_count', 'quotes_count'],
  mediaLimits,
  accountId: (hash) => String(10n ** 17n + (hash.readBigUInt64BE() % 10n ** 16n)),
  settings,
} as const satisfies NetworkDefinition;
