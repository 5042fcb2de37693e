import { authorizeRoutes } from '../../oauth/authorize.ts';
import { avatarRoute } from '../../view/avatar.ts';
import { permalinkRoute } from '../../view/permalink.ts';
import type { World } from '../../world/world.ts';
import { type FaultReplyOptions, isJsonObject, type Json, type Network, type Reply } from '../network.ts';
import { activityRoute } from './activities.ts';
import { youtubeAuthorizeRules } from './authorize.ts';
import { channelRoute } from './channels.ts';
import * as errors from './errors.ts';
import { openidRoutes } from './openid.ts';
import { seedYoutube } from './seed.ts';
import { createYoutubeState } from './state.ts';
import { tokenRoutes } from './token.ts';
import { uploadRoutes } from './uploads.ts';
import { videoRoute } from './videos.ts';

/** Simulates YouTube: Data API v3 with resumable uploads, OAuth 2.0, and the community posts it no longer offers. */
export function createYoutube(world: World): Network {
  const state = createYoutubeState(world);
  seedYoutube(state);
  const page = { network: 'youtube', name: 'YouTube' } as const;
  return {
    id: 'youtube',
    name: 'YouTube',
    glyph: 'M1 3h14v10H1zM6.5 5.5v5L11 8z',
    memory: state,
    routes: [
      // Older clients use the second address.
      ...['/o/oauth2/v2/auth', '/o/oauth2/auth'].flatMap((path) =>
        authorizeRoutes(world, youtubeAuthorizeRules(world, path)),
      ),
      ...openidRoutes(state),
      ...tokenRoutes(state),
      channelRoute(state),
      videoRoute(state),
      activityRoute(state),
      ...uploadRoutes(state),
      avatarRoute(world, 'youtube'),
      permalinkRoute(world, { ...page, path: '/watch', idOf: (_params, query) => query.get('v') ?? '' }),
      permalinkRoute(world, { ...page, path: '/post/:id', idOf: (params) => params['id'] ?? '' }),
    ],
    faultReply,
    withoutId,
    unknownPath: () => errors.apiError(404, 'notFound', 'Not Found', { domain: 'global' }),
    permalink: (post) => (state.videos.has(post.id) ? `/watch?v=${post.id}` : `/post/${post.id}`),
  };
}

function faultReply({ kind, retryAfterSeconds }: FaultReplyOptions): Reply {
  switch (kind) {
    case 'rate-limit':
      return { ...errors.rateLimitExceeded(), headers: { 'retry-after': String(retryAfterSeconds) } };
    case 'unauthorized':
    case 'expired-token':
    case 'revoked-token':
      return errors.invalidCredentials();
    case 'invalid-grant':
      return errors.deadGrant();
    case 'version-sunset':
      return errors.withdrawn();
    case 'credits-depleted':
      return errors.quotaExceeded();
    case 'forbidden':
      return errors.forbidden();
    default:
      return errors.internalError();
  }
}

const idKeys = new Set(['id', 'access_token']);

function withoutId(reply: Reply): Reply {
  const { location: _location, ...headers } = reply.headers ?? {};
  if (!isJsonObject(reply.json)) return { ...reply, headers };
  const strip = (value: Json): Json =>
    isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !idKeys.has(key))) : value;
  const { items } = reply.json;
  const json = strip(reply.json);
  return {
    ...reply,
    headers,
    json: isJsonObject(json) && Array.isArray(items) ? { ...json, items: items.map(strip) } : json,
  };
}
