import { authorizeRoutes } from '../../oauth/authorize.ts';
import { permalinkRoute } from '../../pages/permalink.ts';
import type { World } from '../../world/world.ts';
import { accountId } from '../meta-graph/account-id.ts';
import { graphError } from '../meta-graph/errors.ts';
import { graphFaultReplies, graphIdPlaces } from '../meta-graph/faults.ts';
import { type GraphEndpoint, graphRoutes, unknownPath } from '../meta-graph/routes.ts';
import type { Network, NetworkDefinition } from '../network.ts';
import { meEndpoint, notFound, showAccount } from './accounts.ts';
import { commentOnMedia, deleteInstagramNode, listMediaComments } from './comments.ts';
import { problems } from './errors.ts';
import { permalinkOf } from './media.ts';
import { mediaLimits } from './media-limits.ts';
import { instagramAuthorizeRules } from './oauth/authorize.ts';
import { tokenEndpoints } from './oauth/token.ts';
import { publishingEndpoints, showInstagramNode } from './publishing.ts';
import { instagramSeed, seedInstagram } from './seed.ts';
import { instagramAccess } from './session.ts';
import { createInstagramState, type InstagramAccess, type InstagramState, shortcodeOf } from './state.ts';

/** Simulates Instagram for apps that sign in at Instagram itself; apps that sign in at Facebook use Facebook's Graph. */
function createInstagram(world: World): Network {
  const state = createInstagramState(world);
  const access = instagramAccess(world);
  seedInstagram(world);
  return {
    id: 'instagram',
    state,
    routes: [
      ...authorizeRoutes(world, instagramAuthorizeRules),
      permalinkRoute(world, {
        network: 'instagram',
        path: '/p/:shortcode',
        idOf: ({ shortcode }) => idOfShortcode(world, shortcode ?? ''),
      }),
      permalinkRoute(world, { network: 'instagram', path: '/p/:shortcode/c/:id' }),
      permalinkRoute(world, { network: 'instagram', path: '/stories/:username/:id' }),
      ...graphRoutes([
        ...tokenEndpoints(world),
        meEndpoint(world),
        ...publishingEndpoints(state, access),
        ...nodeEndpoints(state, access),
      ]),
    ],
    faultReplies: graphFaultReplies({
      limit: { code: 4, message: 'Application request limit reached', type: 'instagram' },
      forbidden: () => graphError(problems.noPermission),
    }),
    idPlaces: graphIdPlaces,
    unknownPath,
    permalink: (post) => permalinkOf(world, post),
  };
}

/** Posts and comments by their ids. */
function nodeEndpoints(state: InstagramState, access: InstagramAccess): readonly GraphEndpoint[] {
  return [
    {
      method: 'POST',
      path: '*/comments',
      operation: 'publish',
      handle: (request) => commentOnMedia(state, access, request) ?? notFound(request),
    },
    {
      method: 'GET',
      path: '*/comments',
      operation: 'read',
      handle: (request) => listMediaComments(state, access, request) ?? notFound(request),
    },
    {
      method: 'GET',
      path: '*',
      operation: 'read',
      handle: (request) =>
        showAccount(state.world, request) ?? showInstagramNode(state, access, request) ?? notFound(request),
    },
    {
      method: 'DELETE',
      path: '*',
      operation: 'delete',
      handle: (request) => deleteInstagramNode(state, access, request) ?? notFound(request),
    },
  ];
}

function idOfShortcode(world: World, shortcode: string): string {
  return world.posts.of('instagram').find(({ id }) => shortcodeOf(id) === shortcode)?.id ?? '';
}

export const network = {
  create: createInstagram,
  seed: instagramSeed,
  counters: ['like_count', 'comments_count', 'shares_count', 'saved_count', 'total_views_count'],
  mediaLimits,
  accountId,
} as const satisfies NetworkDefinition;
