import { type Call, Refusal, type Reply, type Route } from '../../../http/route.ts';
import { acceptPost } from '../../../world/world.ts';
import { notAllowed, notFound } from '../errors.ts';
import { spend, throttles } from '../rate-limits.ts';
import { forUsers, type Session } from '../session.ts';
import type { MastodonState } from '../state.ts';
import { findReblog, presentStatus } from './present.ts';
import { requireVisible, visibilityOf } from './visibility.ts';

/**
 * Favourites, bookmarks and reblogs. A repeated call succeeds.
 *
 * @see https://docs.joinmastodon.org/methods/statuses/#favourite (read 2026-11-22)
 */
export function engagementRoutes(state: MastodonState): readonly Route[] {
  const act = { method: 'POST', operation: 'action' } as const;
  const favourite = { ...act, scopes: ['write:favourites'] };
  const bookmark = { ...act, scopes: ['write:bookmarks'] };
  const share = { ...act, scopes: ['write:statuses'] };
  const path = (verb: string) => `/api/v1/statuses/:id/${verb}`;
  const { favourites, bookmarks } = state;
  return forUsers(state, [
    { ...favourite, path: path('favourite'), handle: marking((pair) => favourites.add(pair)) },
    { ...favourite, path: path('unfavourite'), handle: marking((pair) => favourites.delete(pair)) },
    { ...bookmark, path: path('bookmark'), handle: marking((pair) => bookmarks.add(pair)) },
    { ...bookmark, path: path('unbookmark'), handle: marking((pair) => bookmarks.delete(pair)) },
    { ...share, path: path('reblog'), family: 'statuses', handle: reblog },
    { ...share, path: path('unreblog'), throttle: throttles.deletions, handle: undoReblog },
  ]);
}

/** Makes a handler that changes the mark of a user on a status, and shows the status. */
function marking(change: (pair: string) => void) {
  return (state: MastodonState, call: Call, session: Session): Reply => {
    const post = requireVisible(state, call, session);
    change(`${session.account.id}/${post.id}`);
    return { status: 200, json: presentStatus(state, post, { call, viewer: session.account }) };
  };
}

/** Shares a status with one's followers. The answer is the new status; a repeat gets the first one. */
function reblog(state: MastodonState, call: Call, session: Session): Reply {
  const { account, token } = session;
  const target = requireVisible(state, call, session);
  const post = state.world.posts.find('mastodon', target.resharedId ?? target.id) ?? target;
  const visibility = visibilityOf(state, post);
  const isOwnPrivate = visibility === 'private' && post.accountId === account.id;
  if (!['public', 'unlisted'].includes(visibility) && !isOwnPrivate) throw new Refusal(notAllowed());
  const earlier = findReblog(state, post, account);
  if (earlier) return { status: 200, json: presentStatus(state, earlier, { call, viewer: account }) };
  spend(state, 'statuses', account.id);
  const id = state.nextId();
  state.details.set(id, {
    ...{ text: '', spoilerText: '', visibility, sensitive: false, language: 'en', mediaIds: [], mentions: [] },
    quotePolicy: 'nobody',
    clientId: token.clientId,
  });
  const shared = acceptPost(state.world, {
    network: 'mastodon',
    id,
    accountId: account.id,
    text: '',
    media: [],
    resharedId: post.id,
  });
  return { status: 200, json: presentStatus(state, shared, { call, viewer: account }) };
}

function undoReblog(state: MastodonState, call: Call, { account }: Session): Reply {
  const post = state.world.posts.find('mastodon', call.params['id'] ?? '');
  if (!post || post.deletedAt !== undefined) return notFound();
  const shared = findReblog(state, post, account);
  if (shared) shared.deletedAt = state.world.now();
  return { status: 200, json: presentStatus(state, post, { call, viewer: account }) };
}
