import { expect, test } from 'vitest';
import { type SandboxOptions, sandboxSeed } from '../src/index.ts';
import { hashOf } from './media-host.ts';
import { call, control, gif, open, png, send, signInToLinkedin, textAt } from './sign-in.ts';

const author = `urn:li:person:${sandboxSeed.linkedin.accounts.sandbox_owner}`;

function article(commentary: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    author,
    commentary,
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
    ...more,
  };
}

async function openSignedIn(options?: SandboxOptions) {
  const sandbox = await open(options);
  const { headers } = await signInToLinkedin(sandbox);
  const rest = `${sandbox.url}/linkedin/rest`;
  const create = (body: unknown, changes: Record<string, string> = {}) =>
    send(`${rest}/posts`, 'POST', body, { ...headers, ...changes });
  const remove = (urn: string) =>
    call(`${rest}/posts/${encodeURIComponent(urn)}`, {
      method: 'DELETE',
      headers: { ...headers, 'x-restli-method': 'DELETE' },
    });
  const truth = async () => (await control(sandbox, 'GET', '/posts?network=linkedin')).body;
  return { sandbox, headers, rest, create, remove, truth };
}

async function uploadImage(rest: string, headers: Record<string, string>, data: Buffer): Promise<string> {
  const registered = await send(
    `${rest}/images?action=initializeUpload`,
    'POST',
    { initializeUploadRequest: { owner: author } },
    headers,
  );
  const { authorization = '' } = headers;
  const uploaded = await call(textAt(registered.body, 'value', 'uploadUrl'), {
    method: 'PUT',
    headers: { authorization },
    body: new Uint8Array(data),
  });
  expect(uploaded).toMatchObject({ status: 201, text: '' });
  return textAt(registered.body, 'value', 'image');
}

test('a post is created with an empty 201 that names it in a header, and deleted with 204 again and again', async () => {
  const { create, remove, truth, sandbox } = await openSignedIn();
  const created = await create(article('Hello \\(world\\) #release'));
  expect(created).toMatchObject({ status: 201, text: '' });
  const urn = created.headers.get('x-restli-id') ?? '';
  expect(urn).toMatch(/^urn:li:share:\d{19}$/);
  const url = `${sandbox.url}/linkedin/feed/update/${urn}`;
  expect(await truth()).toMatchObject({
    posts: [{ id: urn, account: 'sandbox_owner', text: 'Hello (world) #release', deletedAt: null, url }],
  });
  expect((await call(`${url}/`)).text).toContain('Hello (world) #release');
  expect(await remove(urn)).toMatchObject({ status: 204, text: '' });
  expect((await remove(urn)).status).toBe(204);
  expect(await truth()).toMatchObject({ posts: [{ id: urn, deletedAt: expect.any(String) }] });
});

test('text is cut silently at the first reserved character that is not escaped', async () => {
  const { sandbox, create, truth } = await openSignedIn();
  expect((await create(article('Release notes (see below)'))).status).toBe(201);
  expect(await truth()).toMatchObject({ posts: [{ text: 'Release notes ' }] });
  await control(sandbox, 'PUT', '/settings', { strictText: true });
  expect((await create(article('More notes (see below)'))).status).toBe(400);
});

test('a duplicate within ten minutes names the first post, even a deleted one', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const { create, remove } = await openSignedIn({ clock: () => now });
  const urn = (await create(article('again'))).headers.get('x-restli-id') ?? '';
  await remove(urn);
  now += 599_000;
  const refused = await create(article('again'));
  expect(refused.status).toBe(422);
  expect(refused.body).toEqual({
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    message: `com.linkedin.content.common.exception.BadRequestResponseException: Content is a duplicate of ${urn}`,
    errorDetails: { inputErrors: [{ description: 'Duplicate post is detected', input: {}, code: 'DUPLICATE_POST' }] },
    status: 422,
  });
  now += 1000;
  expect((await create(article('again'))).status).toBe(201);
});

