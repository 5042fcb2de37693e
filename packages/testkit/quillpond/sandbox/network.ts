import type { Reply } from '../../http/route.ts';
import { authorizeRoutes } from '../../oauth/authorize.ts';
import { permalinkRoute } from '../../pages/permalink.ts';
import type { World } from '../../world/world.ts';
import { tokenFaults, withRetryAfter } from '../fault-replies.ts';
import type { FaultReplies, Network, NetworkDefinition } from '../network.ts';
import { mediaLimits } from './media-limits.ts';
import { noteRoutes } from './notes.ts';
import { quillpondAuthorizeRules, tokenRoutes } from './oauth.ts';
import { pictureRoute } from './pictures.ts';
import { failure, invalidToken } from './session.ts';
import { createQuillpondState, quillpondSeed, seedQuillpond } from './state.ts';

/** Simulates Quillpond: OAuth 2.0, notes and pictures. */
function createQuillpond(world: World): Network {
  const state = createQuillpondState(world);
  seedQuillpond(world);
  return {
    id: 'quillpond',
    state,
    routes: [
      ...authorizeRoutes(world, quillpondAuthorizeRules),
      ...tokenRoutes(world),
      ...noteRoutes(state),
      pictureRoute(state),
      permalinkRoute(world, { network: 'quillpond', path: '/notes/:id' }),
    ],
    faultReplies,
    idPlaces: { keys: ['id', 'access_token'] },
    unknownPath: () => failure(404, 'not_found', 'There is no such endpoint'),
    permalink: ({ id }) => `/notes/${id}`,
  };
}

const faultReplies: FaultReplies = {
  'rate-limit': withRetryAfter(() => failure(429, 'slow_down', 'Too many calls')),
  ...tokenFaults(invalidToken),
  'invalid-grant': (): Reply => ({ status: 400, json: { error: 'invalid_grant' } }),
  forbidden: () => failure(403, 'forbidden', 'The token lacks a scope'),
  other: () => failure(500, 'internal', 'Something broke'),
};

export const network = {
  create: createQuillpond,
  seed: quillpondSeed,
  counters: [],
  mediaLimits,
} as const satisfies NetworkDefinition;
