import type { Json, Reply } from '../../http/route.ts';
import type { Account } from '../../world/accounts.ts';
import { countOf } from '../../world/counters.ts';
import type { Post } from '../../world/posts.ts';
import { showInstagramNode } from '../instagram/publishing.ts';
import { type GraphRequest, pickFields, text } from '../meta-graph/request.ts';
import type { GraphEndpoint } from '../meta-graph/routes.ts';
import { advance } from '../processing.ts';
import { presentPage } from './identity.ts';
import { linkedAccess } from './linked-instagram.ts';
import { presentComment } from './posts/comments.ts';
import { findPost } from './posts/posts.ts';
import { authenticate, requireEngagement, visiblePages } from './session.ts';
import { siteOf } from './site.ts';
import { commentsOf, type FacebookState } from './state.ts';
import { presentVideo } from './videos/present-video.ts';

/** Reading one object by its id: a page, a post, a video. */
export function nodeEndpoint(state: FacebookState): GraphEndpoint {
  return { method: 'GET', path: '*', operation: 'read', handle: (request) => showNode(state, request) };
}

function showNode(state: FacebookState, request: GraphRequest): Reply {
  const session = authenticate(state, request);
  const id = request.segments[0] ?? '';
  const fields = text(request.params, 'fields');
  const page = visiblePages(state, session).find((each) => each.id === id);
  if (page) return { status: 200, json: presentPage(state, { request, session, page }) };
  const instagram = linkedAccess(state);
  const account = state.world.accounts.find('instagram', id);
  if (account) return showAccount(request, instagram.require(request, { id, need: 'read' }));
  const onInstagram = showInstagramNode(state.instagram, instagram, request);
  if (onInstagram) return onInstagram;
  requireEngagement(session);
  const video = state.videos.get(id);
  if (video) {
    const post = state.world.posts.find('facebook', id);
    const comments = totalOf(post, 'comments', post && commentsOf(state, post).length);
    const shown = { ...presentVideo(video, siteOf(request.call.base)), comments };
    if (video.phase === 'processing') advance(state.world, video);
    return { status: 200, json: pickFields<Json | undefined>(shown, fields, ['status']) };
  }
  const post = findPost(state, request);
  if (post.replyToId !== undefined) {
    const comment = presentComment(state, post, request);
    return { status: 200, json: pickFields(comment, fields, ['created_time', 'from', 'message']) };
  }
  const shown = {
    id,
    message: post.text,
    created_time: new Date(post.createdAt).toISOString(),
    permalink_url: `${siteOf(request.call.base)}/${id}`,
    reactions: totalOf(post, 'reactions'),
    comments: totalOf(post, 'comments', commentsOf(state, post).length),
    // The network leaves the field out as long as nobody has shared the post.
    ...(countOf(post, 'shares') > 0 && { shares: { count: countOf(post, 'shares') } }),
  };
  return { status: 200, json: pickFields<Json>(shown, fields, ['created_time', 'message']) };
}

/** An edge with its total, of which no entries were asked for. */
function totalOf(post: Post | undefined, name: string, done = 0): Json {
  return { data: [], summary: { total_count: countOf(post, name, done) } };
}

function showAccount(request: GraphRequest, account: Account): Reply {
  const shown = {
    id: account.id,
    username: account.username,
    name: account.name,
    profile_picture_url: `${request.call.sandboxUrl}/instagram/avatars/${account.username}.png`,
  };
  return { status: 200, json: pickFields<Json>(shown, text(request.params, 'fields'), []) };
}
