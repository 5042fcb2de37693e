import type { Reply, Route } from '../../http/route.ts';
import { permalinkRoute } from '../../pages/permalink.ts';
import type { Post } from '../../world/posts.ts';
import type { World } from '../../world/world.ts';
import type { FaultReplies, FaultReply, IdPlaces, Network, NetworkDefinition } from '../network.ts';
import { findAccount, handleOf } from './accounts.ts';
import { readRoutes } from './appview/reads.ts';
import { blobRoutes } from './blobs/upload.ts';
import * as errors from './errors.ts';
import { directoryRoutes, identityRoutes } from './identity/identity.ts';
import { mediaLimits } from './media-limits.ts';
import { authorizePageRoutes } from './oauth/authorize.ts';
import { oauthFailure } from './oauth/errors.ts';
import { metadataRoutes } from './oauth/metadata.ts';
import { parRoutes } from './oauth/par.ts';
import { refusalOf } from './oauth/sessions.ts';
import { tokenRoutes } from './oauth/token.ts';
import { limited, tooManyFor } from './rate-limits.ts';
import { partsOf } from './repo/addresses.ts';
import { repoReadRoutes } from './repo/reads.ts';
import { writeRoutes } from './repo/writes.ts';
import { seedBluesky } from './seed.ts';
import { blueskySeed } from './seed-values.ts';
import { appPasswordRoutes } from './sessions/app-passwords.ts';
import { sessionRoutes } from './sessions/sessions.ts';
import { type BlueskySettings, settings } from './settings.ts';
import { type BlueskyState, createBlueskyState } from './state.ts';
import { serviceAuthRoutes } from './video/service-auth.ts';
import { videoRoutes } from './video/video.ts';
import { watchRoutes } from './video/watch.ts';
import { answerUnknownPath } from './xrpc/unknown-path.ts';

/** Simulates Bluesky: one host is the directory, the authorization server, the accounts' own server and the app's. */
function createBluesky(world: World, own: BlueskySettings): Network {
  const state = createBlueskyState(world, own);
  seedBluesky(state);
  const routes: readonly Route[] = [
    ...identityRoutes(state),
    ...metadataRoutes(),
    ...parRoutes(state),
    ...authorizePageRoutes(state),
    ...tokenRoutes(state),
    ...sessionRoutes(state),
    ...appPasswordRoutes(state),
    ...serviceAuthRoutes(state),
    ...writeRoutes(state),
    ...blobRoutes(state),
    ...videoRoutes(state),
    ...repoReadRoutes(state),
    ...readRoutes(state),
  ];
  return {
    id: 'bluesky',
    state,
    routes: [
      ...routes.map((route) => limitedMethod(state, route)),
      postPage(world),
      ...watchRoutes(state),
      ...directoryRoutes(state),
    ],
    faultReplies: faultReplies(state),
    idPlaces,
    unknownPath: (call) => answerUnknownPath(state, routes, call),
    credentials: [
      { label: 'Password of every account', value: blueskySeed.password },
      { label: 'App password of every account', value: blueskySeed.appPassword },
    ],
    permalink: (post) => permalink(world, post),
  };
}

/** Limits the methods; the other paths have no limits. */
function limitedMethod(state: BlueskyState, route: Route): Route {
  return route.path.startsWith('/xrpc/') ? limited(state, route) : route;
}

function permalink(world: World, post: Post): string {
  const author = world.accounts.find('bluesky', post.accountId);
  return `/profile/${author ? handleOf(author) : post.accountId}/post/${partsOf(post.id)?.key ?? ''}`;
}

/** The page of a post, whose author is named by handle or DID. */
function postPage(world: World): Route {
  return permalinkRoute(world, {
    network: 'bluesky',
    path: '/profile/:author/post/:key',
    idOf: ({ author = '', key = '' }) => `at://${findAccount(world, author)?.id ?? ''}/app.bsky.feed.post/${key}`,
  });
}

function faultReplies(state: BlueskyState): FaultReplies {
  return {
    'rate-limit': byServer(
      ({ retryAfterSeconds }) => tooManyFor(state, retryAfterSeconds),
      () => oauthFailure(429, 'slow_down', 'Too many requests'),
    ),
    unauthorized: tokenFault(state, errors.authMissing),
    'expired-token': tokenFault(state, errors.expiredToken),
    'revoked-token': tokenFault(state, errors.revokedToken),
    'invalid-grant': byServer(errors.revokedToken, () => oauthFailure(400, 'invalid_grant', 'Invalid refresh token')),
    forbidden: byServer(errors.forbidden, () => oauthFailure(403, 'access_denied', 'Access denied')),
    'version-sunset': () => errors.xrpcError(501, 'MethodNotImplemented', 'Method Not Implemented'),
    'credits-depleted': () => errors.xrpcError(402, 'PaymentRequired', 'Payment Required'),
    other: byServer(errors.internalError, () => oauthFailure(500, 'server_error', 'Server error')),
  };
}

/** Answers in the words of the server that was called. */
function byServer(resource: FaultReply, authorization: FaultReply): FaultReply {
  return (fault) => (fault.call.path.startsWith('/oauth/') ? authorization : resource)(fault);
}

/** Refuses a token in the words for its kind. */
function tokenFault(state: BlueskyState, bearer: () => Reply): FaultReply {
  const bound = () => refusalOf(state, 'invalid_token', 'Invalid token');
  return ({ call }) => (/^dpop /i.test(call.headers.authorization ?? '') ? bound() : bearer());
}

const idPlaces: IdPlaces = { keys: ['uri', 'cid', 'access_token', 'accessJwt'] };

export const network = {
  create: createBluesky,
  seed: blueskySeed,
  counters: ['likeCount', 'repostCount', 'replyCount', 'quoteCount', 'bookmarkCount'],
  mediaLimits,
  accountId: (hash) => `did:plc:${base32(hash.subarray(0, 15))}`,
  settings,
} as const satisfies NetworkDefinition;

/** Writes 15 bytes as 24 lower-case letters and digits. */
function base32(data: Buffer): string {
  const bits = [...data].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{5}/g, (group) => 'abcdefghijklmnopqrstuvwxyz234567'.charAt(Number.parseInt(group, 2)));
}
