import { isRecord } from '../../../http/request-body.ts';
import type { Json, JsonObject } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import { countOf } from '../../../world/counters.ts';
import { handleOf } from '../accounts.ts';
import { isBlobRef } from '../lexicon/schema.ts';
import { partsOf } from '../repo/addresses.ts';
import type { BlueskyState, StoredRecord } from '../state.ts';

/** The user who looks, if one is signed in, and the network's address as the caller knows it. */
export interface Viewer {
  readonly account?: Account;
  readonly base: string;
}

/** Presents an account in the short form that posts have. */
function presentAuthor(state: BlueskyState, account: Account, viewer: Viewer): JsonObject {
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

/** Presents a post with its author, its numbers and what the viewer did with it. */
export function presentPost(
  state: BlueskyState,
  { uri, record, viewer }: { readonly uri: string; readonly record: StoredRecord; readonly viewer: Viewer },
): JsonObject | undefined {
  const author = state.world.accounts.find('bluesky', partsOf(uri)?.did ?? '');
  if (!author) return undefined;
  const about = (collection: string) => aboutSubject(state, collection, uri);
  const mine = (uris: readonly string[]) => uris.find((each) => partsOf(each)?.did === viewer.account?.id);
  const post = state.world.posts.find('bluesky', uri);
  const [likes, reposts] = [about('app.bsky.feed.like'), about('app.bsky.feed.repost')];
  return {
    ...{ uri, cid: record.cid, author: presentAuthor(state, author, viewer), record: record.value },
    embed: presentEmbed(record.value['embed'], { did: author.id, base: viewer.base }),
    replyCount: countOf(
      post,
      'replyCount',
      [...state.records.values()].filter(({ value }) => parentOf(value) === uri).length,
    ),
    repostCount: countOf(post, 'repostCount', reposts.length),
    likeCount: countOf(post, 'likeCount', likes.length),
    quoteCount: countOf(post, 'quoteCount'),
    bookmarkCount: countOf(post, 'bookmarkCount'),
    indexedAt: new Date(record.indexedAt).toISOString(),
    ...{ viewer: viewer.account && { like: mine(likes), repost: mine(reposts) }, labels: [] },
  };
}

/** Returns the address of the post that a record replies to. */
export function parentOf(value: JsonObject): string | undefined {
  const reply = value['reply'];
  const parent = isRecord(reply) ? reply['parent'] : undefined;
  return isRecord(parent) && typeof parent['uri'] === 'string' ? parent['uri'] : undefined;
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

/** Presents pictures, videos and link cards with the addresses of their files. Other parts are left out. */
function presentEmbed(embed: Json | undefined, at: { readonly did: string; readonly base: string }): Json | undefined {
  const { $type: type, images, video, external } = isRecord(embed) ? (embed as JsonObject) : {};
  const file = (ref: Json | undefined) =>
    isBlobRef(ref) ? `${at.base}/xrpc/com.atproto.sync.getBlob?did=${at.did}&cid=${ref.ref.$link}` : '';
  if (type === 'app.bsky.embed.images' && Array.isArray(images)) {
    const shown = images.map(({ image, alt, aspectRatio }: JsonObject) => ({
      thumb: file(image),
      fullsize: file(image),
      alt,
      aspectRatio,
    }));
    return { $type: 'app.bsky.embed.images#view', images: shown };
  }
  if (type === 'app.bsky.embed.video' && isBlobRef(video)) {
    return { $type: 'app.bsky.embed.video#view', cid: video.ref.$link, playlist: file(video as unknown as Json) };
  }
  if (type === 'app.bsky.embed.external' && isRecord(external)) {
    const { uri, title, description, thumb } = external as JsonObject;
    const picture = thumb === undefined ? {} : { thumb: file(thumb) };
    return { $type: 'app.bsky.embed.external#view', external: { uri, title, description, ...picture } };
  }
  return undefined;
}
