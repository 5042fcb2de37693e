import { randomBytes } from 'node:crypto';
import type { Call, Json, Reply, Route } from '../../../http/route.ts';
import type { Post } from '../../../world/posts.ts';
import { acceptPost } from '../../../world/world.ts';
import { badParameter, commentError } from '../errors.ts';
import { type Endpoint, protect, readParts, type Session } from '../session.ts';
import type { YoutubeState } from '../state.ts';
import { readCommentRequest } from './comment-body.ts';

const readableParts = ['id', 'snippet', 'replies'];

/** Comments below videos, without replies to them. @see https://developers.google.com/youtube/v3/docs/comments */
export function commentRoutes(state: YoutubeState): readonly Route[] {
  const [threads, comments] = ['/youtube/v3/commentThreads', '/youtube/v3/comments'] as const;
  const endpoints: readonly (Pick<Endpoint, 'method' | 'path' | 'operation' | 'handle'> & { units: number })[] = [
    { method: 'POST', path: threads, operation: 'publish', units: 50, handle: (...all) => createThread(state, ...all) },
    { method: 'GET', path: threads, operation: 'read', units: 1, handle: (call) => listThreads(state, call) },
    { method: 'GET', path: comments, operation: 'read', units: 1, handle: (call) => listComments(state, call) },
    { method: 'DELETE', path: comments, operation: 'delete', units: 50, handle: (...all) => remove(state, ...all) },
  ];
  return endpoints.map(({ units, ...endpoint }) =>
    protect(state, { ...endpoint, scopes: ['youtube.force-ssl'], quota: { bucket: 'general', units } }),
  );
}

/** Comments on a video that are there, oldest first. */
export function commentsOn({ world }: YoutubeState, videoId: string): readonly Post[] {
  return world.posts.of('youtube').filter((post) => post.replyToId === videoId && post.deletedAt === undefined);
}

function createThread(state: YoutubeState, call: Call, { account }: Session): Reply {
  readParts(call, readableParts);
  const { channelId, videoId, text } = readCommentRequest(call);
  const video = state.videos.get(videoId);
  if (!video) return commentError(404, 'videoNotFound', 'The video cannot be found.');
  if (video.channelId !== channelId) return commentError(404, 'channelNotFound', 'The channel cannot be found.');
  if (video.privacyStatus === 'private' || video.isMadeForKids) {
    return commentError(403, 'forbidden', 'The comment thread cannot be created due to insufficient permissions.');
  }
  const id = `Ugx${randomBytes(11).toString('base64url')}4AaABAg`;
  const post = { network: 'youtube', id, accountId: account.id, text, media: [] } as const;
  const accepted = acceptPost(state.world, { ...post, replyToId: videoId, conversationId: videoId });
  return { status: 200, json: presentThread(state, accepted) };
}

/** The newest first. */
function listThreads(state: YoutubeState, call: Call): Reply {
  readParts(call, readableParts);
  const videoId = call.query.get('videoId') ?? '';
  if (!state.videos.has(videoId)) return commentError(404, 'videoNotFound', 'The video cannot be found.');
  const threads = commentsOn(state, videoId).toReversed();
  return {
    status: 200,
    json: listOf(
      'commentThread',
      threads.map((post) => presentThread(state, post)),
    ),
  };
}

function listComments(state: YoutubeState, call: Call): Reply {
  readParts(call, readableParts);
  const ids = call.query.getAll('id').flatMap((value) => value.split(','));
  if (ids.length === 0) return badParameter('id', 'No filter selected.');
  const found = ids.flatMap((id) => findComment(state, id) ?? []);
  return {
    status: 200,
    json: listOf(
      'comment',
      found.map((post) => presentComment(state, post)),
    ),
  };
}

/** Deletes a comment of the account, or one on its own video. */
function remove(state: YoutubeState, call: Call, { account }: Session): Reply {
  const comment = findComment(state, call.query.get('id') ?? '');
  if (!comment) return commentError(404, 'commentNotFound', 'The comment cannot be found.');
  const isModerator = state.videos.get(comment.replyToId ?? '')?.channelId === account.id;
  if (comment.accountId !== account.id && !isModerator) {
    return commentError(403, 'forbidden', 'The comment cannot be deleted due to insufficient permissions.');
  }
  comment.deletedAt = state.world.now();
  return { status: 204 };
}

function findComment({ world, videos }: YoutubeState, id: string): Post | undefined {
  const post = world.posts.find('youtube', id);
  return post?.deletedAt === undefined && videos.has(post?.replyToId ?? '') ? post : undefined;
}

function listOf(kind: 'comment' | 'commentThread', items: readonly Json[]): Json {
  const pageInfo = { totalResults: items.length, resultsPerPage: 20 };
  return { kind: `youtube#${kind}ListResponse`, etag: `"${items.length}"`, pageInfo, items };
}

function presentThread(state: YoutubeState, post: Post): Json {
  const { id, replyToId: videoId = '' } = post;
  const channelId = state.videos.get(videoId)?.channelId ?? '';
  const topLevelComment = presentComment(state, post);
  const about = { canReply: true, totalReplyCount: 0, isPublic: true };
  const snippet = { channelId, videoId, topLevelComment, ...about };
  return { kind: 'youtube#commentThread', etag: `"${id}"`, id, snippet };
}

function presentComment(
  { world, videos }: YoutubeState,
  { id, accountId, text, createdAt, replyToId = '' }: Post,
): Json {
  const author = world.accounts.find('youtube', accountId);
  const publishedAt = new Date(createdAt).toISOString();
  const snippet = {
    ...{ channelId: videos.get(replyToId)?.channelId ?? '', videoId: replyToId },
    ...{ textDisplay: text, textOriginal: text, publishedAt, updatedAt: publishedAt },
    ...{ authorDisplayName: `@${author?.username ?? ''}`, authorChannelId: { value: accountId } },
    ...{ canRate: true, viewerRating: 'none', likeCount: 0 },
  };
  return { kind: 'youtube#comment', etag: `"${id}"`, id, snippet };
}
