import type { Call, Reply, Route } from '../../../http/route.ts';
import type { Post } from '../../../world/posts.ts';
import { requireAccount } from '../accounts/accounts.ts';
import { compareIds } from '../ids.ts';
import { forEveryone, forUsers, type Session } from '../session.ts';
import { follows, type MastodonState } from '../state.ts';
import { presentStatus } from './present.ts';
import { isVisible, requireVisible } from './visibility.ts';

const defaultLimit = 20;
const maxLimit = 40;

/** One status, the statuses of an account, and the home timeline. */
export function readRoutes(state: MastodonState): readonly Route[] {
  const read = { method: 'GET', operation: 'read', scopes: ['read:statuses'] } as const;
  return [
    ...forUsers(state, [{ ...read, path: '/api/v1/timelines/home', handle: showHome }]),
    ...forEveryone(state, [
      { ...read, path: '/api/v1/accounts/:id/statuses', handle: listStatuses },
      { ...read, path: '/api/v1/statuses/:id', handle: showStatus },
    ]),
  ];
}

function showStatus(state: MastodonState, call: Call, session: Session | undefined): Reply {
  const post = requireVisible(state, call, session);
  return { status: 200, json: presentStatus(state, post, { call, viewer: session?.account }) };
}

function showHome(state: MastodonState, call: Call, session: Session): Reply {
  const { account } = session;
  const authors = state.world.accounts
    .of('mastodon')
    .filter((each) => each.id === account.id || follows(state, account, each));
  const ids = new Set(authors.map(({ id }) => id));
  return page(state, call, { session, isWanted: (post) => ids.has(post.accountId) });
}

function listStatuses(state: MastodonState, call: Call, session: Session | undefined): Reply {
  const author = requireAccount(state, call);
  const asks = (name: string) => ['true', '1'].includes(call.query.get(name) ?? '');
  return page(state, call, {
    session,
    isWanted: (post) =>
      post.accountId === author.id &&
      !asks('pinned') &&
      !(asks('exclude_reblogs') && post.resharedId !== undefined) &&
      !(asks('exclude_replies') && post.replyToId !== undefined && !isOwnThread(state, post)) &&
      !(asks('only_media') && post.media.length === 0),
  });
}

/** Returns true for a reply to oneself, which counts as a status of its own. */
function isOwnThread({ world }: MastodonState, post: Post): boolean {
  return world.posts.find('mastodon', post.replyToId ?? '')?.accountId === post.accountId;
}

interface PageOptions {
  readonly session: Session | undefined;
  readonly isWanted: (post: Post) => boolean;
}

/**
 * Answers with one page, newest first, and links to its neighbours.
 *
 * @see https://docs.joinmastodon.org/api/guidelines/#pagination (read 2026-11-22)
 */
function page(state: MastodonState, call: Call, { session, isWanted }: PageOptions): Reply {
  const viewer = session?.account;
  const limit = Math.min(maxLimit, Math.max(1, Number.parseInt(call.query.get('limit') ?? '', 10) || defaultLimit));
  const [maxId, sinceId, minId] = ['max_id', 'since_id', 'min_id'].map((name) => call.query.get(name));
  const wanted = state.world.posts
    .of('mastodon')
    .filter(
      (post) =>
        isWanted(post) &&
        isVisible(state, post, viewer) &&
        (!maxId || compareIds(post.id, maxId) < 0) &&
        (!sinceId || compareIds(post.id, sinceId) > 0) &&
        (!minId || compareIds(post.id, minId) > 0),
    );
  const shown = (minId ? wanted.slice(0, limit) : wanted.slice(-limit)).toReversed();
  const links = linksOf(call, { shown, isFull: shown.length === limit });
  return {
    status: 200,
    headers: links === '' ? {} : { link: links },
    json: shown.map((post) => presentStatus(state, post, { call, viewer })),
  };
}

function linksOf(call: Call, { shown, isFull }: { shown: readonly Post[]; isFull: boolean }): string {
  const [newest, oldest] = [shown[0], shown.at(-1)];
  if (!newest || !oldest) return '';
  const address = (name: string, id: string) => {
    const query = new URLSearchParams(call.query);
    for (const each of ['max_id', 'since_id', 'min_id']) query.delete(each);
    query.set(name, id);
    return `<${call.base}${call.path.replace(/\/$/, '')}?${query}>`;
  };
  const next = isFull ? [`${address('max_id', oldest.id)}; rel="next"`] : [];
  return [...next, `${address('min_id', newest.id)}; rel="prev"`].join(', ');
}
