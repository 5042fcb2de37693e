import { readEffects, uniqueText, useStack, watchRequests } from '@social/testkit';
import { describe, expect, test } from 'vitest';

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'] });

const deliver = (body: object, query = '', by = workspace, headers: Record<string, string> = {}) =>
  by.api('POST', `/api/webhooks/incoming${query}`, { body, headers });

async function textOn(
  platform: string,
  results: Record<string, { platformPostId: string }>,
): Promise<string | undefined> {
  return (await stack.sandbox.posts()).find(({ id }) => id === results[platform]?.platformPostId)?.text;
}

test('an article is published to profnet and the microblog by default', async () => {
  const title = uniqueText('Ten lessons');
  const { status, body } = await deliver({ title, body: 'What we learnt.', keyword: 'lessons' });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    ok: true,
    postId: expect.any(String),
    platforms: { profnet: { ok: true }, microblog: { ok: true } },
  });
  for (const platform of ['profnet', 'microblog']) {
    expect(await textOn(platform, body.platforms)).toBe(`${title}\n\nWhat we learnt.\n\n#lessons`);
  }
  const post = await workspace.api('GET', `/api/v1/posts/${body.postId}`);
  expect(post.body).toMatchObject({ status: 'published', credits: 4, platformResults: body.platforms });
});

test('the platforms of the query are used instead', async () => {
  const { body } = await deliver({ body: uniqueText('Just one') }, '?platforms=profnet');
  expect(Object.keys(body.platforms)).toEqual(['profnet']);
});

test('a long article is shortened per platform and keeps its hashtag whole', async () => {
  const article = `${uniqueText('Long')} ${'Words and more words. '.repeat(200)}`;
  const { body } = await deliver({ body: article, keyword: 'longform' });
  const short = (await textOn('microblog', body.platforms)) ?? '';
  expect(short).toMatch(/…\n\n#longform$/);
  expect(short.length).toBeLessThanOrEqual(280);
  expect(article.startsWith(short.slice(0, short.indexOf('…')))).toBe(true);
  expect((await textOn('profnet', body.platforms))?.length).toBeGreaterThan(2900);
});

test('a timestamp in the future schedules the post', async () => {
  const { body } = await deliver({ body: uniqueText('Later'), timestamp: '2099-01-01T00:00:00Z' });
  expect(body).toMatchObject({ status: 'scheduled', platforms: {} });
  expect(await workspace.readPost(body.postId)).toMatchObject({
    status: 'scheduled',
    scheduledFor: '2099-01-01T00:00:00Z',
  });
});

test('one platform that fails makes ok false and does not stop the others', async () => {
  const half = await stack.createWorkspace({ connect: ['profnet'] });
  const { status, body } = await deliver({ body: uniqueText('Half') }, '', half);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    ok: false,
    platforms: { profnet: { ok: true }, microblog: { ok: false, code: 'not_connected' } },
  });
});

test('X-API-Key works like Bearer', async () => {
  const { status } = await stack.anonymous('POST', '/api/webhooks/incoming?platforms=profnet', {
    body: { body: uniqueText('By key') },
    headers: { 'x-api-key': workspace.apiKey },
  });
  expect(status).toBe(201);
});

test('two different keys in two headers are refused, and nothing is published; the same key twice is accepted', async () => {
  const other = await stack.createWorkspace();
  const send = (key: string) =>
    workspace.api('POST', '/api/webhooks/incoming?platforms=profnet', {
      body: { body: uniqueText('Two keys') },
      headers: { 'x-api-key': key },
    });
  const before = (await stack.sandbox.posts('linkedin')).length;
  const refused = await send(other.apiKey);
  expect([refused.status, refused.body.code]).toEqual([401, 'unauthorized']);
  expect(refused.body.error).toContain('different keys');
  expect(await stack.sandbox.posts('linkedin')).toHaveLength(before);
  expect((await send(workspace.apiKey)).status).toBe(201);
});

test.each<[string, string, object]>([
  ['test=true in the query', '?test=true', {}],
  ['test=1 in the query', '?test=1', {}],
  ['test: true', '', { test: true }],
  ['test: "TRUE"', '', { test: 'TRUE' }],
  ['test: 1', '', { test: 1 }],
  ['status: "test"', '', { status: 'test' }],
  ['status: "TEST"', '', { status: 'TEST' }],
  ['test: true with status: "publish"', '', { test: true, status: 'publish' }],
])('%s is a dry run: the answer says what would happen, and nothing happens', async (_name, query, more) => {
  const before = await readEffects(stack, workspace);
  const { status, body } = await deliver({ title: 'Dry', body: 'run', keyword: 'dry', ...more }, query);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    postId: null,
    dryRun: true,
    text: 'Dry\n\nrun\n\n#dry',
    platforms: { profnet: { state: 'ready', credits: 1 }, microblog: { state: 'ready', credits: 3 } },
  });
  expect(await readEffects(stack, workspace)).toEqual(before);
});

test('the same delivery twenty times at once with one key is one post', async () => {
  const headers = { 'idempotency-key': uniqueText('delivery') };
  const seen = await watchRequests(stack);
  const body = { body: uniqueText('Delivered') };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => deliver(body, '?platforms=profnet', workspace, headers)),
  );
  for (const { status } of answers) expect([201, 409]).toContain(status);
  expect(await seen('publish')).toHaveLength(1);
  const replay = await deliver(body, '?platforms=profnet', workspace, headers);
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
});

test('a dry run does not use up its Idempotency-Key', async () => {
  const headers = { 'idempotency-key': uniqueText('rehearsal') };
  const body = { body: uniqueText('Rehearsed') };
  expect((await deliver(body, '?platforms=profnet&test=true', workspace, headers)).body.dryRun).toBe(true);
  const real = await deliver(body, '?platforms=profnet', workspace, headers);
  expect([real.status, real.body.ok]).toEqual([201, true]);
});

describe('refusals', () => {
  test('the microblog alone on the free plan is 403', async () => {
    const free = await stack.createWorkspace({ plan: 'free' });
    const { status, body } = await deliver({ body: 'Gated' }, '?platforms=microblog', free);
    expect([status, body.code]).toEqual([403, 'paid_plan_required']);
  });

  test('too few credits are 402, and nothing is sent', async () => {
    const poor = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
    await stack.query(`update workspace set balance = 3 where id = '${poor.workspaceId}'`);
    const seen = await watchRequests(stack);
    expect((await deliver({ body: uniqueText('Poor') }, '', poor)).status).toBe(402);
    expect(await seen()).toEqual([]);
  });

  test('an unknown profile is 404', async () => {
    expect((await deliver({ body: 'Lost' }, '?profile=none')).status).toBe(404);
  });

  test.each([
    {},
    { body: '' },
    { body: ' ' },
    { body: null },
    { body: 5 },
    { body: 'x', title: {} },
    { body: 'x', timestamp: '2026-02-30T00:00:00Z' },
  ])('the body %j is 400', async (body) => {
    expect((await deliver(body)).status).toBe(400);
  });

  test.each([
    '?platforms=',
    '?platforms=profnet;microblog',
    '?platforms=PROFNET',
    '?test=maybe',
    '?platforms=profnet&platforms=video',
  ])('the query %s is 400', async (query) => {
    expect((await deliver({ body: 'Wrong query' }, query)).status).toBe(400);
  });

  test('no key is 401', async () => {
    expect((await stack.anonymous('POST', '/api/webhooks/incoming', { body: { body: 'No key' } })).status).toBe(401);
  });
});
