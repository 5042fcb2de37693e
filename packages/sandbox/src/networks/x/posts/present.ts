import type { Call, Json } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import { countOf } from '../../../world/counters.ts';
import type { Post } from '../../../world/posts.ts';
import { refuseParameter } from '../errors.ts';
import { follows, type XState } from '../state.ts';
import { showText } from './shown-text.ts';

const postFields = [
  'article',
  'attachments',
  'author_id',
  'card_uri',
  'community_id',
  'context_annotations',
  'conversation_id',
  'created_at',
  'display_text_range',
  'edit_controls',
  'edit_history_tweet_ids',
  'entities',
  'geo',
  'id',
  'in_reply_to_user_id',
  'lang',
  'media_metadata',
  'non_public_metrics',
  'note_tweet',
  'organic_metrics',
  'possibly_sensitive',
  'promoted_metrics',
  'public_metrics',
  'referenced_tweets',
  'reply_settings',
  'scopes',
  'source',
  'suggested_source_links',
  'text',
  'username',
  'withheld',
];

const userFields = [
  'affiliation',
  'confirmed_email',
  'connection_status',
  'created_at',
  'description',
  'entities',
  'id',
  'is_identity_verified',
  'location',
  'most_recent_tweet_id',
  'name',
  'parody',
  'pinned_tweet_id',
  'profile_banner_url',
  'profile_image_url',
  'protected',
  'public_metrics',
  'receives_your_dm',
  'subscription',
  'subscription_type',
  'url',
  'username',
  'verified',
  'verified_followers_count',
  'verified_type',
  'withheld',
];

const expansionNames = [
  'article.cover_media',
  'article.media_entities',
  'attachments.media_keys',
  'attachments.media_source_tweet',
  'attachments.poll_ids',
  'author_id',
  'author_screen_name',
  'edit_history_tweet_ids',
  'entities.mentions.username',
  'entities.note.mentions.username',
  'geo.place_id',
  'in_reply_to_user_id',
  'pinned_tweet_id',
  'referenced_tweets.id',
  'referenced_tweets.id.attachments.media_keys',
  'referenced_tweets.id.author_id',
  'most_recent_tweet_id',
  'affiliation.user_id',
];

/** The fields that a caller asked for in addition to the defaults. */
export interface FieldSelection {
  readonly post: ReadonlySet<string>;
  readonly user: ReadonlySet<string>;
  readonly expansions: ReadonlySet<string>;
}

/** Reads the field parameters; the one for posts has two names. Refuses unknown fields. */
export function selectFields(call: Call): FieldSelection {
  const list = (names: readonly string[], allowed: readonly string[]) => {
    const values = names.flatMap((name) => call.query.getAll(name)).flatMap((value) => value.split(','));
    for (const value of values) if (!allowed.includes(value)) refuseParameter(names[0] ?? '', value);
    return new Set(values);
  };
  return {
    post: list(['tweet.fields', 'post.fields'], postFields),
    user: list(['user.fields'], userFields),
    expansions: list(['expansions'], expansionNames),
  };
}

type FieldReaders = Readonly<Record<string, () => Json | undefined>>;

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
  const { text, urls } = showText(post, accounts.find('x', post.accountId)?.username ?? '');
  const optional: FieldReaders = {
    entities: () => (urls.length > 0 ? { urls } : undefined),
    author_id: () => post.accountId,
    conversation_id: () => post.conversationId,
    created_at: () => new Date(post.createdAt).toISOString(),
    in_reply_to_user_id: () => (post.replyToId === undefined ? undefined : posts.find('x', post.replyToId)?.accountId),
    lang: () => 'en',
    possibly_sensitive: () => false,
    public_metrics: () => postMetrics(state, post),
    referenced_tweets: () => references(post),
    reply_settings: () => 'everyone',
  };
  return { id: post.id, text, edit_history_tweet_ids: [post.id], ...pick(optional, fields) };
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

/** Computes the fields that were asked for, and leaves out those without a value. */
function pick(values: FieldReaders, fields: ReadonlySet<string>): Record<string, Json> {
  const picked: Record<string, Json> = {};
  for (const [name, read] of Object.entries(values)) {
    const value = fields.has(name) ? read() : undefined;
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

/** Returns true when an account may see a post. */
export function isVisible(state: XState, post: Post, viewer: Account): boolean {
  const author = state.world.accounts.find('x', post.accountId);
  if (!author || post.deletedAt !== undefined) return false;
  return author.id === viewer.id || author.type !== 'private' || follows(state, viewer, author);
}
