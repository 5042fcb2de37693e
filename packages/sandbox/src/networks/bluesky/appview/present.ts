import { isRecord } from '../../../http/request-body.ts';
import type { Json, JsonObject } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import { countOf } from '../../../world/counters.ts';
import { handleOf } from '../accounts.ts';
import { partsOf, postCollection } from '../repo/addresses.ts';
import { gateOf, isClosedToQuotes, mayReply, selfLabelsOf, threadgateCollection } from '../repo/gates.ts';
import type { BlueskyState, StoredRecord } from '../state.ts';
import { presentEmbed } from './embeds.ts';

/** The user who looks, if one is signed in, and the network's address as the caller knows it. */
export interface Viewer {
  readonly account?: Account;
  readonly base: string;
}

/** Presents an account in the short form that posts have. */
export function presentAuthor(state: BlueskyState, account: Account, viewer: Viewer): JsonObject {
  return {
    ...{ did: account.id, handle: handleOf(account), displayName: account.name },
    avatar: `${viewer.base}/avatars/${account.username}.png`,
    viewer: relationOf(state, account, viewer),
    ...{ labels: [], createdAt: '2026-01-01T00:00:00.000Z' },
  };
}

/** Presents an account with its numbers. */
export function presentProfile(state: BlueskyState, account: Account, viewer: Viewer): JsonObject {
  const follows = [...state.records].filter(([uri]) => uri.includes('/app.bsky.graph.follow/'));
  const { value } = state.records.get(`at://${account.id}/app.bsky.actor.profile/self`) ?? {};
  return {
    ...presentAuthor(state, account, viewer),
    description: value?.['description'],
    followersCount: follows.filter(([, record]) => record.value['subject'] === account.id).length,
    followsCount: follows.filter(([uri]) => partsOf(uri)?.did === account.id).length,
    postsCount: [...state.records.keys()].filter((uri) => uri.startsWith(`at://${account.id}/app.bsky.feed.post/`))
      .length,
    indexedAt: '2026-01-01T00:00:00.000Z',
  };
}

/** A post to present; one that another post quotes is shown without the one that it quotes itself. */
interface PostView {
  readonly uri: string;
  readonly record: StoredRecord;
  readonly viewer: Viewer;
  readonly isQuoted?: true;
}

/** Presents a post with its author, its numbers and what the viewer did with it. */
export function presentPost(state: BlueskyState, { uri, record, viewer, isQuoted }: PostView): JsonObject | undefined {
  const author = state.world.accounts.find('bluesky', partsOf(uri)?.did ?? '');
  if (!author) return undefined;
  const about = (collection: string) => aboutSubject(state, collection, uri);
  const mine = (uris: readonly string[]) => uris.find((each) => partsOf(each)?.did === viewer.account?.id);
  const post = state.world.posts.find('bluesky', uri);
  const quotes = state.world.posts.of('bluesky').filter((each) => each.quotedId === uri && !each.deletedAt);
  const indexedAt = new Date(record.indexedAt).toISOString();
  const [likes, reposts] = [about('app.bsky.feed.like'), about('app.bsky.feed.repost')];
  return {
    ...{ uri, cid: record.cid, author: presentAuthor(state, author, viewer), record: record.value },
    embed: presentEmbed(record.value['embed'], {
      ...{ did: author.id, base: viewer.base },
      ...(!isQuoted && { showQuoted: (quoted: string) => presentQuoted(state, quoted, viewer) }),
    }),
    replyCount: countOf(
      post,
      'replyCount',
      [...state.records.values()].filter(({ value }) => referenceOf(value, 'parent') === uri).length,
    ),
    repostCount: countOf(post, 'repostCount', reposts.length),
    likeCount: countOf(post, 'likeCount', likes.length),
    quoteCount: countOf(post, 'quoteCount', quotes.length),
    bookmarkCount: countOf(post, 'bookmarkCount'),
    indexedAt,
    viewer: viewer.account && { like: mine(likes), repost: mine(reposts), ...limitsOf(state, uri, viewer.account) },
    labels: selfLabelsOf(record.value).map((val) => ({ src: author.id, uri, cid: record.cid, val, cts: indexedAt })),
    threadgate: presentThreadgate(state, uri),
  };
}

/** What a viewer may not do with a post, which only its author may. */
function limitsOf(state: BlueskyState, uri: string, { id }: Account): JsonObject {
  const root = referenceOf(state.records.get(uri)?.value ?? {}, 'root') ?? uri;
  const isAuthor = partsOf(uri)?.did === id;
  return {
    ...(!mayReply(state, root, id) && { replyDisabled: true }),
    ...(!isAuthor && isClosedToQuotes(state, uri) && { embeddingDisabled: true }),
  };
}

function presentThreadgate(state: BlueskyState, uri: string): Json | undefined {
  const gate = gateOf(state, uri, threadgateCollection);
  return (
    gate && { uri: uri.replace(postCollection, threadgateCollection), cid: gate.cid, record: gate.value, lists: [] }
  );
}

function presentQuoted(state: BlueskyState, uri: string, viewer: Viewer): JsonObject {
  const record = partsOf(uri)?.collection === postCollection ? state.records.get(uri) : undefined;
  const post = record && presentPost(state, { uri, record, viewer, isQuoted: true });
  if (!post) return { $type: 'app.bsky.embed.record#viewNotFound', uri, notFound: true };
  const { record: value, embed, viewer: _viewer, bookmarkCount: _bookmarks, ...shown } = post;
  return { $type: 'app.bsky.embed.record#viewRecord', ...shown, value, embeds: embed === undefined ? [] : [embed] };
}

/** Returns the address of the post that a record replies to, or of the one that began the conversation. */
export function referenceOf({ reply }: JsonObject, name: 'parent' | 'root'): string | undefined {
  const given = isRecord(reply) ? reply[name] : undefined;
  return isRecord(given) && typeof given['uri'] === 'string' ? given['uri'] : undefined;
}

function aboutSubject({ records }: BlueskyState, collection: string, subject: string): readonly string[] {
  return [...records].flatMap(([uri, { value }]) => {
    const given = value['subject'];
    return uri.includes(`/${collection}/`) && isRecord(given) && given['uri'] === subject ? [uri] : [];
  });
}

function relationOf({ records }: BlueskyState, account: Account, { account: viewer }: Viewer): Json | undefined {
  if (!viewer) return undefined;
  const follow = (follower: Account, followed: Account) =>
    [...records].find(
      ([uri, { value }]) =>
        uri.startsWith(`at://${follower.id}/app.bsky.graph.follow/`) && value['subject'] === followed.id,
    )?.[0];
  return { muted: false, blockedBy: false, following: follow(viewer, account), followedBy: follow(account, viewer) };
}
