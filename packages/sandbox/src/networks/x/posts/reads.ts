import type { Call, Json, Reply, Route } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import type { Post } from '../../../world/posts.ts';
import { notFound, refuseParameter } from '../errors.ts';
import { type Endpoint, pathId, protect, requireSelf, type Session } from '../session.ts';
import { follows, type XState } from '../state.ts';
import { selectFields } from './fields.ts';
import { includesOf } from './includes.ts';
import { isVisible, presentPost, presentUser } from './present.ts';

const readScopes = ['tweet.read', 'users.read'];

/** Reading users, posts and timelines. */
export function readRoutes(state: XState): readonly Route[] {
  const read = { method: 'GET', operation: 'read', scopes: readScopes } as const;
  const endpoints: readonly Endpoint[] = [
    { ...read, path: '/2/users/me', operation: 'identity', calls: 75, handle: showUser },
    { ...read, path: '/2/users/by/username/:username', calls: 900, handle: lookUp },
    { ...read, path: '/2/users/:id/tweets', calls: 900, handle: listPosts },
    { ...read, path: '/2/users/:id/timelines/reverse_chronological', calls: 180, handle: showTimeline },
    { ...read, path: '/2/tweets/:id', calls: 900, handle: showPost },
  ];
  return endpoints.map((endpoint) => protect(state, endpoint));
}

function showUser(state: XState, call: Call, { account }: Pick<Session, 'account'>): Reply {
  return { status: 200, json: { data: presentUser(state, account, { call, fields: selectFields(call).user }) } };
}

function lookUp(state: XState, call: Call): Reply {
  const username = call.params['username'] ?? '';
  if (!/^[A-Za-z0-9_]{1,15}$/.test(username)) refuseParameter('username', username);
  const account = state.world.accounts.findByUsername('x', username);
  return account
    ? showUser(state, call, { account })
    : notFound({ resource: 'user', parameter: 'username', value: username });
}

function showPost(state: XState, call: Call, { account: user }: Session): Reply {
  const id = pathId(call, 'id');
  const post = state.world.posts.find('x', id);
  if (!post || !isVisible(state, post, user)) return notFound({ resource: 'tweet', parameter: 'id', value: id });
  const fields = selectFields(call);
  const data = presentPost(state, post, fields.post);
  return { status: 200, json: { data, ...includesOf(state, [post], { call, user, fields }) } };
}

function listPosts(state: XState, call: Call, { account: user }: Session): Reply {
  const id = pathId(call, 'id');
  const author = state.world.accounts.find('x', id);
  if (!author) return notFound({ resource: 'user', parameter: 'id', value: id });
  return page(state, call, {
    user,
    limits: { min: 5, max: 100, initial: 10 },
    posts: state.world.posts.of('x').filter((post) => post.accountId === id && isVisible(state, post, user)),
  });
}

function showTimeline(state: XState, call: Call, { account: user }: Session): Reply {
  requireSelf(call, 'id', user);
  const followed = (post: Post) => {
    const author = state.world.accounts.find('x', post.accountId);
    return author !== undefined && (author.id === user.id || follows(state, user, author));
  };
  return page(state, call, {
    user,
    limits: { min: 1, max: 100, initial: 100 },
    posts: state.world.posts.of('x').filter((post) => followed(post) && isVisible(state, post, user)),
  });
}

interface PageOptions {
  readonly limits: { readonly min: number; readonly max: number; readonly initial: number };
  readonly posts: readonly Post[];
  readonly user: Account;
}

/** One page of posts, newest first, filtered by the call's parameters. */
function page(state: XState, call: Call, { limits, posts, user }: PageOptions): Reply {
  const fields = selectFields(call);
  const size = readInteger(call, 'max_results', limits);
  const wanted = posts.filter(rangeOf(call)).reverse();
  const start = readToken(call);
  const shown = wanted.slice(start, start + size);
  const meta: Record<string, Json> = { result_count: shown.length };
  if (shown[0]) meta['newest_id'] = shown[0].id;
  const oldest = shown.at(-1);
  if (oldest) meta['oldest_id'] = oldest.id;
  if (start + size < wanted.length) meta['next_token'] = tokenFor(start + size);
  if (start > 0) meta['previous_token'] = tokenFor(Math.max(0, start - size));
  if (shown.length === 0) return { status: 200, json: { meta } };
  return {
    status: 200,
    json: {
      data: shown.map((post) => presentPost(state, post, fields.post)),
      ...includesOf(state, shown, { call, user, fields }),
      meta,
    },
  };
}

function rangeOf(call: Call): (post: Post) => boolean {
  const exclude = new Set(call.query.getAll('exclude').flatMap((value) => value.split(',')));
  for (const value of exclude) if (!['replies', 'retweets'].includes(value)) refuseParameter('exclude', value);
  const [sinceId, untilId] = ['since_id', 'until_id'].map((name) => readId(call, name));
  const [startTime, endTime] = ['start_time', 'end_time'].map((name) => readTime(call, name));
  return (post) =>
    !(exclude.has('replies') && post.replyToId !== undefined) &&
    (sinceId === undefined || compareIds(post.id, sinceId) > 0) &&
    (untilId === undefined || compareIds(post.id, untilId) < 0) &&
    (startTime === undefined || post.createdAt >= startTime) &&
    (endTime === undefined || post.createdAt < endTime);
}

function compareIds(left: string, right: string): number {
  const difference = BigInt(left) - BigInt(right);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

function readInteger(call: Call, name: string, limits: PageOptions['limits']): number {
  const text = call.query.get(name);
  if (text === null) return limits.initial;
  const value = Number(text);
  const isValid = /^\d+$/.test(text) && value >= limits.min && value <= limits.max;
  return isValid ? value : refuseParameter(name, text);
}

function readId(call: Call, name: string): string | undefined {
  const value = call.query.get(name);
  if (value === null) return undefined;
  return /^[0-9]{1,19}$/.test(value) ? value : refuseParameter(name, value);
}

function readTime(call: Call, name: string): number | undefined {
  const value = call.query.get(name);
  if (value === null) return undefined;
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value))
    ? Date.parse(value)
    : refuseParameter(name, value);
}

function tokenFor(start: number): string {
  return Buffer.from(`from:${start}`).toString('base64url');
}

function readToken(call: Call): number {
  const token = call.query.get('pagination_token');
  if (token === null) return 0;
  const start = /^from:(\d+)$/.exec(Buffer.from(token, 'base64url').toString())?.[1];
  return start === undefined ? refuseParameter('pagination_token', token) : Number(start);
}
