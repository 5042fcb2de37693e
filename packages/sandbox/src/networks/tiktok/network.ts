import { authorizeRoutes } from '../../oauth/authorize.ts';
import { avatarRoute } from '../../view/avatar.ts';
import { permalinkRoute } from '../../view/permalink.ts';
import type { Post } from '../../world/posts.ts';
import type { World } from '../../world/world.ts';
import { type FaultReplyOptions, isJsonObject, type Network, type Reply } from '../network.ts';
import { tiktokAuthorizeRules } from './authorize.ts';
import { chunkRoute } from './chunks.ts';
import { creatorInfoRoute } from './creator-info.ts';
import * as errors from './errors.ts';
import { photoRoute } from './photos.ts';
import { profileRoute } from './profile-page.ts';
import { statusRoutes } from './publish-status.ts';
import { seedTiktok } from './seed.ts';
import { createTiktokState } from './state.ts';
import { tokenRoutes } from './token.ts';
import { userInfoRoute } from './user-info.ts';
import { videoRoutes } from './videos.ts';

/** Simulates TikTok: OAuth 2.0, the user's identity and the Content Posting API. */
export function createTiktok(world: World): Network {
  const state = createTiktokState(world);
  seedTiktok(state);
  return {
    id: 'tiktok',
    name: 'TikTok',
    glyph: 'M4 2h8v12H4zM7 6l3 2-3 2z',
    memory: state,
    routes: [
      ...authorizeRoutes(world, tiktokAuthorizeRules(world)),
      ...tokenRoutes(world),
      userInfoRoute(state),
      creatorInfoRoute(state),
      ...videoRoutes(state),
      chunkRoute(state),
      photoRoute(state),
      ...statusRoutes(state),
      avatarRoute(world, 'tiktok'),
      permalinkRoute(world, {
        network: 'tiktok',
        name: 'TikTok',
        path: '/@:username/video/:id',
        idOf: (params) => params['id'] ?? '',
      }),
      profileRoute(world),
    ],
    faultReply,
    withoutId,
    unknownPath: () => errors.failure(404, 'invalid_param', 'Unsupported path.'),
    permalink: (post) => permalinkOf(world, post),
  };
}

function permalinkOf(world: World, post: Post): string {
  return `/@${world.accounts.find('tiktok', post.accountId)?.username ?? ''}/video/${post.id}`;
}

/** The network has neither versions nor credits to run out of: what comes nearest stands in for them. */
function faultReply({ kind, retryAfterSeconds }: FaultReplyOptions): Reply {
  switch (kind) {
    case 'rate-limit':
      // No such header is documented; it is what the fault asks for.
      return { ...errors.rateLimited(), headers: { 'retry-after': String(retryAfterSeconds) } };
    case 'unauthorized':
    case 'expired-token':
    case 'revoked-token':
      return errors.invalidToken();
    case 'invalid-grant':
      return errors.deadGrant();
    case 'version-sunset':
      return errors.failure(400, 'app_version_check_failed', "The version of the user's app does not support this.");
    case 'credits-depleted':
      return errors.failure(403, 'reached_active_user_cap', 'The daily quota for active publishing users is reached.');
    case 'forbidden':
      return errors.failure(
        403,
        'unaudited_client_can_only_post_to_private_accounts',
        'Unaudited clients can only post to a private account.',
      );
    default:
      return errors.failure(500, 'internal_error', 'Something went wrong. Please try again later.');
  }
}

const idKeys = new Set(['publish_id', 'upload_url', 'access_token', 'open_id', 'creator_username']);

function withoutId(reply: Reply): Reply {
  if (!isJsonObject(reply.json)) return reply;
  const strip = (object: typeof reply.json) =>
    Object.fromEntries(Object.entries(object).filter(([key]) => !idKeys.has(key)));
  const { data, ...rest } = reply.json;
  if (!isJsonObject(data)) return { ...reply, json: strip(reply.json) };
  const { user, ...others } = data;
  return { ...reply, json: { ...rest, data: { ...strip(others), ...(isJsonObject(user) && { user: strip(user) }) } } };
}
