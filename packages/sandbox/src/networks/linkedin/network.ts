import { authorizeRoutes } from '../../oauth/authorize.ts';
import { permalinkRoute } from '../../pages/permalink.ts';
import type { Post } from '../../world/posts.ts';
import type { World } from '../../world/world.ts';
import { withRetryAfter } from '../fault-replies.ts';
import type { FaultReplies, Network, NetworkDefinition } from '../network.ts';
import { documentRoutes } from './documents.ts';
import * as errors from './errors.ts';
import { imageRoutes } from './images.ts';
import { mediaLimits } from './media-limits.ts';
import { linkedinAuthorizeRules } from './oauth/authorize.ts';
import { deadRefreshToken, tokenRoutes } from './oauth/token.ts';
import { userinfoRoute } from './oauth/userinfo.ts';
import { organizationRoutes } from './organizations.ts';
import { commentRoutes } from './posts/comments.ts';
import { postRoutes } from './posts/posts.ts';
import { linkedinSeed, seedLinkedin } from './seed.ts';
import { createLinkedinState } from './state.ts';
import { videoRoutes } from './videos.ts';

/** Simulates LinkedIn: OAuth 2.0, OpenID Connect identity, versioned posts, comments, images, videos and documents, organizations. */
function createLinkedin(world: World): Network {
  const state = createLinkedinState(world);
  seedLinkedin(state);
  return {
    id: 'linkedin',
    state,
    routes: [
      ...authorizeRoutes(world, linkedinAuthorizeRules),
      ...tokenRoutes(world),
      userinfoRoute(state),
      ...postRoutes(state),
      ...commentRoutes(state),
      ...imageRoutes(state),
      ...videoRoutes(state),
      ...documentRoutes(state),
      ...organizationRoutes(state),
      permalinkRoute(world, {
        ...{ network: 'linkedin', path: '/feed/update/:id' },
        idOf: ({ id = '' }, query) => query.get('commentUrn') ?? id,
      }),
    ],
    faultReplies,
    idPlaces: {
      keys: ['sub', 'id', 'image', 'video', 'document', 'access_token'],
      within: ['value'],
      headers: ['x-restli-id', 'x-linkedin-id'],
    },
    unknownPath: (call) => errors.coded(404, 'RESOURCE_NOT_FOUND', `No virtual resource found for: ${call.path}`),
    permalink,
  };
}

function permalink({ id, replyToId }: Post): string {
  const isComment = id.startsWith('urn:li:comment:');
  return isComment ? `/feed/update/${replyToId}/?${new URLSearchParams({ commentUrn: id })}` : `/feed/update/${id}`;
}

const faultReplies: FaultReplies = {
  'rate-limit': withRetryAfter(errors.throttled),
  unauthorized: errors.invalidToken,
  'expired-token': errors.expiredToken,
  'revoked-token': errors.revokedToken,
  'invalid-grant': deadRefreshToken,
  'version-sunset': ({ call }) => errors.nonexistentVersion(String(call.headers['linkedin-version'] ?? '202504')),
  'credits-depleted': () => errors.coded(402, 'PAYMENT_REQUIRED', 'The application has no credits left'),
  forbidden: ({ call }) => errors.accessDenied(`${call.method} ${call.path}`),
  other: () => errors.coded(500, 'INTERNAL_SERVER_ERROR', 'Internal Server Error'),
};

export const network = {
  create: createLinkedin,
  seed: linkedinSeed,
  counters: [],
  mediaLimits,
} as const satisfies NetworkDefinition;
