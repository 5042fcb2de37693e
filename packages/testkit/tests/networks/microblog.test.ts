import type { FaultKind } from '@social/sandbox';
import { uniqueText, useResource, useStack, watchRequests } from '@social/testkit';
import { describe, expect, test } from 'vitest';

// The accounts and posts that the simulated network starts with.
const FRIEND = '1745123467899012481';
const PRIVATE = '1745123478909012482';
const FRIENDS_POST = '1990000000000000002';
const REPLY = '1990000000000000004';
const NOWHERE = '1999999999999999999';

const { stack, workspace: pro } = useStack({ config: { upstreamTimeoutMs: 700 }, connect: ['microblog'] });

const free = useResource(() => stack.createWorkspace({ plan: 'free', connect: ['microblog'] }));
const unconnected = useResource(() => stack.createWorkspace());

interface Action {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Body, or query of a GET. */
  readonly input: Record<string, unknown>;
  readonly status: number;
  readonly answer: object;
  readonly cost: number;
}

const ACTIONS: Action[] = [
  {
    name: 'like',
    method: 'POST',
    path: 'like',
    input: { mpost_id: FRIENDS_POST },
    status: 201,
    answer: { ok: true, liked: true },
    cost: 1,
  },
  {
    name: 'unlike',
    method: 'DELETE',
    path: 'like',
    input: { mpost_id: FRIENDS_POST },
    status: 200,
    answer: { ok: true, liked: false, unliked: true },
    cost: 1,
  },
  {
    name: 'follow',
    method: 'POST',
    path: 'follow',
    input: { target_user_id: FRIEND },
    status: 201,
    answer: { ok: true, following: true, pendingFollow: false, pending_follow: false },
    cost: 1,
  },
  {
    name: 'unfollow',
    method: 'DELETE',
    path: 'follow',
    input: { target_user_id: FRIEND },
    status: 200,
    answer: { ok: true, following: false },
    cost: 1,
  },
  {
    name: 'bookmark',
    method: 'POST',
    path: 'bookmark',
    input: { mpost_id: FRIENDS_POST },
    status: 201,
    answer: { ok: true, bookmarked: true },
    cost: 1,
  },
  {
    name: 'remove bookmark',
    method: 'DELETE',
    path: 'bookmark',
    input: { mpost_id: FRIENDS_POST },
    status: 200,
    answer: { ok: true, bookmarkDeleted: true, bookmarked: false },
    cost: 1,
  },
  {
    name: 'direct message',
    method: 'POST',
    path: 'dm',
    input: { recipient_id: FRIEND, text: 'Thank you!' },
    status: 201,
    answer: { ok: true },
    cost: 2,
  },
  {
    name: 'delete',
    method: 'DELETE',
    path: 'mpost',
    input: { mpost_id: NOWHERE },
    status: 200,
    answer: { ok: true, deleted: true, mpostId: NOWHERE },
    cost: 1,
  },
  {
    name: 'hide reply',
    method: 'PUT',
    path: 'reply/hide',
    input: { mpost_id: REPLY },
    status: 200,
    answer: { ok: true, hidden: true },
    cost: 1,
  },
  {
    name: 'unhide reply',
    method: 'PUT',
    path: 'reply/hide',
    input: { mpost_id: REPLY, hidden: false },
    status: 200,
    answer: { ok: true, hidden: false },
    cost: 1,
  },
  { name: 'timeline', method: 'GET', path: 'timeline', input: {}, status: 200, answer: { ok: true }, cost: 0 },
  {
    name: 'user',
    method: 'GET',
    path: 'user',
    input: { username: 'sandbox_friend' },
    status: 200,
    answer: { ok: true, user: { id: FRIEND, name: 'Sandbox Friend', username: 'sandbox_friend' } },
    cost: 0,
  },
];
const CHANGES = ACTIONS.filter(({ method }) => method !== 'GET');

function call({ method, path }: Pick<Action, 'method' | 'path'>, input: object, by = pro) {
  const at = `/api/v1/microblog/${path}`;
  if (method !== 'GET') return by.api(method, at, { body: input });
  return by.api('GET', `${at}?${new URLSearchParams(input as Record<string, string>)}`);
}

describe.each(ACTIONS)('$name', (action) => {
  test('answers as specified and charges what the table says', async () => {
    const before = (await pro.credits()).used;
    const { status, body } = await call(action, action.input);
    expect(status).toBe(action.status);
    expect(body).toMatchObject(action.answer);
    expect((await pro.credits()).used - before).toBe(action.cost);
  });

  test('is refused on the free plan before anything is sent', async () => {
    const seen = await watchRequests(stack);
    const { status, body } = await call(action, action.input, free);
    expect([status, body.code]).toEqual([403, 'paid_plan_required']);
    expect(await seen()).toEqual([]);
    expect((await free.credits()).used).toBe(0);
  });

  test('answers 404 where the microblog is not connected', async () => {
    const { status, body } = await call(action, action.input, unconnected);
    expect([status, body.code]).toEqual([404, 'not_connected']);
    expect((await unconnected.credits()).used).toBe(0);
  });

  test('answers 404 for a profile that does not exist', async () => {
    const { status, body } = await call(action, { ...action.input, profile: 'none' });
    expect([status, body.code]).toEqual([404, 'profile_not_found']);
  });

  test('needs a key', async () => {
    const options = action.method === 'GET' ? {} : { body: action.input };
    const query = action.method === 'GET' ? `?${new URLSearchParams(action.input as Record<string, string>)}` : '';
    const { status } = await stack.anonymous(action.method, `/api/v1/microblog/${action.path}${query}`, options);
    expect(status).toBe(401);
  });
});

