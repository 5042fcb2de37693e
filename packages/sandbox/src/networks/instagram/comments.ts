import type { Json, Reply } from '../../http/route.ts';
import type { Post } from '../../world/posts.ts';
import { acceptPost } from '../../world/world.ts';
import { refuse, refuseParameter } from '../meta-graph/errors.ts';
import { pageOf } from '../meta-graph/paging.ts';
import { type GraphRequest, pickFields, text } from '../meta-graph/request.ts';
import { isStory } from './media.ts';
import type { InstagramAccess, InstagramState } from './state.ts';

const maxLength = 300;
const maxHashtags = 4;

/**
 * Comments on a post. @returns `undefined` where there is no such post
 * @see https://developers.facebook.com/docs/instagram-platform/comment-moderation
 */
export function commentOnMedia(
  state: InstagramState,
  access: InstagramAccess,
  request: GraphRequest,
): Reply | undefined {
  const post = findNode(state, request);
  if (!post) return undefined;
  const account = access.require(request, { id: post.accountId, need: 'comment' });
  if (isStory(post) || post.replyToId !== undefined) return refuseParameter('Comments are not allowed on this media');
  const message = text(request.params, 'message') ?? '';
  if (message === '') refuseParameter('The parameter message is required');
  const hashtags = message.match(/#[\p{L}\p{N}_]+/gu) ?? [];
  if (Array.from(message).length > maxLength || hashtags.length > maxHashtags) {
    refuseParameter(`Param message must have at most ${maxLength} characters and ${maxHashtags} hashtags`);
  }
  const id = state.nextId();
  const place = { network: 'instagram', accountId: account.id, replyToId: post.id, conversationId: post.id } as const;
  acceptPost(state.world, { ...place, id, text: message, media: [] });
  return text(request.params, 'fields') === undefined ? { status: 200, json: { id } } : refuseFields();
}

/** The network makes the comment, and has no fields to show of it. */
function refuseFields(): never {
  return refuse({ code: 20, subcode: 1_772_107, message: '(#20) Cannot load the fields of the comment' });
}

/** Lists the comments of a post. @returns `undefined` where there is no such post */
export function listMediaComments(
  state: InstagramState,
  access: InstagramAccess,
  request: GraphRequest,
): Reply | undefined {
  const post = findNode(state, request);
  if (!post) return undefined;
  access.require(request, { id: post.accountId, need: 'comment' });
  const fields = text(request.params, 'fields');
  const shown = commentsOf(state, post).map((comment) =>
    pickFields(presentComment(state, comment), fields, ['text', 'timestamp']),
  );
  return pageOf(request, shown);
}

/** Deletes a comment, or a post with its comments. @returns `undefined` for any other id */
export function deleteInstagramNode(
  state: InstagramState,
  access: InstagramAccess,
  request: GraphRequest,
): Reply | undefined {
  const post = findNode(state, request);
  if (!post) return undefined;
  access.require(request, { id: post.accountId, need: post.replyToId === undefined ? 'delete' : 'comment' });
  for (const each of [post, ...commentsOf(state, post)]) each.deletedAt = state.world.now();
  return { status: 200, json: { success: true } };
}

/** The comments of a post that are left. */
export function commentsOf({ world }: InstagramState, { id }: Post): readonly Post[] {
  return world.posts.of('instagram').filter((post) => post.replyToId === id && post.deletedAt === undefined);
}

/** A comment, as the owner of the post sees it. */
export function presentComment({ world }: InstagramState, { id, accountId, ...comment }: Post): Record<string, Json> {
  const username = world.accounts.find('instagram', accountId)?.username ?? '';
  const timestamp = new Date(comment.createdAt).toISOString();
  return { id, text: comment.text, timestamp, username, from: { id: accountId, username } };
}

function findNode({ world }: InstagramState, { segments }: GraphRequest): Post | undefined {
  const post = world.posts.find('instagram', segments[0] ?? '');
  return post?.deletedAt === undefined ? post : undefined;
}
