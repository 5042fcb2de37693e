import type { Reply } from '../../http/route.ts';
import { authorizeRoutes } from '../../oauth/authorize.ts';
import { permalinkRoute } from '../../pages/permalink.ts';
import type { Post } from '../../world/posts.ts';
import type { World } from '../../world/world.ts';
import { publishingEndpoints } from '../instagram/publishing.ts';
import { resumableRoute } from '../instagram/resumable.ts';
import { accountId } from '../meta-graph/account-id.ts';
import { permissionDenied } from '../meta-graph/errors.ts';
import { graphFaultReplies, graphIdPlaces } from '../meta-graph/faults.ts';
import { type GraphRequest, readToken } from '../meta-graph/request.ts';
import { graphRoutes, unknownPath } from '../meta-graph/routes.ts';
import type { Network, NetworkDefinition } from '../network.ts';
import { identityEndpoints } from './identity.ts';
import { linkedAccess } from './linked-instagram.ts';
import { mediaLimits } from './media-limits.ts';
import { nodeEndpoint } from './nodes.ts';
import { facebookAuthorizeRules } from './oauth/authorize.ts';
import { tokenEndpoints } from './oauth/token.ts';
import { commentEndpoints, commentPath, shownAt } from './posts/comments.ts';
import { photoStoryEndpoint } from './posts/photo-stories.ts';
import { photoEndpoints } from './posts/photos.ts';
import { postEndpoints } from './posts/posts.ts';
import { facebookSeed, seedFacebook } from './seed.ts';
import { createFacebookState, type FacebookState } from './state.ts';
import { uploadEndpoint, uploadRoutes } from './videos/app-uploads.ts';
import { videoEndpoints } from './videos/videos.ts';
import { wholeUploadRoute, wholeVideoEndpoints } from './videos/whole-videos.ts';

const postId = /^\d+_\d+$/;

/** Simulates Facebook: the Graph with pages, their posts and videos, and Instagram accounts linked with pages. */
function createFacebook(world: World): Network {
  const state = createFacebookState(world);
  seedFacebook(world);
  const post = permalinkRoute(world, { network: 'facebook', path: '/:id', idOf: shownAt });
  return {
    id: 'facebook',
    state,
    routes: [
      ...authorizeRoutes(world, facebookAuthorizeRules),
      permalinkRoute(world, { network: 'facebook', path: '/reel/:id', idOf: shownAt }),
      ...uploadRoutes(state),
      wholeUploadRoute(state),
      resumableRoute(state.instagram, linkedAccess(state)),
      ...graphRoutes(endpoints(state), (request) => {
        const id = request.segments[0] ?? '';
        return isPage(request) ? (post.handle({ ...request.call, params: { id } }) as Reply) : undefined;
      }),
    ],
    faultReplies: graphFaultReplies({
      limit: { code: 32, message: 'Page request limit reached', type: 'pages' },
      forbidden: permissionDenied,
    }),
    idPlaces: graphIdPlaces,
    unknownPath,
    permalink: (shown) => (shown.replyToId === undefined ? pathOf(shown) : commentPath(shown)),
  };
}

function endpoints(state: FacebookState) {
  const access = linkedAccess(state);
  return [
    ...tokenEndpoints(state),
    ...identityEndpoints(state),
    ...postEndpoints(state),
    ...commentEndpoints(state),
    ...photoEndpoints(state),
    uploadEndpoint(state),
    photoStoryEndpoint(state),
    ...videoEndpoints(state),
    ...wholeVideoEndpoints(state),
    ...publishingEndpoints(state.instagram, access),
    nodeEndpoint(state),
  ];
}

function pathOf({ id }: Post): string {
  return postId.test(id) ? `/${id}` : `/reel/${id}`;
}

/** Returns true for a person who opens a post: programs read it at the same address, but with a token. */
function isPage(request: GraphRequest): boolean {
  const { call, segments, version } = request;
  const isPost = segments.length === 1 && postId.test(segments[0] ?? '');
  return call.method === 'GET' && isPost && version === null && readToken(request) === null;
}

export const network = {
  create: createFacebook,
  seed: facebookSeed,
  counters: ['reactions', 'comments', 'shares'],
  mediaLimits,
  accountId,
} as const satisfies NetworkDefinition;
