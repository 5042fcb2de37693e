import { authorizeRoutes } from '../../oauth/authorize.ts';
import { permalinkRoute } from '../../pages/permalink.ts';
import type { Post } from '../../world/posts.ts';
import type { World } from '../../world/world.ts';
import type { FaultReplies, IdPlaces, Network } from '../network.ts';
import { accountRoutes } from './accounts/accounts.ts';
import * as errors from './errors.ts';
import { noUserAgent } from './gotosocial.ts';
import { instanceRoutes } from './instance/instance.ts';
import { kindOf } from './kinds.ts';
import { mediaRoutes } from './media/uploads.ts';
import { appRoutes } from './oauth/apps.ts';
import { codePageRoute, mastodonAuthorizeRules } from './oauth/authorize.ts';
import { tokenRoutes } from './oauth/token.ts';
import { rateLimitHeaders, throttles } from './rate-limits.ts';
import { seedMastodon } from './seed.ts';
import { createMastodonState } from './state.ts';
import { engagementRoutes } from './statuses/engagement.ts';
import { readRoutes } from './statuses/reads.ts';
import { statusRoutes } from './statuses/statuses.ts';

/** Simulates one instance of Mastodon, or of a server with its client API. */
export function createMastodon(world: World): Network {
  const state = createMastodonState(world);
  seedMastodon(state);
  return {
    id: 'mastodon',
    glyph: 'M2 6.2h2.5L11 3v9L4.5 9.2H2zM5.2 9.5l.9 3.5H8l-.9-2.6M13.2 6v3',
    memory: state,
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
    faultReplies: faultReplies(world),
    refuse: ({ headers }) => (kindOf(world).needsUserAgent && !headers['user-agent'] ? noUserAgent() : undefined),
    idPlaces,
    unknownPath: errors.unknownPath,
    permalink: (post) => permalink(world, post),
  };
}

function permalink(world: World, post: Post): string {
  return `/@${world.accounts.find('mastodon', post.accountId)?.username ?? ''}/${post.id}`;
}

function faultReplies(world: World): FaultReplies {
  return {
    // The network says when the window ends, and sends no Retry-After.
    'rate-limit': ({ retryAfterSeconds }) => {
      const resetAt = world.now() + retryAfterSeconds * 1000;
      const headers = rateLimitHeaders({ limit: throttles.token, used: throttles.token.calls, resetAt });
      return { ...kindOf(world).refusals.tooManyRequests(), headers };
    },
    unauthorized: () => kindOf(world).refusals.invalidToken(),
    'expired-token': () => kindOf(world).refusals.expiredToken(),
    'revoked-token': () => kindOf(world).refusals.revokedToken(),
    'invalid-grant': errors.invalidGrant,
    forbidden: errors.notAllowed,
    'version-sunset': () => errors.frameworkError(426, 'Upgrade Required'),
    'credits-depleted': () => errors.frameworkError(402, 'Payment Required'),
    other: errors.internalError,
  };
}

const idPlaces: IdPlaces = { keys: ['id', 'uri', 'url', 'access_token', 'client_id'] };
