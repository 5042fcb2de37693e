import { expect } from 'vitest';
import type { Sandbox, Settings } from '../../../src/index.ts';
import { gif, mp4, png } from '../../support/media.ts';
import { call, fetchCode, open, test, textAt } from '../../support/sandbox.ts';
import { appFields, mastodonAuthorizeUrl, requestToken, signInToMastodon } from './sign-in.ts';

async function openAs(mastodon: Partial<Settings['mastodon']>) {
  const clock = { now: Date.now() };
  const sandbox = await open({ clock: () => clock.now });
  await sandbox.settings({ mastodon });
  return { clock, sandbox, ...(await signInToMastodon(sandbox)) };
}

const read = async (sandbox: Sandbox, path: string) => call(`${sandbox.networks.mastodon}${path}`);
const same = { 'idempotency-key': 'key-1' };

test('an instance describes itself in both versions', async ({ sandbox }) => {
  await sandbox.settings({ mastodon: { maxCharacters: 700, maxMediaAttachments: 8, imageSizeLimit: 1000 } });
  const limits = {
    statuses: { max_characters: 700, max_media_attachments: 8, characters_reserved_per_url: 23 },
    media_attachments: { image_size_limit: 1000, image_matrix_limit: 33_177_600, description_limit: 1500 },
  };
  const { host } = new URL(sandbox.url);
  expect(await read(sandbox, '/api/v2/instance')).toMatchObject({
    status: 200,
    body: { domain: host, version: '4.6.3', api_versions: { mastodon: 10 }, configuration: limits },
  });
  expect(await read(sandbox, '/api/v1/instance')).toMatchObject({
    status: 200,
    body: { uri: host, configuration: limits, registrations: false },
  });
  await sandbox.settings({ mastodon: { hasInstanceV2: false } });
  expect((await read(sandbox, '/api/v2/instance')).status).toBe(404);
  expect((await read(sandbox, '/api/v1/instance')).status).toBe(200);
});

test('the limits of the settings are those that statuses meet', async () => {
  const { post, upload } = await openAs({ maxCharacters: 10, maxMediaAttachments: 1 });
  expect((await post({ status: 'a'.repeat(10) })).status).toBe(200);
  expect(await post({ status: 'a'.repeat(11) })).toMatchObject({
    status: 422,
    body: { error: 'Validation failed: Text character limit of 10 exceeded' },
  });
  const ids = [textAt((await upload()).body, 'id'), textAt((await upload()).body, 'id')];
  expect(await post({ media_ids: ids })).toMatchObject({ body: { error: 'Cannot attach more than 1 files' } });
});

test('in secure mode, visitors read nothing but the instance', async ({ sandbox }) => {
  const { post, get } = await signInToMastodon(sandbox);
  const id = textAt((await post({ status: 'a' })).body, 'id');
  await sandbox.settings({ mastodon: { secureMode: true } });
  expect(await read(sandbox, `/api/v1/statuses/${id}`)).toMatchObject({
    status: 401,
    body: { error: 'This API requires an authenticated user' },
  });
  expect((await get(`/v1/statuses/${id}`)).status).toBe(200);
  expect((await read(sandbox, '/api/v2/instance')).status).toBe(200);
});

test('locked accounts confirm their followers, and write for them by default', async () => {
  const { act, get, post, sandbox } = await openAs({ lockedAccounts: true });
  expect((await get('/v1/accounts/verify_credentials')).body).toMatchObject({
    locked: true,
    source: { privacy: 'private' },
  });
  expect((await post({ status: 'a' })).body).toMatchObject({ visibility: 'private' });
  await sandbox.addAccount({ network: 'mastodon', username: 'ada', name: 'Ada Example' });
  const { body } = await get('/v1/accounts/lookup?acct=ada');
  expect(await act('POST', `/v1/accounts/${textAt(body, 'id')}/follow`)).toMatchObject({
    body: { requested: true, following: false },
  });
});

test('a repeated key gets the first status for an hour, whatever the text', async () => {
  const { clock, post, sandbox } = await openAs({});
  const first = await post({ status: 'one' }, same);
  const repeated = await post({ status: 'another text' }, same);
  expect(repeated).toMatchObject({ status: 200, body: { id: textAt(first.body, 'id'), content: '<p>one</p>' } });
  expect((await post({ status: 'two' }, { 'idempotency-key': 'key-2' })).status).toBe(200);
  await sandbox.settings({ authorizeAs: 'sandbox_friend' });
  const friend = await signInToMastodon(sandbox);
  expect((await friend.post({ status: 'by a friend' }, same)).body).toMatchObject({ content: '<p>by a friend</p>' });
  clock.now += 3_600_001;
  expect((await post({ status: 'an hour later' }, same)).body).toMatchObject({ content: '<p>an hour later</p>' });
  expect((await sandbox.posts()).map(({ text, idempotencyKey }) => [text, idempotencyKey])).toEqual([
    ['one', 'key-1'],
    ['two', 'key-2'],
    ['by a friend', 'key-1'],
    ['an hour later', 'key-1'],
  ]);
});

test('a key of a refused status can be used again', async () => {
  const { post, sandbox } = await openAs({});
  expect((await post({ status: '' }, same)).status).toBe(422);
  expect((await post({ status: 'good' }, same)).status).toBe(200);
  expect(await sandbox.posts()).toHaveLength(1);
});

