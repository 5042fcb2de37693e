import { authorizeRoutes } from '../../oauth/authorize.ts';
import { avatarRoute } from '../../view/avatar.ts';
import { permalinkRoute } from '../../view/permalink.ts';
import type { World } from '../../world/world.ts';
import { type FaultReplyOptions, isJsonObject, type Network, type Reply } from '../network.ts';
import { linkedinAuthorizeRules } from './authorize.ts';
import * as errors from './errors.ts';
import { imageRoutes } from './images.ts';
import { postRoutes } from './posts.ts';
import { seedLinkedin } from './seed.ts';
import { createLinkedinState } from './state.ts';
import { deadRefreshToken, tokenRoutes } from './token.ts';
import { userinfoRoute } from './userinfo.ts';

/** Simulates LinkedIn: OAuth 2.0, OpenID Connect identity, versioned posts and images. */
export function createLinkedin(world: World): Network {
  const state = createLinkedinState(world);
  seedLinkedin(state);
  return {
    id: 'linkedin',
    name: 'LinkedIn',
    glyph: 'M6 5V3h4v2h4v8H2V5zM2 8.5h12',
    memory: state,
    routes: [
      ...authorizeRoutes(world, linkedinAuthorizeRules(world)),
      ...tokenRoutes(world),
      userinfoRoute(state),
      ...postRoutes(state),
      ...imageRoutes(state),
      avatarRoute(world, 'linkedin'),
      permalinkRoute(world, {
        network: 'linkedin',
        name: 'LinkedIn',
        path: '/feed/update/:urn',
        idOf: (params) => params['urn'] ?? '',
      }),
    ],
    faultReply,
    withoutId,
    unknownPath: (call) => errors.coded(404, 'RESOURCE_NOT_FOUND', `No virtual resource found for: ${call.path}`),
    permalink: (post) => `/feed/update/${post.id}`,
  };
}

function faultReply({ kind, retryAfterSeconds, call }: FaultReplyOptions): Reply {
  switch (kind) {
    case 'rate-limit':
      return { ...errors.throttled(), headers: { 'retry-after': String(retryAfterSeconds) } };
    case 'unauthorized':
      return errors.invalidToken();
    case 'expired-token':
      return errors.expiredToken();
    case 'revoked-token':
      return errors.revokedToken();
    case 'invalid-grant':
      return deadRefreshToken();
    case 'version-sunset':
      return errors.nonexistentVersion(String(call.headers['linkedin-version'] ?? '202504'));
    case 'credits-depleted':
      return errors.coded(402, 'PAYMENT_REQUIRED', 'The application has no credits left');
    case 'forbidden':
      return errors.accessDenied(`${call.method} ${call.path}`);
    default:
      return errors.coded(500, 'INTERNAL_SERVER_ERROR', 'Internal Server Error');
  }
}

const idHeaders = new Set(['x-restli-id', 'x-linkedin-id']);
const idKeys = new Set(['sub', 'image', 'access_token']);

function withoutId(reply: Reply): Reply {
  const headers = Object.fromEntries(Object.entries(reply.headers ?? {}).filter(([name]) => !idHeaders.has(name)));
  if (!isJsonObject(reply.json)) return { ...reply, headers };
  const { value, ...rest } = reply.json;
  const strip = (object: typeof rest) => Object.fromEntries(Object.entries(object).filter(([key]) => !idKeys.has(key)));
  return { ...reply, headers, json: isJsonObject(value) ? { value: strip(value) } : strip(rest) };
}
