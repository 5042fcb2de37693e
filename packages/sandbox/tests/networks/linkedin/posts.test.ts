import { expect, test } from 'vitest';
import { type SandboxOptions, sandboxSeed } from '../../../src/index.ts';
import { gif, hashOf, jpeg, movingGif, png } from '../../support/media.ts';
import { call, open, send, textAt } from '../../support/sandbox.ts';
import { article, registerImage, signInToLinkedin, uploadImage } from './sign-in.ts';

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
  const accepted = () => sandbox.posts('linkedin');
  return { sandbox, headers, rest, create, remove, accepted };
}

test('a post is created with an empty 201 and its id in a header, and can be deleted twice', async () => {
  const { create, remove, accepted, sandbox } = await openSignedIn();
  const created = await create(article('Hello \\(world\\) #release'));
  expect(created).toMatchObject({ status: 201, text: '' });
  const urn = created.headers.get('x-restli-id') ?? '';
  expect(urn).toMatch(/^urn:li:share:\d{19}$/);
  const url = `${sandbox.url}/linkedin/feed/update/${urn}`;
  expect(await accepted()).toMatchObject([
    { id: urn, account: 'sandbox_owner', text: 'Hello (world) #release', deletedAt: null, url },
  ]);
  expect((await call(`${url}/`)).text).toContain('Hello (world) #release');
  expect(await remove(urn)).toMatchObject({ status: 204, text: '' });
  expect((await remove(urn)).status).toBe(204);
  expect(await accepted()).toMatchObject([{ id: urn, deletedAt: expect.any(String) }]);
});

test('text is cut silently at the first reserved character that is not escaped', async () => {
  const { sandbox, create, accepted } = await openSignedIn();
  expect((await create(article('Release notes (see below)'))).status).toBe(201);
  expect(await accepted()).toMatchObject([{ text: 'Release notes ' }]);
  await sandbox.settings({ strictText: true });
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

test('a version is required, and has to be active', async () => {
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
  const { create, accepted } = await openSignedIn();
  expect((await create(article('text', change))).status).toBe(status);
  expect(await accepted()).toEqual([]);
});

test('one image, or several, are uploaded and shown', async () => {
  const { sandbox, headers, create, accepted } = await openSignedIn();
  const [one, two] = [await uploadImage(sandbox, headers, png), await uploadImage(sandbox, headers, gif)];
  expect(one).toMatch(/^urn:li:image:C4E10AQ/);
  expect((await create(article('one', { content: { media: { id: one, altText: 'a pixel' } } }))).status).toBe(201);
  const multiImage = { images: [{ id: one, altText: '' }, { id: two }] };
  expect((await create(article('two', { content: { multiImage } }))).status).toBe(201);
  const first = { type: 'image/png', sha256: hashOf(png) };
  expect(await accepted()).toMatchObject([
    { media: [first] },
    { media: [first, { type: 'image/gif', sha256: hashOf(gif) }] },
  ]);
});

test("uploads need the owner's token and a picture, and a registered image needs its bytes", async () => {
  const { sandbox, rest, headers, create } = await openSignedIn();
  const registered = await registerImage(sandbox, headers);
  const [url, urn] = [textAt(registered.body, 'value', 'uploadUrl'), textAt(registered.body, 'value', 'image')];
  expect((await create(article('early', { content: { media: { id: urn } } }))).status).toBe(400);
  expect((await call(url, { method: 'PUT', body: new Uint8Array(png) })).status).toBe(401);
  await sandbox.settings({ authorizeAs: 'sandbox_friend' });
  const friend = await signInToLinkedin(sandbox);
  const put = async ({ authorization = '' }: Record<string, string>, data: Buffer) =>
    (await call(url, { method: 'PUT', headers: { authorization }, body: new Uint8Array(data) })).status;
  expect(await put(friend.headers, png)).toBe(403);
  expect((await registerImage(sandbox, friend.headers)).status).toBe(403);
  expect(await put(headers, Buffer.from('<svg/>'))).toBe(415);
  expect(await put(headers, Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'))).toBe(415);
  expect(await put(headers, jpeg(6016, 6010))).toBe(400);
  expect(await put(headers, movingGif({ frames: 251 }))).toBe(400);
  expect(await put(headers, png)).toBe(201);
  const stolen = article('stolen', { author: 'urn:li:person:9kX4mTqR2d', content: { media: { id: urn } } });
  expect((await create(stolen, friend.headers)).status).toBe(403);
  expect((await call(`${rest}/images/${encodeURIComponent(urn)}`, { headers })).status).toBe(403);
});

test('a reshare counts as an action', async () => {
  const { sandbox, create, accepted } = await openSignedIn();
  const parent = sandboxSeed.linkedin.posts.friend;
  const shared = await create(article('', { reshareContext: { parent } }));
  expect(shared.status).toBe(201);
  expect(await accepted()).toMatchObject([{ id: shared.headers.get('x-restli-id'), text: '' }]);
  const logged = { operation: 'action', path: '/linkedin/rest/posts', status: 201 };
  expect(await sandbox.requests('linkedin')).toMatchObject([{}, {}, logged]);
});

test('a post cannot be reshared when its author disabled that, nor be deleted by another member', async () => {
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
  await sandbox.settings({ rateLimits: true });
  for (let sent = 0; sent < 150; sent += 1) await create(article(`${sent}`));
  expect(await create(article('one more'))).toMatchObject({
    status: 429,
    body: {
      message: 'Resource level throttle APPLICATION DAY limit for calls to this resource is reached.',
      status: 429,
    },
  });
});
