import type { Call, JsonObject } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import { isLocked, type MastodonState } from '../state.ts';

/**
 * Presents an account as others see it.
 *
 * @see https://docs.joinmastodon.org/entities/Account/ (read 2026-11-22)
 */
export function presentAccount(state: MastodonState, account: Account, { base }: Call): JsonObject {
  const { world } = state;
  const edges = [...state.follows].filter(([, kind]) => kind === 'following').map(([edge]) => edge);
  const statuses = world.posts.of('mastodon').filter((post) => post.accountId === account.id && !post.deletedAt);
  const avatar = `${base}/avatars/${account.username}.png`;
  const last = statuses.at(-1);
  return {
    ...{ id: account.id, username: account.username, acct: account.username, display_name: account.name },
    ...{ locked: isLocked(state, account), bot: false, discoverable: true, indexable: false, group: false },
    ...{ created_at: '2026-01-01T00:00:00.000Z', note: '' },
    ...{ url: `${base}/@${account.username}`, uri: `${base}/users/${account.username}` },
    ...{ avatar, avatar_static: avatar, header: avatar, header_static: avatar },
    followers_count: edges.filter((edge) => edge.endsWith(`/${account.id}`)).length,
    following_count: edges.filter((edge) => edge.startsWith(`${account.id}/`)).length,
    statuses_count: statuses.length,
    last_status_at: last ? new Date(last.createdAt).toISOString().slice(0, 10) : null,
    ...{ hide_collections: null, noindex: false, emojis: [], roles: [], fields: [] },
  };
}

/** Presents the signed-in user's own account. */
export function presentSelf(state: MastodonState, account: Account, call: Call): JsonObject {
  return {
    ...presentAccount(state, account, call),
    source: {
      privacy: defaultVisibility(state, account),
      ...{ sensitive: false, language: 'en', note: '', fields: [], follow_requests_count: 0, quote_policy: 'public' },
    },
    role: { id: '-99', name: '', permissions: '65536', color: '', highlighted: false },
  };
}

/** Returns the visibility of a status that names none. */
export function defaultVisibility(state: MastodonState, account: Account): string {
  return isLocked(state, account) ? 'private' : 'public';
}

/** Presents what one account is to another. */
export function presentRelationship(state: MastodonState, account: Account, other: Account): JsonObject {
  const between = (follower: Account, followed: Account) => state.follows.get(`${follower.id}/${followed.id}`);
  const own = between(account, other);
  const theirs = between(other, account);
  return {
    ...{ id: other.id, following: own === 'following', showing_reblogs: own === 'following', notifying: false },
    ...{ languages: null, followed_by: theirs === 'following', blocking: false, blocked_by: false },
    ...{ muting: false, muting_notifications: false, requested: own === 'requested' },
    ...{ requested_by: theirs === 'requested', domain_blocking: false, endorsed: false, note: '' },
  };
}
