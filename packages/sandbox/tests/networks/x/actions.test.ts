import { expect, test } from 'vitest';
import { sandboxSeed } from '../../../src/index.ts';
import { call, open, send } from '../../support/sandbox.ts';
import { signInToX } from './sign-in.ts';

const { accounts, posts } = sandboxSeed.x;
const owner = accounts.sandbox_owner;

async function openSignedIn() {
  const sandbox = await open();
  const { headers } = await signInToX(sandbox);
  const act = (method: string, path: string, body?: unknown) =>
    send(`${sandbox.url}/x/2${path}`, method, body, headers);
  return { sandbox, headers, act };
}

test.each([
  ['like', 'POST', `/users/${owner}/likes`, { tweet_id: posts.friend }, { liked: true }],
  ['unlike', 'DELETE', `/users/${owner}/likes/${posts.friend}`, undefined, { liked: false }],
  [
    'follow',
    'POST',
    `/users/${owner}/following`,
    { target_user_id: accounts.sandbox_friend },
    { following: true, pending_follow: false },
  ],
  [
    'follow a protected account',
    'POST',
    `/users/${owner}/following`,
    { target_user_id: accounts.sandbox_private },
    { following: false, pending_follow: true },
  ],
  ['unfollow', 'DELETE', `/users/${owner}/following/${accounts.sandbox_friend}`, undefined, { following: false }],
  ['bookmark', 'POST', `/users/${owner}/bookmarks`, { tweet_id: posts.friend }, { bookmarked: true }],
  ['unbookmark', 'DELETE', `/users/${owner}/bookmarks/${posts.friend}`, undefined, { bookmarked: false }],
  ['hide a reply', 'PUT', `/tweets/${posts.reply}/hidden`, { hidden: true }, { hidden: true }],
  ['show a reply again', 'PUT', `/tweets/${posts.reply}/hidden`, { hidden: false }, { hidden: false }],
])('%s answers as documented and is logged as an action', async (_name, method, path, body, data) => {
  const { sandbox, act } = await openSignedIn();
  const answer = await act(method, path, body);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ data });
  const logged = { operation: 'action', method, path: `/x/2${path}`, status: 200 };
  expect(await sandbox.requests()).toMatchObject([{}, {}, logged]);
});

test('a direct message reaches a friend, but not a private account', async () => {
  const { act } = await openSignedIn();
  const sent = await act('POST', `/dm_conversations/with/${accounts.sandbox_friend}/messages`, { text: 'hello' });
  expect(sent).toMatchObject({
    status: 201,
    body: {
      data: { dm_conversation_id: `${owner}-${accounts.sandbox_friend}`, dm_event_id: expect.stringMatching(/^\d+$/) },
    },
  });
  expect(
    await act('POST', `/dm_conversations/with/${accounts.sandbox_private}/messages`, { text: 'hello' }),
  ).toMatchObject({
    status: 403,
    body: { detail: 'You do not have permission to DM one or more participants.' },
  });
});

test("only replies to one's own post can be hidden", async () => {
  const { act } = await openSignedIn();
  expect((await act('PUT', `/tweets/${posts.friend}/hidden`, { hidden: true })).status).toBe(403);
  expect((await act('PUT', `/tweets/${posts.owner}/hidden`, { hidden: true })).status).toBe(403);
});

test('a token cannot act for another account', async () => {
  const { act } = await openSignedIn();
  expect(await act('POST', `/users/${accounts.sandbox_friend}/likes`, { tweet_id: posts.friend })).toMatchObject({
    status: 400,
    body: { title: 'Invalid Request', errors: [{ parameters: { id: [accounts.sandbox_friend] } }] },
  });
});

test('an object that does not exist is an error with status 200', async () => {
  const { act } = await openSignedIn();
  const nobody = await act('GET', '/users/by/username/nobody');
  expect(nobody.status).toBe(200);
  expect(nobody.body).toEqual({
    errors: [
      {
        value: 'nobody',
        detail: 'Could not find user with username: [nobody].',
        title: 'Not Found Error',
        resource_type: 'user',
        parameter: 'username',
        resource_id: 'nobody',
        type: 'https://api.twitter.com/2/problems/resource-not-found',
      },
    ],
  });
  expect(await act('POST', `/users/${owner}/likes`, { tweet_id: '42' })).toMatchObject({
    status: 200,
    body: { errors: [{ resource_type: 'tweet' }] },
  });
});

