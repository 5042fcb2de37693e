import { authorizeRoutes } from '../../oauth/authorize.ts';
import { avatarRoute } from '../../view/avatar.ts';
import { permalinkRoute } from '../../view/permalink.ts';
import type { Post } from '../../world/posts.ts';
import type { World } from '../../world/world.ts';
import { publishingEndpoints } from '../instagram/publishing.ts';
import { resumableRoute } from '../instagram/resumable.ts';
import { permissionDenied } from '../meta-graph/errors.ts';
import { type GraphFaults, graphFaultReply, withoutId } from '../meta-graph/faults.ts';
import { type GraphRequest, readToken } from '../meta-graph/request.ts';
import { graphRoutes, unknownPath } from '../meta-graph/routes.ts';
import type { Network, Reply } from '../network.ts';
import { uploadEndpoint, uploadRoutes } from './app-uploads.ts';
import { facebookAuthorizeRules } from './authorize.ts';
import { identityEndpoints } from './identity.ts';
import { linkedAccess } from './linked-instagram.ts';
import { nodeEndpoint } from './nodes.ts';
import { photoEndpoints } from './photos.ts';
import { postEndpoints } from './posts.ts';
import { seedFacebook } from './seed.ts';
import { createFacebookState, type FacebookState } from './state.ts';
import { tokenEndpoints } from './token.ts';
import { videoEndpoints } from './videos.ts';

const faults: GraphFaults = {
  limit: { code: 32, message: 'Page request limit reached', type: 'pages' },
  forbidden: permissionDenied,
};
const postId = /^\d+_\d+$/;

/** Simulates Facebook: the Graph with pages, their posts and videos, and Instagram accounts linked with pages. */
export function createFacebook(world: World): Network {
  const state = createFacebookState(world);
  seedFacebook(state);
  const page = { network: 'facebook', name: 'Facebook', idOf: idOfParams } as const;
  const post = permalinkRoute(world, { ...page, path: '/:id' });
  return {
    id: 'facebook',
    name: 'Facebook',
    glyph: 'M3 2h10v12H3zM6 6h4M8 4v8',
    memory: state,
    routes: [
      ...['/dialog/oauth', '/:version/dialog/oauth'].flatMap((path) =>
        authorizeRoutes(world, facebookAuthorizeRules(world, path)),
      ),
      avatarRoute(world, 'facebook'),
      permalinkRoute(world, { ...page, path: '/reel/:id' }),
      ...uploadRoutes(state),
      resumableRoute(state.instagram, linkedAccess(state)),
      ...graphRoutes(endpoints(state), (request) => {
        const id = request.segments[0] ?? '';
        return isPage(request) ? (post.handle({ ...request.call, params: { id } }) as Reply) : undefined;
      }),
    ],
    faultReply: (options) => graphFaultReply(faults, options),
    withoutId,
    unknownPath,
    permalink: ({ id }: Post) => (postId.test(id) ? `/${id}` : `/reel/${id}`),
  };
}

function endpoints(state: FacebookState) {
  const access = linkedAccess(state);
  return [
    ...tokenEndpoints(state),
    ...identityEndpoints(state),
    ...postEndpoints(state),
    ...photoEndpoints(state),
    uploadEndpoint(state),
    ...videoEndpoints(state),
    ...publishingEndpoints(state.instagram, access),
    nodeEndpoint(state),
  ];
}

/** People open posts at the very address at which programs read them: those who bring no token are people. */
function isPage(request: GraphRequest): boolean {
  const { call, segments, version } = request;
  const isPost = segments.length === 1 && postId.test(segments[0] ?? '');
  return call.method === 'GET' && isPost && version === null && readToken(request) === null;
}

function idOfParams(params: Readonly<Record<string, string>>): string {
  return params['id'] ?? '';
}