describe.each(CHANGES)('$name at the network', (action) => {
  const operation = action.name === 'delete' ? 'delete' : 'action';

  test.each<[FaultKind, number, string]>([
    ['forbidden', 403, 'network_forbidden'],
    ['rate-limit', 429, 'network_rate_limited'],
    ['credits-depleted', 403, 'network_credits_depleted'],
  ])('refused with %s answers %i and is not charged', async (kind, expected, code) => {
    const before = (await pro.credits()).used;
    await stack.sandbox.fault({ network: 'x', operation, kind, retryAfterSeconds: 77 });
    const { status, body, headers } = await call(action, action.input);
    expect([status, body.code]).toEqual([expected, code]);
    if (expected === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await pro.credits()).used).toBe(before);
    expect((await pro.credits()).balance).toBe(10_000 - before);
  });

  test.each<FaultKind>(['accept-then-drop', 'accept-then-error', 'timeout', 'garbage'])(
    'with its answer lost by %s answers 502 outcome_unknown and is sent once',
    async (kind) => {
      const before = (await pro.credits()).used;
      await stack.sandbox.fault({ network: 'x', operation, kind });
      const seen = await watchRequests(stack);
      const { status, body } = await call(action, action.input);
      expect([status, body.code]).toEqual([502, 'outcome_unknown']);
      expect(await seen(operation)).toHaveLength(1);
      expect((await pro.credits()).used).toBe(before);
    },
  );
});

describe('input', () => {
  const idFields = CHANGES.flatMap((action) => {
    const [field] = Object.keys(action.input);
    return field ? [{ ...action, field }] : [];
  });

  test.each(idFields)('$name refuses ids that are not strings of digits', async (action) => {
    const seen = await watchRequests(stack);
    const wrong = [Number(FRIENDS_POST), '', 'abc', '-1', '1.5', '12345678901234567890', '1/../2', null, ['1'], ' 1'];
    for (const id of wrong) {
      const { status, body } = await call(action, { ...action.input, [action.field]: id });
      expect([id, status, body.details?.field]).toEqual([id, 400, action.field]);
    }
    const { [action.field]: _, ...without } = action.input;
    const missing = await call(action, without);
    expect([missing.status, missing.body.details.field]).toEqual([400, action.field]);
    expect(await seen()).toEqual([]);
  });

  test.each(CHANGES.filter(({ method }) => method === 'DELETE'))(
    '$name takes its input from the query or the body',
    async (action) => {
      const at = `/api/v1/microblog/${action.path}`;
      const query = `?${new URLSearchParams(action.input as Record<string, string>)}`;
      expect((await pro.api('DELETE', `${at}${query}`)).status).toBe(200);
      expect((await pro.api('DELETE', `${at}${query}`, { body: action.input })).status).toBe(200);
      const [[field = '', value] = []] = Object.entries(action.input);
      const other = `${String(value).slice(0, -1)}8`;
      const seen = await watchRequests(stack);
      const different = await pro.api('DELETE', `${at}${query}`, { body: { [field]: other } });
      expect([different.status, different.body.details?.field]).toEqual([400, field]);
      const profiles = await pro.api('DELETE', `${at}${query}&profile=default`, { body: { profile: 'other' } });
      expect([profiles.status, profiles.body.details?.field]).toEqual([400, 'profile']);
      expect(await seen()).toEqual([]);
    },
  );

  test.each([
    ['no text', { recipient_id: FRIEND }],
    ['an empty text', { recipient_id: FRIEND, text: '' }],
    ['a text of spaces', { recipient_id: FRIEND, text: '  ' }],
    ['a text beyond 10 000 characters', { recipient_id: FRIEND, text: 'x'.repeat(10_001) }],
  ])('a direct message with %s is refused', async (_name, body) => {
    const answer = await pro.api('POST', '/api/v1/microblog/dm', { body });
    expect([answer.status, answer.body.details.field]).toEqual([400, 'text']);
  });

  test('hidden must be true or false', async () => {
    const { status, body } = await call({ method: 'PUT', path: 'reply/hide' }, { mpost_id: REPLY, hidden: 'false' });
    expect([status, body.details.field]).toEqual([400, 'hidden']);
  });

  test.each(['@bob', 'a/b', 'a'.repeat(16), '', 'ä', 'a b'])('the user name "%s" is refused', async (username) => {
    const { status, body } = await call({ method: 'GET', path: 'user' }, { username });
    expect([status, body.details.field]).toEqual([400, 'username']);
  });

  test.each(['4', '101', '0', '-5', '7.5', 'ten', ''])('max_results=%s is refused', async (count) => {
    const { status, body } = await pro.api('GET', `/api/v1/microblog/timeline?max_results=${count}`);
    expect([status, body.details.field]).toEqual([400, 'max_results']);
  });
});

