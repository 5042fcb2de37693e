import type { Call, JsonObject, Reply, Route } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import { findAccount } from '../accounts.ts';
import { refuse, refuseRequest } from '../errors.ts';
import { integer, list, optional, parameters, text, type ValueOf } from '../lexicon/schema.ts';
import { partsOf, postCollection } from '../repo/addresses.ts';
import { requireCaller } from '../sessions/caller.ts';
import type { BlueskyState } from '../state.ts';
import { publicQuery, type Request, userQuery } from '../xrpc/endpoint.ts';
import { feed, missing } from './feed.ts';
import { presentPost, presentProfile, referenceOf, type Viewer } from './present.ts';

const actor = text({ format: 'AT identifier' });
const uri = text({ format: 'at-uri' });
const page = { limit: optional(integer({ minimum: 1, maximum: 100 })), cursor: optional(text()) };

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
  return feed(state, { dids: [account.id], input, viewer: viewerOf(state, call), filter: input.filter });
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
  const parentUri = referenceOf(state.records.get(input.uri)?.value ?? {}, 'parent');
  const parent = parentUri === undefined ? undefined : (view(parentUri) ?? missing(parentUri));
  const replies = [...state.records]
    .filter(([, { value }]) => referenceOf(value, 'parent') === input.uri)
    .map(([each]) => view(each) ?? missing(each));
  return { status: 200, json: { thread: { ...found, parent, replies } } };
}
