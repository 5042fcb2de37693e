import { isRecord } from '../../../http/request-body.ts';
import type { Reply } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import type { Media, Post } from '../../../world/posts.ts';
import { acceptPost } from '../../../world/world.ts';
import { deleteInstagramNode } from '../../instagram/comments.ts';
import { permissionDenied, refuse, refuseParameter } from '../../meta-graph/errors.ts';
import { type GraphRequest, list, pickFields, text } from '../../meta-graph/request.ts';
import type { GraphEndpoint } from '../../meta-graph/routes.ts';
import { linkedAccess } from '../linked-instagram.ts';
import { authenticate, requireModerator, requirePublisher } from '../session.ts';
import { siteOf } from '../site.ts';
import { commentsOf, type FacebookState } from '../state.ts';

const ownHosts = /(?:^|\.)facebook\.com$/i;
const maxTextLength = 63_206;

/** A page's posts: text, links and pictures that were uploaded before. @see https://developers.facebook.com/docs/pages-api/posts */
export function postEndpoints(state: FacebookState): readonly GraphEndpoint[] {
  return [
    { method: 'POST', path: '*/feed', operation: 'publish', handle: (request) => createPost(state, request) },
    { method: 'DELETE', path: '*', operation: 'delete', handle: (request) => deletePost(state, request) },
  ];
}

function createPost(state: FacebookState, request: GraphRequest): Reply {
  const page = requirePublisher(state, request);
  const { params } = request;
  const message = readMessage(request, 'message');
  const link = text(params, 'link');
  if (link !== undefined && !URL.canParse(link)) {
    refuse({ code: 100, subcode: 2_061_006, message: '(#100) link URL is not properly formatted' });
  }
  if (link !== undefined && ownHosts.test(new URL(link).hostname)) {
    refuse({ code: 100, subcode: 1_609_008, message: '(#100) Posts cannot link to facebook.com' });
  }
  if (text(params, 'published') === 'false') refuseParameter('this sandbox does not schedule posts');
  const entries = list(params, 'attached_media').map((entry) => (isRecord(entry) ? entry['media_fbid'] : undefined));
  const media = entries.map((id) => takePhoto(state, page, id));
  if (message === '' && link === undefined && media.length === 0) {
    refuseParameter('One of message, link, place or attached_media must be given');
  }
  if (media.length === 0 && message !== '') refuseDuplicate(state, page, message);
  // The real network shows what it finds on the page.
  const card = link === undefined ? undefined : { url: link, title: new URL(link).hostname, description: '' };
  const id = addPost(state, page.id, { text: message, media, ...(card && { card }) });
  const details = { id, permalink_url: `${siteOf(request.call.base)}/${id}` };
  return { status: 200, json: pickFields(details, text(params, 'fields'), []) };
}

/** Adds a post to the page, with a new id unless one is given. */
export function addPost(
  { world, nextId }: FacebookState,
  pageId: string,
  post: Pick<Post, 'text' | 'media'> & Partial<Pick<Post, 'id' | 'card' | 'settings'>>,
): string {
  const { id = `${pageId}_${nextId()}`, ...content } = post;
  acceptPost(world, { network: 'facebook', id, accountId: pageId, ...content });
  return id;
}

/** Reads a text of a post. */
export function readMessage({ params }: GraphRequest, name: string): string {
  const message = text(params, name) ?? '';
  if (Array.from(message).length > maxTextLength)
    refuseParameter(`Param ${name} must be at most ${maxTextLength} characters`);
  return message;
}

/** Refuses the text of the page's newest post. */
function refuseDuplicate({ world }: FacebookState, page: Account, message: string): void {
  const newest = world.posts
    .of('facebook')
    .findLast((post) => post.accountId === page.id && post.deletedAt === undefined && post.replyToId === undefined);
  if (newest?.text !== message || newest.media.length > 0) return;
  refuse({
    code: 506,
    message: '(#506) Duplicate status message',
    userMessage: 'This status update is identical to the last one you posted. Try posting something different.',
  });
}

/** Takes an uploaded photo, which can be posted once. */
export function takePhoto(state: FacebookState, page: Account, id: unknown): Media {
  const photo = typeof id === 'string' ? state.photos.get(id) : undefined;
  if (photo?.pageId !== page.id) {
    return refuse({
      code: 100,
      subcode: 1_366_051,
      message: '(#100) Invalid parameter',
      userMessage: 'These photos were already posted.',
    });
  }
  state.photos.delete(String(id));
  return photo.media;
}

function deletePost(state: FacebookState, request: GraphRequest): Reply {
  const session = authenticate(state, request);
  const onInstagram = deleteInstagramNode(state.instagram, linkedAccess(state), request);
  if (onInstagram) return onInstagram;
  const post = state.world.posts.find('facebook', request.segments[0] ?? '');
  if (!post || post.deletedAt !== undefined) return refuseParameter('The object to delete does not exist');
  if (post.accountId !== session.token.accountId || session.facts.kind !== 'page') return permissionDenied();
  if (post.replyToId !== undefined) requireModerator(session);
  for (const each of [post, ...commentsOf(state, post)]) each.deletedAt = state.world.now();
  state.videos.delete(post.id);
  return { status: 200, json: { success: true } };
}

/** Finds the post that a call names, which was not deleted. */
export function findPost({ world }: FacebookState, { call, segments }: GraphRequest): Post {
  const [id = ''] = segments;
  const post = world.posts.find('facebook', id);
  if (post && post.deletedAt === undefined) return post;
  const message = `Unsupported ${call.method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`;
  return refuse({ code: 100, subcode: 33, type: 'GraphMethodException', message });
}