test('3000 characters fit after unescaping, 3001 do not', async () => {
  const { create } = await openSignedIn();
  expect((await create(article('\\('.repeat(3000)))).status).toBe(201);
  const long = 'a'.repeat(3001);
  const refused = await create(article(long));
  expect(refused.status).toBe(400);
  expect(refused.body).toEqual({
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    message:
      'com.linkedin.content.common.exception.BadRequestResponseException: ShareCommentary text length (3001 characters) exceeded the maximum allowed (3000 characters)',
    errorDetails: {
      inputErrors: [
        {
          description: 'Size of array cannot be higher than the maxLength',
          input: { value: { stringValue: long } },
          code: 'FIELD_ARRAY_SIZE_TOO_HIGH',
          maxLength: 3000,
        },
      ],
    },
    status: 400,
  });
});

test('versions are required and have to be active', async () => {
  const { rest, headers, create } = await openSignedIn();
  const { 'linkedin-version': _version, ...others } = headers;
  expect(await send(`${rest}/posts`, 'POST', article('a'), others)).toMatchObject({
    status: 400,
    body: {
      status: 400,
      code: 'VERSION_MISSING',
      message: 'A version must be present. Please specify a version by adding the Linkedin-Version header.',
    },
  });
  expect(await create(article('a'), { 'linkedin-version': '202504' })).toMatchObject({
    status: 426,
    body: { status: 426, code: 'NONEXISTENT_VERSION', message: 'Requested version 20250401 is not active' },
  });
  expect((await create(article('a'), { 'linkedin-version': '203001' })).status).toBe(426);
  expect((await create(article('a'), { 'x-restli-protocol-version': '1.0.0' })).status).toBe(400);
  expect((await create(article('a'), { 'linkedin-version': '202601' })).status).toBe(201);
});

test.each([
  ['no author', { author: undefined }, 400],
  ['no commentary', { commentary: undefined }, 400],
  ['no lifecycle state', { lifecycleState: undefined }, 400],
  ['a draft', { lifecycleState: 'DRAFT' }, 400],
  ['an unknown visibility', { visibility: 'EVERYBODY' }, 400],
  ['an empty distribution', { distribution: {} }, 400],
  ['an unknown field', { text: 'a' }, 422],
  ['an author of another type', { author: 'urn:li:share:1' }, 400],
  ['another author', { author: 'urn:li:person:9kX4mTqR2d' }, 403],
  ['one image where several are meant', { content: { multiImage: { images: [{ id: 'urn:li:image:a' }] } } }, 400],
  ['an image that does not exist', { content: { media: { id: 'urn:li:image:a' } } }, 400],
  ['a reshare of something else', { reshareContext: { parent: 'urn:li:person:1' } }, 400],
  ['a reshare of nothing', { reshareContext: { parent: 'urn:li:share:1' } }, 404],
])('a body with %s is refused and nothing is posted', async (_name, change, status) => {
  const { create, truth } = await openSignedIn();
  expect((await create(article('text', change))).status).toBe(status);
  expect(await truth()).toEqual({ posts: [] });
});

test('one image, or several, are uploaded and shown', async () => {
  const { rest, headers, create, truth } = await openSignedIn();
  const [one, two] = [await uploadImage(rest, headers, png), await uploadImage(rest, headers, gif)];
  expect(one).toMatch(/^urn:li:image:C4E10AQ/);
  expect((await create(article('one', { content: { media: { id: one, altText: 'a pixel' } } }))).status).toBe(201);
  expect(
    (await create(article('two', { content: { multiImage: { images: [{ id: one, altText: '' }, { id: two }] } } })))
      .status,
  ).toBe(201);
  const first = { type: 'image/png', sha256: hashOf(png) };
  expect(await truth()).toMatchObject({
    posts: [{ media: [first] }, { media: [first, { type: 'image/gif', sha256: hashOf(gif) }] }],
  });
});

