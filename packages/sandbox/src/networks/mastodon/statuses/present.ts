import type { Call, JsonObject } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import { countOf } from '../../../world/counters.ts';
import type { Post } from '../../../world/posts.ts';
import { presentAccount } from '../accounts/present.ts';
import { presentAttachment } from '../media/present.ts';
import { hasQuotes, softwareOf } from '../software.ts';
import { follows, type MastodonState } from '../state.ts';
import { contentOf, markedContentOf } from './content.ts';
import { findEntities } from './entities.ts';
import { presentPoll } from './poll.ts';
import { MARKDOWN } from './status-body.ts';
import { visibilityOf } from './visibility.ts';

/** The caller to whom a status is presented. */
interface Reader {
  readonly call: Call;
  readonly viewer: Account | undefined;
}

/**
 * Presents a status. What the viewer did with it is shown to users only, and the app to the author only.
 *
 * @see https://docs.joinmastodon.org/entities/Status/ (read 2026-11-22)
 */
export function presentStatus(state: MastodonState, post: Post, { call, viewer }: Reader): JsonObject {
  const { world } = state;
  const { base } = call;
  const author = world.accounts.find('mastodon', post.accountId);
  const details = state.details.get(post.id);
  const text = textOf(state, post);
  const original = post.resharedId === undefined ? undefined : world.posts.find('mastodon', post.resharedId);
  const parent = post.replyToId === undefined ? undefined : world.posts.find('mastodon', post.replyToId);
  const isMarkdown = post.settings?.['content_type'] === MARKDOWN;
  const address = `${base}/@${author?.username ?? ''}/${post.id}`;
  return {
    ...{ id: post.id, created_at: new Date(post.createdAt).toISOString(), edited_at: null },
    ...{ in_reply_to_id: parent?.id ?? null, in_reply_to_account_id: parent?.accountId ?? null },
    ...{ sensitive: details?.sensitive ?? false, spoiler_text: details?.spoilerText ?? '' },
    ...{ visibility: visibilityOf(state, post), language: details?.language ?? 'en' },
    ...{ uri: `${base}/users/${author?.username ?? ''}/statuses/${post.id}`, url: address },
    ...countsOf(state, post),
    ...(viewer && relationTo(state, original ?? post, viewer)),
    content: (isMarkdown ? markedContentOf : contentOf)(world, text, base),
    filtered: [],
    reblog: original ? presentStatus(state, original, { call, viewer }) : null,
    ...(viewer?.id === post.accountId && softwareOf(state).showsSource && { text }),
    ...(viewer?.id === post.accountId && { application: applicationOf(state, details?.clientId) }),
    account: author ? presentAccount(state, author, call) : null,
    media_attachments: (details?.mediaIds ?? []).flatMap((id) => {
      const attachment = state.media.get(id);
      return attachment ? [presentAttachment(state, attachment, base)] : [];
    }),
    mentions: (details?.mentions ?? []).flatMap((id) => {
      const account = world.accounts.find('mastodon', id);
      const username = account?.username ?? '';
      return account ? [{ id, username, acct: username, url: `${base}/@${username}` }] : [];
    }),
    tags: tagsOf(text, base),
    poll: presentPoll(state, post, viewer?.id === post.accountId),
    ...{ emojis: [], card: null, quote: null },
    ...(hasQuotes(state) && { quote_approval: quoteApprovalOf(state, post, viewer) }),
  };
}

/** @see https://docs.joinmastodon.org/entities/QuoteApproval/ (read 2026-11-28) */
function quoteApprovalOf(state: MastodonState, post: Post, viewer: Account | undefined): JsonObject {
  const policy = state.details.get(post.id)?.quotePolicy ?? 'public';
  const author = state.world.accounts.find('mastodon', post.accountId);
  const isFollower = viewer !== undefined && author !== undefined && follows(state, viewer, author);
  const mayQuote = viewer?.id === post.accountId || policy === 'public' || (policy === 'followers' && isFollower);
  const current = viewer && (mayQuote ? 'automatic' : 'denied');
  return { automatic: policy === 'nobody' ? [] : [policy], manual: [], ...(current && { current_user: current }) };
}

/** Returns the text of a status without its content warning. */
export function textOf({ details }: MastodonState, post: Post): string {
  return details.get(post.id)?.text ?? post.text;
}

function countsOf(state: MastodonState, post: Post): JsonObject {
  const { world, favourites } = state;
  const others = world.posts.of('mastodon').filter(({ deletedAt }) => deletedAt === undefined);
  return {
    replies_count: countOf(post, 'replies_count', others.filter(({ replyToId }) => replyToId === post.id).length),
    reblogs_count: countOf(post, 'reblogs_count', others.filter(({ resharedId }) => resharedId === post.id).length),
    favourites_count: countOf(
      post,
      'favourites_count',
      [...favourites].filter((pair) => pair.endsWith(`/${post.id}`)).length,
    ),
    ...(hasQuotes(state) && { quotes_count: countOf(post, 'quotes_count') }),
  };
}

function relationTo(state: MastodonState, post: Post, viewer: Account): JsonObject {
  const pair = `${viewer.id}/${post.id}`;
  return {
    favourited: state.favourites.has(pair),
    bookmarked: state.bookmarks.has(pair),
    reblogged: findReblog(state, post, viewer) !== undefined,
    ...{ muted: false, pinned: false },
  };
}

/** Finds the status with which an account shared another one. */
export function findReblog({ world }: MastodonState, post: Post, account: Account): Post | undefined {
  return world.posts
    .of('mastodon')
    .find((each) => each.resharedId === post.id && each.accountId === account.id && each.deletedAt === undefined);
}

function applicationOf({ world, apps }: MastodonState, clientId: string | undefined): JsonObject | null {
  if (clientId === undefined) return null;
  const name = world.apps.find('mastodon', clientId)?.name ?? clientId;
  return { name, website: apps.get(clientId)?.website ?? null };
}

function tagsOf(text: string, base: string): JsonObject[] {
  const names = findEntities(text).flatMap(({ kind, value }) => (kind === 'hashtag' ? [value.toLowerCase()] : []));
  return [...new Set(names)].map((name) => ({ name, url: `${base}/tags/${name}` }));
}
