import { authorizeRoutes } from '../../oauth/authorize.ts';
import { avatarRoute } from '../../view/avatar.ts';
import { permalinkRoute } from '../../view/permalink.ts';
import type { Post } from '../../world/posts.ts';
import type { World } from '../../world/world.ts';
import { type FaultReplyOptions, isJsonObject, type Json, type Network, type Reply } from '../network.ts';
import { xAuthorizeRules } from './authorize.ts';
import { engagementRoutes } from './engagement.ts';
import * as errors from './errors.ts';
import { mediaRoutes } from './media.ts';
import { postRoutes } from './posts.ts';
import { rateLimitHeaders } from './rate-limits.ts';
import { readRoutes } from './reads.ts';
import { seedX } from './seed.ts';
import { createXState } from './state.ts';
import { tokenRoutes } from './token.ts';

/** Simulates X: API v2, OAuth 2.0 with proof keys, media uploads. */
export function createX(world: World): Network {
  const state = createXState(world);
  seedX(state);
  return {
    id: 'x',
    name: 'X',
    glyph: 'M2 3h12v8H8l-4 3v-3H2z',
    memory: state,
    routes: [
      ...authorizeRoutes(world, xAuthorizeRules(world)),
      ...tokenRoutes(world),
      ...postRoutes(state),
      ...readRoutes(state),
      ...engagementRoutes(state),
      ...mediaRoutes(state),
      avatarRoute(world, 'x'),
      permalinkRoute(world, {
        network: 'x',
        name: 'X',
        path: '/:username/status/:id',
        idOf: (params) => params['id'] ?? '',
      }),
    ],
    faultReply: (options) => faultReply(world, options),
    withoutId,
    unknownPath: errors.unknownPath,
    permalink: (post) => permalink(world, post),
  };
}

function permalink(world: World, post: Post): string {
  return `/${world.accounts.find('x', post.accountId)?.username ?? 'i'}/status/${post.id}`;
}

function faultReply(world: World, { kind, retryAfterSeconds }: FaultReplyOptions): Reply {
  switch (kind) {
    case 'rate-limit':
      return withHeaders(errors.tooManyRequests(), {
        'retry-after': String(retryAfterSeconds),
        ...rateLimitHeaders({ calls: 100, remaining: 0, resetAt: world.now() + retryAfterSeconds * 1000 }),
      });
    case 'unauthorized':
    case 'expired-token':
    case 'revoked-token':
      return errors.unauthorized();
    case 'invalid-grant':
      return errors.deadGrant();
    case 'credits-depleted':
      return errors.creditsDepleted();
    case 'forbidden':
      return errors.forbidden();
    case 'version-sunset':
      return errors.upgradeRequired();
    default:
      return errors.internalError();
  }
}

function withHeaders(reply: Reply, headers: Record<string, string>): Reply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

const idKeys = new Set([
  'id',
  'edit_history_tweet_ids',
  'media_key',
  'dm_event_id',
  'dm_conversation_id',
  'access_token',
]);

function withoutId(reply: Reply): Reply {
  if (!isJsonObject(reply.json)) return reply;
  const strip = (value: Json): Json =>
    isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !idKeys.has(key))) : value;
  const { data } = reply.json;
  return { ...reply, json: data === undefined ? strip(reply.json) : { ...reply.json, data: strip(data) } };
}