test("uploads need the owner's token and a picture, and a registered image needs its bytes", async () => {
  const { sandbox, rest, headers, create } = await openSignedIn();
  const owner = { initializeUploadRequest: { owner: author } };
  const registered = await send(`${rest}/images?action=initializeUpload`, 'POST', owner, headers);
  const [url, urn] = [textAt(registered.body, 'value', 'uploadUrl'), textAt(registered.body, 'value', 'image')];
  expect((await create(article('early', { content: { media: { id: urn } } }))).status).toBe(400);
  expect((await call(url, { method: 'PUT', body: new Uint8Array(png) })).status).toBe(401);
  await control(sandbox, 'PUT', '/settings', { authorizeAs: 'sandbox_friend' });
  const friend = await signInToLinkedin(sandbox);
  const { authorization = '' } = headers;
  expect((await call(url, { method: 'PUT', headers: friend.headers, body: new Uint8Array(png) })).status).toBe(403);
  expect((await send(`${rest}/images?action=initializeUpload`, 'POST', owner, friend.headers)).status).toBe(403);
  expect(
    (await call(url, { method: 'PUT', headers: { authorization }, body: new TextEncoder().encode('<svg/>') })).status,
  ).toBe(415);
  expect((await call(url, { method: 'PUT', headers: { authorization }, body: new Uint8Array(png) })).status).toBe(201);
  const stolen = article('stolen', { author: 'urn:li:person:9kX4mTqR2d', content: { media: { id: urn } } });
  expect((await create(stolen, friend.headers)).status).toBe(403);
  expect((await call(`${rest}/images/${encodeURIComponent(urn)}`, { headers })).status).toBe(403);
});

test('a post is shared again, which counts as an action', async () => {
  const { sandbox, create, truth } = await openSignedIn();
  const parent = sandboxSeed.linkedin.posts.friend;
  const shared = await create(article('', { reshareContext: { parent } }));
  expect(shared.status).toBe(201);
  expect(await truth()).toMatchObject({ posts: [{ id: shared.headers.get('x-restli-id'), text: '' }] });
  const { body } = await control(sandbox, 'GET', '/requests?network=linkedin');
  expect(body).toMatchObject({
    requests: [{}, {}, { operation: 'action', path: '/linkedin/rest/posts', status: 201 }],
  });
});

test("a post whose author disabled it cannot be shared again, and nobody deletes another's post", async () => {
  const { create, remove } = await openSignedIn();
  const closed = await create(article('closed', { isReshareDisabledByAuthor: true }));
  const parent = closed.headers.get('x-restli-id');
  expect((await create(article('', { reshareContext: { parent } }))).status).toBe(403);
  expect(await remove(sandboxSeed.linkedin.posts.friend)).toMatchObject({
    status: 403,
    body: { code: 'ACCESS_DENIED' },
  });
  expect((await remove('urn:li:person:1')).status).toBe(400);
  expect((await remove('urn:li:share:1')).status).toBe(404);
});

test('posting needs w_member_social', async () => {
  const { sandbox, rest } = await openSignedIn();
  const { headers } = await signInToLinkedin(sandbox, 'openid profile');
  expect(await send(`${rest}/posts`, 'POST', article('a'), headers)).toMatchObject({
    status: 403,
    body: {
      serviceErrorCode: 100,
      code: 'ACCESS_DENIED',
      message: 'Not enough permissions to access: posts.CREATE.20260901',
    },
  });
});

test('the daily limit of a member is enforced when asked for', async () => {
  const { sandbox, create } = await openSignedIn();
  await control(sandbox, 'PUT', '/settings', { rateLimits: true });
  for (let sent = 0; sent < 150; sent += 1) await create(article(`${sent}`));
  expect(await create(article('one more'))).toMatchObject({
    status: 429,
    body: {
      message: 'Resource level throttle APPLICATION DAY limit for calls to this resource is reached.',
      status: 429,
    },
  });
});