test.each([
  ['mastodon', 1, [200, 200]],
  ['racing', 2, [200, 200]],
  ['bug-500', 1, [200, 500]],
  ['pixelfed', 1, [200, 400]],
  ['pleroma', 1, [200, 200]],
  ['none', 2, [200, 200]],
] as const)(
  'two calls at once with one key, in the mode %s, make %i statuses',
  async (idempotency, count, statuses) => {
    const { post, sandbox } = await openAs({ idempotency });
    const answers = await Promise.all([post({ status: 'a' }, same), post({ status: 'a' }, same)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([...statuses]);
    expect(await sandbox.posts()).toHaveLength(count);
  },
);

test('racing calls find the key once the first one has ended', async () => {
  const { post, sandbox } = await openAs({ idempotency: 'racing' });
  const first = await post({ status: 'a' }, same);
  expect((await post({ status: 'a' }, same)).body).toMatchObject({ id: textAt(first.body, 'id') });
  expect(await sandbox.posts()).toHaveLength(1);
});

test('a repeated key answers 500 with the error of Mastodon 4.6, 400 on Pixelfed', async () => {
  const buggy = await openAs({ idempotency: 'bug-500' });
  await buggy.post({ status: 'a' }, same);
  expect(await buggy.post({ status: 'a' }, same)).toMatchObject({
    status: 500,
    body: { status: 500, error: 'Internal Server Error' },
  });
  const pixelfed = await openAs({ idempotency: 'pixelfed' });
  expect((await pixelfed.post({ status: '' }, same)).status).toBe(422);
  expect(await pixelfed.post({ status: 'better' }, same)).toMatchObject({
    status: 400,
    body: { error: 'Duplicate idempotency key.' },
  });
  expect(await pixelfed.sandbox.posts()).toEqual([]);
});

test('Pleroma repeats its first answer, also a refusal', async () => {
  const { post, sandbox } = await openAs({ idempotency: 'pleroma' });
  expect((await post({ status: '' }, same)).status).toBe(422);
  const repeated = await post({ status: 'better' }, same);
  expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([422, 'true']);
  expect(repeated.headers.get('x-original-request-id')).not.toBeNull();
  expect(await sandbox.posts()).toEqual([]);
});

test('GoToSocial counts code points, refuses with 400 and processes files at once', async () => {
  const { post, upload, sandbox } = await openAs({ kind: 'gotosocial', maxCharacters: 30 });
  const link = 'https://example.com/a/long/path';
  expect(await post({ status: link })).toMatchObject({
    status: 400,
    body: { error: 'Bad Request: text with spoiler exceed max chars (30)' },
  });
  expect((await post({ status: '' })).status).toBe(400);
  const created = await post({ status: 'short', visibility: 'mutuals_only' }, same);
  expect(created).toMatchObject({ status: 200, body: { id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/) } });
  expect((await post({ status: 'short' }, same)).status).toBe(200);
  expect(await sandbox.posts()).toHaveLength(2);
  expect((await upload(mp4(1000))).status).toBe(200);
  expect((await read(sandbox, '/.well-known/oauth-authorization-server')).status).toBe(404);
});

test('Pixelfed needs a file, knows no direct visibility and removes tags', async () => {
  const { post, upload, sandbox } = await openAs({ kind: 'pixelfed' });
  expect(await post({ status: 'words' })).toMatchObject({
    status: 403,
    body: { error: 'Empty statuses are not allowed' },
  });
  const media_ids = [textAt((await upload(png)).body, 'id')];
  expect((await post({ status: 'a', media_ids, visibility: 'direct' })).status).toBe(400);
  expect((await post({ status: 'a', media_ids, spoiler_text: 'b'.repeat(141) })).status).toBe(422);
  expect((await post({ status: 'a <b>picture</b>', media_ids })).status).toBe(200);
  expect(await sandbox.posts()).toMatchObject([{ text: 'a picture' }]);
  expect((await read(sandbox, '/api/v2/instance')).status).toBe(404);
  expect((await upload(gif)).status).toBe(202);
  expect((await upload(mp4(1000))).status).toBe(422);
  expect((await upload(png, { description: 'x'.repeat(1001) })).status).toBe(422);
});

test('Akkoma announces limits in its own way, and its tokens can be renewed', async () => {
  const { sandbox, post } = await openAs({ kind: 'akkoma' });
  const { body } = await read(sandbox, '/api/v1/instance');
  expect(body).toMatchObject({ version: expect.stringContaining('Akkoma'), max_toot_chars: 5000 });
  expect(body).not.toHaveProperty('configuration');
  const created = await post({ status: 'a', visibility: 'local' });
  expect(created).toMatchObject({ status: 200, body: { id: expect.stringMatching(/^A[0-9A-Za-z]{17}$/) } });
  const code = await fetchCode(mastodonAuthorizeUrl(sandbox));
  const issued = await requestToken(sandbox, { ...appFields, code });
  expect(issued.body).toMatchObject({ expires_in: 8_640_000, me: expect.stringContaining('sandbox_owner') });
  const fields = { ...appFields, grant_type: 'refresh_token', refresh_token: textAt(issued.body, 'refresh_token') };
  expect((await requestToken(sandbox, fields)).status).toBe(200);
  expect((await requestToken(sandbox, fields)).status).toBe(400);
});

test('the software is named where programs look for it', async ({ sandbox }) => {
  await sandbox.settings({ mastodon: { kind: 'gotosocial' } });
  const { body } = await read(sandbox, '/.well-known/nodeinfo');
  const info = await call(textAt(body, 'links', 0, 'href'));
  expect(info.body).toMatchObject({ software: { name: 'gotosocial' } });
});
