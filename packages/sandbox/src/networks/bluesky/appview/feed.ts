import type { JsonObject, Reply } from '../../../http/route.ts';
import type { Post } from '../../../world/posts.ts';
import { partsOf } from '../repo/addresses.ts';
import type { BlueskyState } from '../state.ts';
import { presentAuthor, presentPost, referenceOf, type Viewer } from './present.ts';

const defaultLimit = 50;

export interface FeedOptions {
  readonly dids: readonly string[];
  readonly input: { readonly limit?: number | undefined; readonly cursor?: string | undefined };
  readonly viewer: Viewer;
  /** Leaves out posts. */
  readonly filter?: string | undefined;
}

const hasMedia = ({ media }: Post, kind: string) => media.some(({ type }) => type.startsWith(kind));

/** What each filter keeps; any other one keeps everything. @see https://docs.bsky.app/docs/api/app-bsky-feed-get-author-feed */
const filters: Readonly<Record<string, (post: Post) => boolean>> = {
  posts_no_replies: ({ replyToId }) => replyToId === undefined,
  posts_with_media: (post) => hasMedia(post, 'image/'),
  posts_with_video: (post) => hasMedia(post, 'video/'),
  posts_and_author_threads: ({ replyToId, conversationId, accountId }) =>
    replyToId === undefined || partsOf(conversationId)?.did === accountId,
};

/** One page of posts and reposts, newest first. The cursor is the time of the last one. */
export function feed(state: BlueskyState, { dids, input, viewer, filter = '' }: FeedOptions): Reply {
  const { limit = defaultLimit, cursor } = input;
  const wanted = state.world.posts
    .of('bluesky')
    .filter((post) => dids.includes(post.accountId) && post.deletedAt === undefined)
    .filter(filters[filter] ?? (() => true))
    .map((post) => ({ post, at: new Date(post.createdAt).toISOString() }))
    .filter(({ at }) => cursor === undefined || at < cursor)
    .toReversed()
    .slice(0, limit);
  const last = wanted.length === limit ? wanted.at(-1) : undefined;
  return { status: 200, json: { feed: wanted.flatMap(({ post }) => entryOf(state, post, viewer)), cursor: last?.at } };
}

/** A post, with those that it answers, or the repost of one. */
function entryOf(state: BlueskyState, { id, accountId, resharedId }: Post, viewer: Viewer): JsonObject[] {
  const uri = resharedId ?? id;
  const post = viewOf(state, uri, viewer);
  if (!post) return [];
  const repost = resharedId === undefined ? undefined : state.records.get(id);
  const account = state.world.accounts.find('bluesky', accountId);
  const indexedAt = new Date(repost?.indexedAt ?? 0).toISOString();
  const reason = repost &&
    account && {
      ...{ $type: 'app.bsky.feed.defs#reasonRepost', by: presentAuthor(state, account, viewer) },
      ...{ uri: id, cid: repost.cid, indexedAt },
    };
  return [{ post, reply: replyOf(state, uri, viewer), reason }];
}

function replyOf(state: BlueskyState, uri: string, viewer: Viewer): JsonObject | undefined {
  const value = state.records.get(uri)?.value ?? {};
  const [root, parent] = [referenceOf(value, 'root'), referenceOf(value, 'parent')];
  if (root === undefined || parent === undefined) return undefined;
  const grandparent = partsOf(referenceOf(state.records.get(parent)?.value ?? {}, 'parent') ?? '');
  const author = state.world.accounts.find('bluesky', grandparent?.did ?? '');
  const show = (each: string): JsonObject => {
    const post = viewOf(state, each, viewer);
    return post ? { $type: 'app.bsky.feed.defs#postView', ...post } : missing(each);
  };
  const grandparentAuthor = author && presentAuthor(state, author, viewer);
  return { root: show(root), parent: show(parent), grandparentAuthor };
}

function viewOf(state: BlueskyState, uri: string, viewer: Viewer): JsonObject | undefined {
  const record = state.records.get(uri);
  return record && presentPost(state, { uri, record, viewer });
}

export function missing(address: string): JsonObject {
  return { $type: 'app.bsky.feed.defs#notFoundPost', uri: address, notFound: true };
}
