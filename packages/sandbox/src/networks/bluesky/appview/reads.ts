import type { Call, JsonObject, Reply, Route } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import { findAccount } from '../accounts.ts';
import { refuse, refuseRequest } from '../errors.ts';
import { integer, list, optional, parameters, text, type ValueOf } from '../lexicon/schema.ts';
import { partsOf, postCollection } from '../repo/addresses.ts';
import { requireCaller } from '../sessions/caller.ts';
import type { BlueskyState } from '../state.ts';
import { publicQuery, type Request, userQuery } from '../xrpc/endpoint.ts';
import { parentOf, presentPost, presentProfile, type Viewer } from './present.ts';

const actor = text({ format: 'AT identifier' });
const uri = text({ format: 'at-uri' });
const page = { limit: optional(integer({ minimum: 1, maximum: 100 })), cursor: optional(text()) };
const defaultLimit = 50;

const feedInput = parameters({ actor, filter: optional(text()), ...page });
const timelineInput = parameters({ algorithm: optional(text()), ...page });
const threadInput = parameters({ uri, depth: optional(integer({ minimum: 0, maximum: 1000 })) });

/** Reading posts and accounts the way apps show them. */
export function readRoutes(state: BlueskyState): readonly Route[] {
  const read = { operation: 'read' } as const;
  return [
    publicQuery({
      ...{ id: 'app.bsky.actor.getProfile', operation: 'identity', input: parameters({ actor }) },
      handle: ({ input, call }) => {
        const account = requireActor(state, input.actor, 'Profile not found');
        return { status: 200, json: presentProfile(state, account, viewerOf(state, call)) };
      },
    }),
    publicQuery({
      ...{ ...read, id: 'app.bsky.feed.getPosts', input: parameters({ uris: list(uri, { maxLength: 25 }) }) },
      handle: ({ input, call }) => ({
        status: 200,
        json: { posts: postsAt(state, input.uris, viewerOf(state, call)) },
      }),
    }),
    publicQuery({
      ...{ ...read, id: 'app.bsky.feed.getAuthorFeed', input: feedInput },
      handle: (request) => authorFeed(state, request),
    }),
    publicQuery({
      ...{ ...read, id: 'app.bsky.feed.getPostThread', input: threadInput },
      handle: (request) => thread(state, request),
    }),
    userQuery(state, {
      ...{ ...read, id: 'app.bsky.feed.getTimeline', input: timelineInput },
      handle: ({ input, call, caller }) => {
        const own = `at://${caller.account.id}/app.bsky.graph.follow/`;
        const follows = [...state.records].filter(([each]) => each.startsWith(own)).map(([, { value }]) => value);
        const dids = [caller.account.id, ...follows.map(({ subject }) => String(subject))];
        return feed(state, { dids, input, viewer: viewerOf(state, call) });
      },
    }),
  ];
}

/** Returns who looks: the user of the token, or nobody in particular. */
function viewerOf(state: BlueskyState, call: Call): Viewer {
  if (call.headers.authorization === undefined) return { base: call.base };
  return { base: call.base, account: requireCaller(state, call).account };
}

function requireActor({ world }: BlueskyState, identifier: string, message: string): Account {
  return findAccount(world, identifier) ?? refuseRequest(message);
}

function postsAt(state: BlueskyState, uris: readonly string[], viewer: Viewer): readonly JsonObject[] {
  return uris.flatMap((each) => {
    const record = state.records.get(each);
    const post = record && presentPost(state, { uri: each, record, viewer });
    return post ? [post] : [];
  });
}

function authorFeed(state: BlueskyState, { input, call }: Request<ValueOf<typeof feedInput>>): Reply {
  const account = requireActor(state, input.actor, 'Profile not found');
  return feed(state, { dids: [account.id], input, viewer: viewerOf(state, call) });
}

interface FeedOptions {
  readonly dids: readonly string[];
  readonly input: { readonly limit?: number | undefined; readonly cursor?: string | undefined };
  readonly viewer: Viewer;
}

/** One page of posts, newest first. The cursor is the time of the last one. */
function feed(state: BlueskyState, { dids, input, viewer }: FeedOptions): Reply {
  const { limit = defaultLimit, cursor } = input;
  const wanted = state.world.posts
    .of('bluesky')
    .filter((post) => dids.includes(post.accountId) && post.deletedAt === undefined && post.resharedId === undefined)
    .map(({ id, createdAt }) => ({ id, at: new Date(createdAt).toISOString() }))
    .filter(({ at }) => cursor === undefined || at < cursor)
    .toReversed()
    .slice(0, limit);
  const posts = postsAt(
    state,
    wanted.map(({ id }) => id),
    viewer,
  );
  const last = wanted.length === limit ? wanted.at(-1) : undefined;
  return { status: 200, json: { feed: posts.map((post) => ({ post })), cursor: last?.at } };
}

function thread(state: BlueskyState, { input, call }: Request<ValueOf<typeof threadInput>>): Reply {
  const viewer = viewerOf(state, call);
  const view = (each: string): JsonObject | undefined => {
    const record = partsOf(each)?.collection === postCollection ? state.records.get(each) : undefined;
    const post = record && presentPost(state, { uri: each, record, viewer });
    return post && { $type: 'app.bsky.feed.defs#threadViewPost', post };
  };
  const found = view(input.uri);
  if (!found) return refuse(400, 'NotFound', `Post not found: ${input.uri}`);
  const parentUri = parentOf(state.records.get(input.uri)?.value ?? {});
  const parent = parentUri === undefined ? undefined : (view(parentUri) ?? missing(parentUri));
  const replies = [...state.records]
    .filter(([, { value }]) => parentOf(value) === input.uri)
    .map(([each]) => view(each) ?? missing(each));
  return { status: 200, json: { thread: { ...found, parent, replies } } };
}

function missing(address: string): JsonObject {
  return { $type: 'app.bsky.feed.defs#notFoundPost', uri: address, notFound: true };
}