test('invalid parameters are named', async () => {
  const { act } = await openSignedIn();
  expect(await act('GET', '/users/by/username/far_too_long_for_a_name')).toMatchObject({ status: 400 });
  expect(await act('GET', `/users/${owner}/tweets?max_results=4`)).toMatchObject({
    status: 400,
    body: {
      errors: [
        { parameters: { max_results: ['4'] }, message: 'The `max_results` query parameter value [4] is not valid' },
      ],
      title: 'Invalid Request',
      type: 'https://api.twitter.com/2/problems/invalid-request',
    },
  });
  expect((await act('GET', '/users/me?user.fields=shoe_size')).status).toBe(400);
});

test('the timeline shows followed accounts, newest first, page by page', async () => {
  const { act } = await openSignedIn();
  const path = `/users/${owner}/timelines/reverse_chronological`;
  const all = [posts.reply, posts.friendSecond, posts.friend, posts.owner];
  const first = await act('GET', `${path}?max_results=3&expansions=author_id`);
  expect(first.body).toMatchObject({
    data: all.slice(0, 3).map((id) => ({ id, author_id: accounts.sandbox_friend })),
    includes: { users: [{ username: 'sandbox_friend' }] },
    meta: { result_count: 3, newest_id: posts.reply, next_token: expect.any(String) },
  });
  const token = (first.body as { meta: { next_token: string } }).meta.next_token;
  expect((await act('GET', `${path}?max_results=3&pagination_token=${token}`)).body).toMatchObject({
    data: [{ id: posts.owner }],
  });
  expect((await act('GET', `${path}?exclude=replies`)).body).toMatchObject({ meta: { result_count: 3 } });
  expect((await act('GET', `${path}?since_id=${posts.reply}`)).body).toEqual({ meta: { result_count: 0 } });
  await act('DELETE', `/users/${owner}/following/${accounts.sandbox_friend}`);
  expect((await act('GET', path)).body).toMatchObject({ meta: { result_count: 1 } });
});

test("a protected account's posts are not shown", async () => {
  const { act } = await openSignedIn();
  expect((await act('GET', `/users/${accounts.sandbox_private}/tweets`)).body).toEqual({ meta: { result_count: 0 } });
});

test('rate limits are always counted, and enforced when asked for', async () => {
  const { sandbox, act } = await openSignedIn();
  const counted = await act('GET', '/users/me');
  expect(counted.headers.get('x-rate-limit-limit')).toBe('75');
  expect(counted.headers.get('x-rate-limit-remaining')).toBe('74');
  expect(Number(counted.headers.get('x-rate-limit-reset'))).toBeLessThan(Date.now() / 1000 + 1000);
  const path = `/dm_conversations/with/${accounts.sandbox_friend}/messages`;
  for (let sent = 0; sent < 16; sent += 1) expect((await act('POST', path, { text: `${sent}` })).status).toBe(201);
  await sandbox.settings({ rateLimits: true });
  expect(await act('POST', path, { text: 'one more' })).toMatchObject({
    status: 429,
    body: { title: 'Too Many Requests', detail: 'Too Many Requests', type: 'about:blank', status: 429 },
  });
});

test('profile pictures are real, and shown when their field is asked for', async () => {
  const { sandbox, act } = await openSignedIn();
  const me = await act('GET', '/users/me?user.fields=profile_image_url');
  const url = `${sandbox.url}/x/avatars/sandbox_owner`;
  expect(me.body).toMatchObject({ data: { profile_image_url: `${url}_normal.png` } });
  for (const picture of [await fetch(`${url}_normal.png`), await fetch(`${url}.png`)]) {
    expect(picture.headers.get('content-type')).toBe('image/png');
  }
  expect((await call(`${sandbox.url}/x/avatars/nobody.png`)).status).toBe(404);
});
