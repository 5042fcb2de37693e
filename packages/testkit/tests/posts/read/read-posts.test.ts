import { uniqueText, useStack } from '@social/testkit';
import { beforeAll, expect, test } from 'vitest';

const ids: string[] = [];

// Seven posts: the second and the fifth are scheduled, the sixth is canceled.
const { stack, workspace } = useStack({ clock: true, connect: ['profnet'] });

beforeAll(async () => {
  for (let number = 1; number <= 7; number += 1) {
    const scheduledFor = [2, 5, 6].includes(number) ? { scheduledFor: '2099-01-01T00:00:00Z' } : {};
    const body = { text: uniqueText(`Post ${number}`), platforms: ['profnet'], ...scheduledFor };
    ids.push((await workspace.publish(body)).body.id);
  }
  await workspace.api('DELETE', `/api/v1/posts/${ids[5]}`);
});

function list(query = '') {
  return workspace.api('GET', `/api/v1/posts${query}`);
}

const idsOf = (posts: { id: string }[]) => posts.map(({ id }) => id);

test('posts are listed newest first', async () => {
  const { status, body } = await list();
  expect(status).toBe(200);
  expect(idsOf(body.posts)).toEqual(ids.toReversed());
  expect(body.nextCursor).toBeNull();
});

test('one post is read as it was answered when it was made', async () => {
  const { body } = await list();
  for (const post of body.posts) {
    expect(await workspace.readPost(post.id)).toEqual(post);
  }
});

test('an id is found in capitals', async () => {
  const { status, body } = await workspace.api('GET', `/api/v1/posts/${ids[0]?.toUpperCase()}`);
  expect([status, body.id]).toEqual([200, ids[0]]);
});

test('pages follow each other by their cursor without gap or repetition', async () => {
  const collected: string[] = [];
  let cursor = '';
  for (let page = 0; page < 3; page += 1) {
    const { body } = await list(`?limit=3${cursor && `&cursor=${cursor}`}`);
    collected.push(...idsOf(body.posts));
    cursor = body.nextCursor ?? '';
    expect(cursor === '').toBe(page === 2);
  }
  expect(collected).toEqual(ids.toReversed());
});

test('a page has at most 100 posts unless it asks for fewer', async () => {
  const busy = await stack.createWorkspace();
  const make = () => busy.publish({ text: 'One of many', platforms: ['video'] });
  const made: Awaited<ReturnType<typeof make>>[] = [];
  for (let index = 0; index < 103; index += 1) made.push(await make());
  const first = (await busy.api('GET', '/api/v1/posts')).body;
  expect(first.posts).toHaveLength(100);
  const second = (await busy.api('GET', `/api/v1/posts?cursor=${first.nextCursor}`)).body;
  expect([second.posts.length, second.nextCursor]).toEqual([3, null]);
  const listed = idsOf([...first.posts, ...second.posts]);
  expect(new Set(listed)).toEqual(new Set(made.map(({ body }) => body.id)));
  expect(listed).toEqual(listed.toSorted().reverse());
});

test('a page that ends exactly with the last post has no next cursor', async () => {
  expect((await list('?limit=7')).body.nextCursor).toBeNull();
});

test('a post that is made meanwhile does not disturb the pages after', async () => {
  const other = await stack.createWorkspace();
  const make = (text: string) => other.publish({ text, platforms: ['video'] });
  const made = [(await make('one')).body.id, (await make('two')).body.id];
  const first = await other.api('GET', '/api/v1/posts?limit=1');
  await make('three');
  const second = await other.api('GET', `/api/v1/posts?limit=1&cursor=${first.body.nextCursor}`);
  expect([...idsOf(first.body.posts), ...idsOf(second.body.posts)]).toEqual(made.toReversed());
});

test.each([
  ['scheduled', [4, 1]],
  ['canceled', [5]],
  ['published', [6, 3, 2, 0]],
  ['missed', []],
])('a list can be limited to the status %s', async (status, positions) => {
  const { body } = await list(`?status=${status}`);
  expect(idsOf(body.posts)).toEqual(positions.map((position) => ids[position]));
});

test('the filter by status works across pages', async () => {
  const first = await list('?status=published&limit=2');
  const second = await list(`?status=published&limit=2&cursor=${first.body.nextCursor}`);
  expect(idsOf([...first.body.posts, ...second.body.posts])).toEqual([6, 3, 2, 0].map((position) => ids[position]));
  expect(second.body.nextCursor).toBeNull();
});

test.each([
  ['limit=0', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=101', 'limit'],
  ['limit=1.5', 'limit'],
  ['limit=abc', 'limit'],
  ['limit=', 'limit'],
  ['limit=1&limit=2', 'limit'],
  ['limit[a]=1', 'limit[a]'],
  ['cursor=', 'cursor'],
  ['cursor=abc', 'cursor'],
  [`cursor=${'a'.repeat(300)}`, 'cursor'],
  ['status=sent', 'status'],
  ['status=PUBLISHED', 'status'],
  ['page=2', 'page'],
])('?%s is refused naming the parameter', async (query, field) => {
  const { status, body } = await list(`?${query}`);
  expect(status).toBe(400);
  expect(body.details.field).toBe(field);
});

test.each(['1', 'undefined', '00000000-0000-4000-8000-000000000000', '%00', "'--", 'a'.repeat(90)])(
  'the post "%s" does not exist',
  async (id) => {
    const { status } = await workspace.api('GET', `/api/v1/posts/${id}`);
    expect([400, 404]).toContain(status);
  },
);

test('updatedAt moves when a post changes', async () => {
  const [, id = ''] = ids;
  const before = await workspace.readPost(id);
  const { body } = await workspace.api('PATCH', `/api/v1/posts/${id}`, {
    body: { scheduledFor: '2099-02-01T00:00:00Z' },
  });
  expect(body.updatedAt >= before.updatedAt).toBe(true);
  expect(body.createdAt).toBe(before.createdAt);
});

test('the source of a post is shown with the post and is not published', async () => {
  const other = await stack.createWorkspace({ connect: ['profnet'] });
  const text = uniqueText('Kept in a file');
  const publish = (source: unknown) => other.publish({ text, platforms: ['profnet'], source });
  const { status, body } = await publish('file:acme/site#posts/launch.md');
  expect([status, body.source]).toEqual([201, 'file:acme/site#posts/launch.md']);
  expect((await other.api('GET', '/api/v1/posts')).body.posts).toEqual([body]);
  const published = (await stack.sandbox.posts('linkedin')).filter((post) => post.text === text);
  expect(published).toHaveLength(1);
  expect(JSON.stringify(published)).not.toContain('launch.md');
  const again = (source: string) => {
    const headers = { 'idempotency-key': 'kept-in-a-file' };
    return other.publish({ text: `${text}!`, platforms: ['profnet'], source }, headers);
  };
  const first = await again('file:acme/site#a.md');
  expect((await again('file:local-1#a.md')).text).toBe(first.text);
  const deceptive = ['a\u0000b', 'a\nb', 'a\u001b[31mb', 'a\u202eb', 'a\u2028b'];
  for (const wrong of ['', 'x'.repeat(1001), 7, null, ...deceptive]) expect((await publish(wrong)).status).toBe(400);
});
