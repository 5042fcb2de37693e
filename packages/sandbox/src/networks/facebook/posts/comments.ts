import type { Json, Reply } from '../../../http/route.ts';
import type { Post } from '../../../world/posts.ts';
import { acceptPost } from '../../../world/world.ts';
import { commentOnMedia, listMediaComments } from '../../instagram/comments.ts';
import { refuseParameter } from '../../meta-graph/errors.ts';
import { pageOf } from '../../meta-graph/paging.ts';
import { type GraphRequest, pickFields, text } from '../../meta-graph/request.ts';
import type { GraphEndpoint } from '../../meta-graph/routes.ts';
import { linkedAccess } from '../linked-instagram.ts';
import { authenticate, requireEngagement, requireModerator } from '../session.ts';
import { siteOf } from '../site.ts';
import { commentsOf, type FacebookState } from '../state.ts';
import { findPost } from './posts.ts';

const maxLength = 8000;

/** Comments of pages below posts and videos. @see https://developers.facebook.com/docs/graph-api/reference/object/comments */
export function commentEndpoints(state: FacebookState): readonly GraphEndpoint[] {
  const access = linkedAccess(state);
  return [
    {
      method: 'POST',
      path: '*/comments',
      operation: 'publish',
      handle: (request) => commentOnMedia(state.instagram, access, request) ?? createComment(state, request),
    },
    {
      method: 'GET',
      path: '*/comments',
      operation: 'read',
      handle: (request) => listMediaComments(state.instagram, access, request) ?? listComments(state, request),
    },
  ];
}

function createComment(state: FacebookState, request: GraphRequest): Reply {
  const session = authenticate(state, request);
  requireModerator(session);
  const post = findPost(state, request);
  if (isStory(post) || post.replyToId !== undefined) return refuseParameter('Comments are not allowed on this object');
  const message = text(request.params, 'message') ?? '';
  if (message === '') refuseParameter('One of attachment_url, attachment_id or message must be given');
  if (Array.from(message).length > maxLength) refuseParameter(`Param message must be at most ${maxLength} characters`);
  const id = `${numberOf(post.id)}_${state.nextId()}`;
  const { id: replyToId, conversationId } = post;
  const place = { network: 'facebook', accountId: session.account.id, replyToId, conversationId } as const;
  acceptPost(state.world, { ...place, id, text: message, media: [] });
  return { status: 200, json: { id } };
}

function listComments(state: FacebookState, request: GraphRequest): Reply {
  requireEngagement(authenticate(state, request));
  const comments = commentsOf(state, findPost(state, request));
  return pageOf(
    request,
    comments.map((comment) =>
      pickFields(presentComment(state, comment, request), text(request.params, 'fields'), [
        ...['created_time', 'from', 'message'],
      ]),
    ),
  );
}

/** A comment, as people with access to the page see it. */
export function presentComment({ world }: FacebookState, comment: Post, { call }: GraphRequest): Record<string, Json> {
  const { id, accountId } = comment;
  return {
    id,
    message: comment.text,
    created_time: new Date(comment.createdAt).toISOString(),
    from: { id: accountId, name: world.accounts.find('facebook', accountId)?.name ?? '' },
    permalink_url: `${siteOf(call.base)}${commentPath(comment)}`,
  };
}

/** The page of a comment, which is that of its post. */
export function commentPath({ id, replyToId = '' }: Pick<Post, 'id' | 'replyToId'>): string {
  return `${replyToId.includes('_') ? '' : '/reel'}/${replyToId}?comment_id=${numberOf(id)}`;
}

/** The id of the post or comment that an address shows. */
export function shownAt({ id = '' }: Readonly<Record<string, string>>, query: URLSearchParams): string {
  const comment = query.get('comment_id');
  return comment === null ? id : `${numberOf(id)}_${comment}`;
}

function numberOf(id: string): string {
  return id.slice(id.indexOf('_') + 1);
}

function isStory({ settings }: Post): boolean {
  return settings?.['edge'] === 'photo_stories' || settings?.['edge'] === 'video_stories';
}
