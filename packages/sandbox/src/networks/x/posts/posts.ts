import { type Call, Refusal, type Reply, type Route } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import { minuteMs } from '../../../world/durations.ts';
import { createMedia, type Media, type Poll, type Post } from '../../../world/posts.ts';
import { acceptPost } from '../../../world/world.ts';
import { duplicateContent, forbidden, notFound, refuseBody } from '../errors.ts';
import { type Endpoint, pathId, protect, type Session } from '../session.ts';
import type { XState } from '../state.ts';
import { mediaKeyOf } from './media.ts';
import { type CreateRequest, readCreateRequest } from './post-body.ts';
import { isVisible, presentPost } from './present.ts';
import { countWeightedLength, maxLongLength, maxWeightedLength } from './text-length.ts';

const writeScopes = ['tweet.read', 'tweet.write', 'users.read'];
const tooLong =
  'Your Tweet text is too long. For more information on how Twitter determines text length see https://github.com/twitter/twitter-text.';
const notSummoned =
  'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.';
const duplicateWindowMs = 24 * 60 * 60 * 1000;

/** Creating and deleting posts. */
export function postRoutes(state: XState): readonly Route[] {
  const write = { scopes: writeScopes } as const;
  const endpoints: readonly Endpoint[] = [
    { ...write, method: 'POST', path: '/2/tweets', operation: 'publish', calls: 100, handle: createPost },
    { ...write, method: 'DELETE', path: '/2/tweets/:id', operation: 'delete', calls: 50, handle: deletePost },
  ];
  return endpoints.map((endpoint) => protect(state, endpoint));
}

function createPost(state: XState, call: Call, { account: user }: Session): Reply {
  const request = readCreateRequest(call);
  const longest = user.type === 'subscriber' ? maxLongLength : maxWeightedLength;
  if (countWeightedLength(request.text) > longest) refuseBody(tooLong);
  const parent = findReferenced(state, request.replyToId, user);
  if (parent && !mayReply(state, parent, user)) throw new Refusal(forbidden(notSummoned));
  findReferenced(state, request.quotedId, user);
  const media = collectMedia(state, request.mediaIds, user);
  if (isDuplicate(state, request, user)) throw new Refusal(duplicateContent());
  const id = state.nextId();
  const post = acceptPost(state.world, {
    ...{ network: 'x', id, accountId: user.id, text: request.text, media },
    conversationId: parent?.conversationId ?? id,
    ...(request.replyToId !== undefined && { replyToId: request.replyToId }),
    ...(request.quotedId !== undefined && { quotedId: request.quotedId }),
    ...(request.poll && { poll: pollOf(state, request.poll) }),
    ...(Object.keys(request.settings).length > 0 && { settings: request.settings }),
  });
  const keys = request.mediaIds.map((mediaId, index) => mediaKeyOf(mediaId, media[index]?.type ?? ''));
  if (keys.length > 0) state.mediaKeys.set(id, keys);
  return { status: 201, json: { data: presentPost(state, post, new Set()) } };
}

function pollOf({ world }: XState, { options, minutes }: NonNullable<CreateRequest['poll']>): Poll {
  return { options, isMultiple: false, endsAt: world.now() + minutes * minuteMs };
}

function deletePost(state: XState, call: Call, { account: user }: Session): Reply {
  const id = pathId(call, 'id');
  const post = state.world.posts.find('x', id);
  if (!post) return notFound({ resource: 'tweet', parameter: 'id', value: id });
  if (post.accountId !== user.id) return forbidden('You are not authorized to delete this Tweet.');
  post.deletedAt ??= state.world.now();
  return { status: 200, json: { data: { deleted: true } } };
}

function findReferenced(state: XState, id: string | undefined, user: Account): Post | undefined {
  if (id === undefined) return undefined;
  const post = state.world.posts.find('x', id);
  if (post && isVisible(state, post, user)) return post;
  throw new Refusal(forbidden('You attempted to reply to a Tweet that is deleted or not visible to you.'));
}

/** Returns true when a program may reply: since February 2026, only to people who wrote to its account first. */
function mayReply(state: XState, parent: Post, user: Account): boolean {
  if (parent.accountId === user.id) return true;
  const repliedTo = parent.replyToId === undefined ? undefined : state.world.posts.find('x', parent.replyToId);
  const mentions = parent.text.toLowerCase().includes(`@${user.username.toLowerCase()}`);
  return mentions || repliedTo?.accountId === user.id;
}

function isDuplicate(state: XState, request: CreateRequest, user: Account): boolean {
  if (request.text === '') return false;
  const since = state.world.now() - duplicateWindowMs;
  return state.world.posts
    .withText(user, request.text)
    .some(
      (post) =>
        post.replyToId === request.replyToId &&
        post.quotedId === request.quotedId &&
        post.deletedAt === undefined &&
        post.createdAt > since,
    );
}

/** Collects up to four pictures, one GIF or one video, all of them finished uploads of this account. */
function collectMedia(state: XState, ids: readonly string[], user: Account): readonly Media[] {
  const kinds = new Set<string>();
  const media = ids.map((id) => {
    const upload = state.uploads.get(id);
    const usable = upload?.data && upload.accountId === user.id && upload.pendingChecks === 0 && !upload.isBroken;
    if (!usable || upload.expiresAt <= state.world.now()) return refuseBody('Your media IDs are invalid.');
    kinds.add(upload.mediaType.startsWith('video/') ? 'video' : upload.mediaType === 'image/gif' ? 'gif' : 'photo');
    return createMedia(upload.data ?? Buffer.alloc(0), upload.mediaType, upload.altText);
  });
  const single = kinds.has('video') || kinds.has('gif');
  if (single && ids.length > 1) refuseBody('A post may have up to 4 photos or 1 GIF or 1 video.');
  return media;
}
