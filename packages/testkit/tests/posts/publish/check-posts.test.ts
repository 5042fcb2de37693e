import { startFileServer, uniqueText, useStack } from '@social/testkit';
import { expect, test } from 'vitest';

const { stack, workspace } = useStack({ connect: ['profnet', 'bluesky'] });

const check = (body: object, options: object = {}) =>
  workspace.api('POST', '/api/v1/posts/check', { ...options, body });
const hello = (more: object = {}) => ({ text: uniqueText('Hello'), platforms: ['profnet'], ...more });

test('each post is checked as by a dry run, in order, and a wrong one does not stop the others', async () => {
  const first = hello();
  const posts = [
    first,
    hello({ text: 'x'.repeat(3_001) }),
    hello({ labels: ['#'] }),
    hello({ profile: 'nobody' }),
    hello({ scheduledFor: '2020-01-01T00:00:00Z', ifPast: 'refuse' }),
    hello({ scheduledFor: '2099-01-01T00:00:00Z', dryRun: false, draft: true }),
  ];
  const { status, body } = await check({ posts });
  expect(status).toBe(200);
  expect(body.results).toMatchObject([
    { state: 'checked', preview: { id: null, outcome: 'ready', credits: 1, text: first.text } },
    { state: 'checked', preview: { outcome: 'problem', platformResults: { profnet: { code: 'invalid_request' } } } },
    { state: 'refused', refusal: { code: 'invalid_request', details: { field: 'labels[0]' } } },
    { state: 'refused', refusal: { code: 'profile_not_found' } },
    { state: 'refused', refusal: { code: 'past_time' } },
    { state: 'checked', preview: { status: 'scheduled', scheduledFor: '2099-01-01T00:00:00Z' } },
  ]);
  const alone = await workspace.api('POST', '/api/v1/posts?dryRun=true', { body: first });
  const at = { createdAt: expect.any(String), updatedAt: expect.any(String) };
  expect(body.results[0].preview).toEqual({ ...alone.body, ...at });
  expect((await workspace.api('GET', '/api/v1/posts')).body.posts).toEqual([]);
  expect((await workspace.api('GET', '/api/v1/drafts')).body.drafts).toEqual([]);
  expect(await stack.sandbox.posts()).toEqual([]);
});

test('an unknown profile together with a wrong time refuses the post, and the server goes on', async () => {
  const past = { scheduledFor: '2020-01-01T00:00:00Z', ifPast: 'refuse' };
  const twice = { scheduledFor: '2099-01-01T00:00:00Z', slot: 'next' };
  const posts = [past, twice].map((timing) => hello({ profile: 'nobody', ...timing }));
  const { body } = await check({ posts });
  expect(body.results).toMatchObject([
    { state: 'refused', refusal: { code: 'past_time' } },
    { state: 'refused', refusal: { code: 'invalid_request' } },
  ]);
  expect((await check({ posts: [hello()] })).body.results).toMatchObject([{ state: 'checked' }]);
});

test('a post without the form of the contract refuses the call, and the error names it', async () => {
  const { status, body } = await check({ posts: [hello(), { text: 'x', platforms: ['nowhere'] }] });
  expect([status, body.details]).toMatchObject([400, { field: 'posts[1].platforms[0]' }]);
  expect((await check({ posts: Array(101).fill(hello()) })).body.details).toMatchObject({ field: 'posts' });
});

test('posts and drafts are found by the keys that created them, those of others are not', async () => {
  const keys = ['one', 'two', 'three'].map((name) => uniqueText(name));
  const [one = '', two = ''] = keys;
  const post = (await workspace.publish(hello(), { 'idempotency-key': one })).body;
  const draft = (await workspace.publish(hello({ draft: true }), { 'idempotency-key': two })).body;
  const { body } = await check({ keys: [two, ...keys] });
  expect(body).toMatchObject({
    results: [],
    found: [
      { key: two, draft: { id: draft.id } },
      { key: one, post: { id: post.id, status: 'published' } },
    ],
  });
  const other = await stack.createWorkspace();
  expect((await other.api('POST', '/api/v1/posts/check', { body: { keys } })).body.found).toEqual([]);
});

test('no page is read for a card and no file of another server is looked at, which the note says', async () => {
  await using files = await startFileServer();
  const link = `See ${files.url}/page`;
  const posts = [
    { text: link, platforms: ['bluesky'] },
    { text: 'Look', platforms: ['bluesky'], media: [{ url: `${files.url}/a%20picture.png` }] },
  ];
  const { body } = await check({ posts });
  const [linked, pictured] = body.results.map(
    (one: { preview: { platformResults: { bluesky: object } } }) => one.preview.platformResults.bluesky,
  );
  expect(linked).not.toHaveProperty('card');
  expect(linked).not.toHaveProperty('note');
  expect(pictured).toMatchObject({
    ok: true,
    note: 'a picture.png was not looked at. It will be checked when the post is sent.',
  });
  expect(files.requests).toEqual([]);
});

test('nothing is said of a file that its sender has looked at and not uploaded yet', async () => {
  const media = [{ url: 'https://not-uploaded.invalid/a.jpg' }];
  const { body } = await workspace.api('POST', '/api/v1/posts?dryRun=true', { body: hello({ media }) });
  expect(body.platformResults.profnet).toMatchObject({ ok: true });
  expect(body.platformResults.profnet).not.toHaveProperty('note');
});
