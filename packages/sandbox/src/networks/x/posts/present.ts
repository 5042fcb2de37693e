import type { Call, Json } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import { countOf } from '../../../world/counters.ts';
import type { Post } from '../../../world/posts.ts';
import { follows, type XState } from '../state.ts';
import { type FieldReaders, pick } from './pick.ts';
import { showText } from './shown-text.ts';
import { countWeightedLength, maxWeightedLength } from './text-length.ts';

/** A user object: id, name and username, and the fields that were asked for. */
export function presentUser(
  state: XState,
  account: Account,
  options: { call: Call; fields: ReadonlySet<string> },
): Json {
  const optional: FieldReaders = {
    created_at: () => '2024-01-15T09:30:00.000Z',
    description: () => `${account.name}, an account of the sandbox`,
    profile_image_url: () => `${options.call.base}/avatars/${account.username}_normal.png`,
    protected: () => account.type === 'private',
    public_metrics: () => userMetrics(state, account),
    subscription_type: () => (account.type === 'subscriber' ? 'Premium' : 'None'),
    url: () => '',
    verified: () => false,
  };
  return { id: account.id, name: account.name, username: account.username, ...pick(optional, options.fields) };
}

function userMetrics(state: XState, account: Account): Json {
  const pairs = [...state.follows].filter(([, value]) => value === 'following').map(([pair]) => pair);
  return {
    followers_count: pairs.filter((pair) => pair.endsWith(`/${account.id}`)).length,
    following_count: pairs.filter((pair) => pair.startsWith(`${account.id}/`)).length,
    tweet_count: state.world.posts.of('x').filter((post) => post.accountId === account.id && !post.deletedAt).length,
    listed_count: 0,
  };
}

/** A post object: id, text and edit history, and the fields that were asked for. */
export function presentPost(state: XState, post: Post, fields: ReadonlySet<string>): Json {
  const { accounts, posts } = state.world;
  const keys = state.mediaKeys.get(post.id) ?? [];
  const { settings = {} } = post;
  const { text, urls } = showText(post, { username: accounts.usernameOf(post), keys });
  const isLong = countWeightedLength(post.text) > maxWeightedLength;
  const optional: FieldReaders = {
    attachments: () => (post.poll ? { poll_ids: [post.id] } : post.media.length > 0 ? { media_keys: keys } : undefined),
    entities: () => (urls.length > 0 ? { urls } : undefined),
    author_id: () => post.accountId,
    conversation_id: () => post.conversationId,
    created_at: () => new Date(post.createdAt).toISOString(),
    in_reply_to_user_id: () => (post.replyToId === undefined ? undefined : posts.find('x', post.replyToId)?.accountId),
    lang: () => 'en',
    note_tweet: () => (isLong ? { text, ...(urls.length > 0 && { entities: { urls } }) } : undefined),
    possibly_sensitive: () => false,
    public_metrics: () => postMetrics(state, post),
    referenced_tweets: () => references(post),
    community_id: () => settings['community_id'],
    paid_partnership: () => settings['paid_partnership'],
    reply_settings: () => settings['reply_settings'] ?? 'everyone',
  };
  const shown = isLong ? `${text.slice(0, maxWeightedLength - 1)}…` : text;
  return { id: post.id, text: shown, edit_history_tweet_ids: [post.id], ...pick(optional, fields) };
}

function references(post: Post): Json | undefined {
  const found = [
    ...(post.replyToId === undefined ? [] : [{ type: 'replied_to', id: post.replyToId }]),
    ...(post.quotedId === undefined ? [] : [{ type: 'quoted', id: post.quotedId }]),
  ];
  return found.length > 0 ? found : undefined;
}

function postMetrics(state: XState, post: Post): Json {
  const count = (pairs: ReadonlySet<string>) => [...pairs].filter((pair) => pair.endsWith(`/${post.id}`)).length;
  const others = state.world.posts.of('x').filter((each) => !each.deletedAt);
  return {
    retweet_count: countOf(post, 'retweet_count'),
    reply_count: countOf(post, 'reply_count', others.filter((each) => each.replyToId === post.id).length),
    like_count: countOf(post, 'like_count', count(state.likes)),
    quote_count: countOf(post, 'quote_count', others.filter((each) => each.quotedId === post.id).length),
    bookmark_count: countOf(post, 'bookmark_count', count(state.bookmarks)),
    impression_count: countOf(post, 'impression_count'),
  };
}

/** Returns true when an account may see a post. */
export function isVisible(state: XState, post: Post, viewer: Account): boolean {
  const author = state.world.accounts.find('x', post.accountId);
  if (!author || post.deletedAt !== undefined) return false;
  return author.id === viewer.id || author.type !== 'private' || follows(state, viewer, author);
}