describe('results', () => {
  test('a direct message names its conversation and its event in both spellings', async () => {
    const { body } = await call({ method: 'POST', path: 'dm' }, { recipient_id: FRIEND, text: uniqueText('Both') });
    expect(body.dmConversationId).toContain(FRIEND);
    expect(body.dmEventId).toMatch(/^\d+$/);
    expect(body).toMatchObject({ dm_conversation_id: body.dmConversationId, dm_event_id: body.dmEventId });
  });

  test('following a protected account waits for its approval', async () => {
    const { body } = await call({ method: 'POST', path: 'follow' }, { target_user_id: PRIVATE });
    expect(body).toEqual({ ok: true, following: false, pendingFollow: true, pending_follow: true });
  });

  test.each([
    [
      'a message to an account that takes none',
      { method: 'POST', path: 'dm' },
      { recipient_id: PRIVATE, text: 'Hello' },
      403,
    ],
    ['following oneself', { method: 'POST', path: 'follow' }, { target_user_id: '1745123456789012480' }, 403],
    ['hiding a post that is not a reply', { method: 'PUT', path: 'reply/hide' }, { mpost_id: FRIENDS_POST }, 403],
    ['deleting a post of another user', { method: 'DELETE', path: 'mpost' }, { mpost_id: FRIENDS_POST }, 403],
    ['liking a post that does not exist', { method: 'POST', path: 'like' }, { mpost_id: NOWHERE }, 404],
    ['following an unknown user', { method: 'POST', path: 'follow' }, { target_user_id: NOWHERE }, 404],
    ['a user that does not exist', { method: 'GET', path: 'user' }, { username: 'nobody_here' }, 404],
  ])("%s is the network's refusal and costs nothing", async (_name, action, input, expected) => {
    const before = (await pro.credits()).used;
    const { status, body } = await call(action, input);
    expect(status).toBe(expected);
    expect(body.code).toBe(expected === 404 ? 'network_not_found' : body.code);
    expect(body.code.startsWith('network_')).toBe(true);
    expect((await pro.credits()).used).toBe(before);
  });

  test('a post is deleted at the network, and deleting it again succeeds', async () => {
    const published = await pro.publish({ text: uniqueText('Short-lived'), platforms: ['microblog'] });
    const { platformPostId: id } = published.body.platformResults.microblog;
    for (let again = 0; again < 2; again += 1) {
      const { status, body } = await call({ method: 'DELETE', path: 'mpost' }, { mpost_id: id });
      expect([status, body]).toEqual([200, { ok: true, deleted: true, mpostId: id }]);
    }
    expect((await stack.sandbox.posts('x')).find((post) => post.id === id)?.deletedAt).not.toBeNull();
  });

  test('the timeline holds what followed accounts wrote, with ids as strings', async () => {
    await call({ method: 'POST', path: 'follow' }, { target_user_id: FRIEND });
    const { body } = await pro.api('GET', '/api/v1/microblog/timeline?max_results=5');
    expect(body.count).toBe(body.tweets.length);
    expect(body.tweets.length).toBeLessThanOrEqual(5);
    for (const { id, createdAt } of body.tweets) {
      expect(id).toMatch(/^\d+$/);
      expect(new Date(createdAt).toISOString()).toBe(createdAt);
    }
  });

  test.each<FaultKind>(['server-error', 'garbage', 'timeout', 'drop'])(
    'a timeline that fails twice with %s answers 502',
    async (kind) => {
      await stack.sandbox.fault({ network: 'x', operation: 'read', kind, times: 2 });
      const { status, body } = await call({ method: 'GET', path: 'timeline' }, {});
      expect([status, body.code]).toEqual([502, 'network_unavailable']);
    },
  );

  test('402 is answered before anything is sent', async () => {
    const poor = await stack.createWorkspace({ connect: ['microblog'] });
    await stack.query(`update workspace set balance = 1 where id = '${poor.workspaceId}'`);
    const seen = await watchRequests(stack);
    const { status, body } = await call({ method: 'POST', path: 'dm' }, { recipient_id: FRIEND, text: 'Hello' }, poor);
    expect([status, body.code]).toEqual([402, 'insufficient_credits']);
    expect(await seen()).toEqual([]);
  });

  test('every charge is a separate transaction, newest first', async () => {
    const fresh = await stack.createWorkspace({ connect: ['microblog'] });
    await call({ method: 'POST', path: 'like' }, { mpost_id: FRIENDS_POST }, fresh);
    await call({ method: 'POST', path: 'dm' }, { recipient_id: FRIEND, text: uniqueText('Charged') }, fresh);
    const { recentTransactions } = (await fresh.api('GET', '/api/usage')).body;
    expect(recentTransactions.slice(0, 2).map(({ amount }: { amount: number }) => amount)).toEqual([-2, -1]);
    expect(recentTransactions[0].metadata).toMatchObject({ platforms: ['microblog'], breakdown: { microblog: 2 } });
  });
});
