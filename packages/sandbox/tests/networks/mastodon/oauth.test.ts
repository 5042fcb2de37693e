import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Sandbox, sandboxSeed, startSandbox } from '../../../src/index.ts';
import {
  addressOf,
  basic,
  call,
  codeIn,
  fetchCode,
  open,
  proofKey,
  redirectUri,
  send,
  sendForm,
  test,
  textAt,
} from '../../support/sandbox.ts';
import { appFields, mastodonAuthorizeUrl, outOfBand, requestToken, signInToMastodon } from './sign-in.ts';

const app = { client_name: 'Poster', redirect_uris: redirectUri, scopes: 'read write:statuses' };

test('an app registers with JSON or a form, with one redirect URI or several', async ({ sandbox }) => {
  const url = `${sandbox.networks.mastodon}/api/v1/apps`;
  const registered = await send(url, 'POST', { ...app, website: 'https://app.example' }, { authorization: 'Bearer x' });
  expect(registered).toMatchObject({
    status: 200,
    body: {
      ...{ id: expect.any(String), name: 'Poster', website: 'https://app.example', scopes: ['read', 'write:statuses'] },
      ...{ redirect_uri: redirectUri, redirect_uris: [redirectUri], client_secret_expires_at: 0 },
      ...{ client_id: expect.any(String), client_secret: expect.any(String) },
    },
  });
  const list = { ...app, redirect_uris: [redirectUri, outOfBand] };
  expect(await send(url, 'POST', list)).toMatchObject({ body: { redirect_uris: [redirectUri, outOfBand] } });
  const lines = await sendForm(url, { ...app, redirect_uris: `${redirectUri}\n${outOfBand}` });
  expect(lines).toMatchObject({ body: { redirect_uris: [redirectUri, outOfBand], website: null } });
});

test.each([
  [{ redirect_uris: 'nowhere' }, 'Validation failed: Redirect URI must be an absolute URI.'],
  [{ client_name: '' }, "Validation failed: Application name can't be blank"],
  [{ scopes: 'read fly' }, "Validation failed: Scopes doesn't match configured on the server."],
])('an app with %j is refused', async (changes, error) => {
  const sandbox = await open();
  const answer = await send(`${sandbox.networks.mastodon}/api/v1/apps`, 'POST', { ...app, ...changes });
  expect(answer).toMatchObject({ status: 422, body: { error } });
});

test('a user signs in with a proof key, and the token has no end and no refresh token', async ({ sandbox }) => {
  const { verifier, challenge } = proofKey();
  const proof = { code_challenge: challenge, code_challenge_method: 'S256' };
  const answer = await call(mastodonAuthorizeUrl(sandbox, proof));
  expect(answer.headers.get('location')).toContain('state=state-1');
  const fields = { ...appFields, code: codeIn(answer) };
  expect(await requestToken(sandbox, fields)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  const issued = await requestToken(sandbox, { ...fields, code_verifier: verifier });
  expect(issued).toMatchObject({ status: 200, body: { token_type: 'Bearer', scope: 'read write' } });
  expect(Object.keys(issued.body as object).sort()).toEqual(['access_token', 'created_at', 'scope', 'token_type']);
  const again = await requestToken(sandbox, { ...fields, code_verifier: verifier });
  expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  const headers = { authorization: `Bearer ${textAt(issued.body, 'access_token')}` };
  const me = await call(`${sandbox.networks.mastodon}/api/v1/accounts/verify_credentials`, { headers });
  expect(me.body).toMatchObject({
    ...{ id: sandboxSeed.mastodon.accounts.sandbox_owner, acct: 'sandbox_owner', locked: false },
    source: { privacy: 'public', sensitive: false, language: 'en' },
  });
});

test.each([
  ['another redirect URI', { redirect_uri: 'http://127.0.0.1:9/other' }, 400, 'invalid_grant'],
  ['a verifier that no challenge asked for', { code_verifier: 'a'.repeat(43) }, 400, 'invalid_grant'],
  ['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
  ['an unknown app', { client_id: 'nobody' }, 401, 'invalid_client'],
  ['no code', { code: '' }, 400, 'invalid_request'],
  ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ['a refresh', { grant_type: 'refresh_token' }, 400, 'unsupported_grant_type'],
])('an exchange with %s is refused', async (_name, changes, status, error) => {
  const sandbox = await open();
  const code = await fetchCode(mastodonAuthorizeUrl(sandbox));
  const refused = await requestToken(sandbox, { ...appFields, code, ...changes });
  expect(refused).toMatchObject({ status, body: { error, error_description: expect.any(String) } });
});

test('a code is good for ten minutes', async () => {
  let now = Date.now();
  const sandbox = await open({ clock: () => now });
  const [early, late] = [
    await fetchCode(mastodonAuthorizeUrl(sandbox)),
    await fetchCode(mastodonAuthorizeUrl(sandbox)),
  ];
  now += 599_000;
  expect((await requestToken(sandbox, { ...appFields, code: early })).status).toBe(200);
  now += 2000;
  expect((await requestToken(sandbox, { ...appFields, code: late })).status).toBe(400);
});

test('an app gets no scope that it did not register', async ({ sandbox }) => {
  const { body } = await send(`${sandbox.networks.mastodon}/api/v1/apps`, 'POST', app);
  const own = { client_id: textAt(body, 'client_id') };
  const secret = { client_secret: textAt(body, 'client_secret') };
  const wide = await call(mastodonAuthorizeUrl(sandbox, { ...own, scope: 'read write' }));
  expect([wide.status, wide.text]).toEqual([400, expect.stringContaining('The requested scope is invalid')]);
  const asApp = { ...own, ...secret, grant_type: 'client_credentials' };
  expect(await requestToken(sandbox, { ...asApp, scope: 'write' })).toMatchObject({
    status: 400,
    body: { error: 'invalid_scope' },
  });
  expect((await call(mastodonAuthorizeUrl(sandbox, { ...own, scope: 'read' }))).status).toBe(302);
});

test('the authorize page refuses unknown apps, redirect URIs and plain proof keys', async ({ sandbox }) => {
  const statusWith = async (changes: Record<string, string>) =>
    (await call(mastodonAuthorizeUrl(sandbox, changes))).status;
  expect(await statusWith({ client_id: 'nobody' })).toBe(401);
  expect(await statusWith({ redirect_uri: 'https://elsewhere.example/' })).toBe(400);
  expect(await statusWith({ response_type: 'token' })).toBe(400);
  expect(await statusWith({ code_challenge: proofKey().challenge, code_challenge_method: 'plain' })).toBe(400);
  expect((await call(mastodonAuthorizeUrl(sandbox).replace('authorize?', 'authorize/?'))).status).toBe(302);
});

test('without a redirect URI of its own, an app has the code shown to the person', async ({ sandbox }) => {
  const { body } = await send(`${sandbox.networks.mastodon}/api/v1/apps`, 'POST', { ...app, redirect_uris: outOfBand });
  const [id, secret] = [textAt(body, 'client_id'), textAt(body, 'client_secret')];
  const url = mastodonAuthorizeUrl(sandbox, { client_id: id, redirect_uri: outOfBand, scope: 'read' });
  const approved = await call(url);
  const page = await call(approved.headers.get('location') ?? '');
  expect([page.status, page.text]).toEqual([200, expect.stringContaining(codeIn(approved))]);
  const fields = { client_id: id, client_secret: secret, redirect_uri: outOfBand, code: codeIn(approved) };
  expect((await requestToken(sandbox, fields)).status).toBe(200);
  await sandbox.settings({ autoApprove: false });
  expect((await call(url)).text).toContain('Poster asks for access');
  const denied = await sendForm(url, { decision: 'deny' });
  expect((await call(denied.headers.get('location') ?? '')).text).toContain('The app got no access');
});

test('the same user, app and scopes get the same token, until it is revoked', async ({ sandbox }) => {
  const first = await signInToMastodon(sandbox);
  expect((await signInToMastodon(sandbox, 'write read')).accessToken).toBe(first.accessToken);
  expect((await signInToMastodon(sandbox, 'read')).accessToken).not.toBe(first.accessToken);
  const revoke = (fields: Record<string, string>) =>
    send(`${sandbox.networks.mastodon}/oauth/revoke`, 'POST', fields, first.headers);
  const { client_id, client_secret } = appFields;
  const token = first.accessToken;
  const foreign = await revoke({ client_id, client_secret: 'wrong', token });
  expect(foreign).toMatchObject({ status: 403, body: { error: 'unauthorized_client' } });
  expect(await revoke({ client_id, client_secret, token })).toMatchObject({ status: 200, body: {} });
  expect((await revoke({ client_id, client_secret, token })).status).toBe(200);
  const refused = await first.get('/v1/accounts/verify_credentials');
  expect(refused).toMatchObject({ status: 401, body: { error: 'The access token was revoked' } });
  expect((await signInToMastodon(sandbox)).accessToken).not.toBe(token);
});

test('the secret may come in a Basic authorization and the fields in a form', async ({ sandbox }) => {
  const code = await fetchCode(mastodonAuthorizeUrl(sandbox));
  const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
  const url = `${sandbox.networks.mastodon}/oauth/token`;
  expect((await sendForm(url, fields, { authorization: basic })).status).toBe(200);
});

describe('on one instance', () => {
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await startSandbox({ autoApprove: true });
  });

  afterAll(() => sandbox.close());

  test.each([
    ['read:statuses', 'POST', '/v1/statuses', 403],
    ['write:statuses', 'POST', '/v1/statuses', 422],
    ['write', 'POST', '/v1/statuses', 422],
    ['write:statuses', 'GET', '/v1/timelines/home', 403],
    ['read:statuses', 'GET', '/v1/timelines/home', 200],
    ['read:statuses', 'GET', '/v1/accounts/verify_credentials', 403],
    ['profile', 'GET', '/v1/accounts/verify_credentials', 200],
    ['read:accounts', 'GET', '/v1/accounts/verify_credentials', 200],
    ['write:statuses', 'POST', '/v2/media', 403],
    ['write:favourites', 'POST', `/v1/statuses/${sandboxSeed.mastodon.posts.friend}/favourite`, 200],
    ['write:favourites', 'POST', `/v1/statuses/${sandboxSeed.mastodon.posts.friend}/bookmark`, 403],
    ['follow', 'POST', `/v1/accounts/${sandboxSeed.mastodon.accounts.sandbox_friend}/unfollow`, 200],
    ['write:statuses', 'POST', `/v1/accounts/${sandboxSeed.mastodon.accounts.sandbox_friend}/follow`, 403],
  ])('with the scope %s, %s %s answers %i', async (scope, method, path, status) => {
    const answer = await (await signInToMastodon(sandbox, scope)).act(method, path);
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body).toEqual({ error: 'This action is outside the authorized scopes' });
  });
});

test('tokens that are missing, unknown, expired or without a user are refused in their own words', async () => {
  let now = Date.now();
  const sandbox = await open({ clock: () => now });
  const url = `${sandbox.networks.mastodon}/api/v1/accounts/verify_credentials`;
  const invalid = { status: 401, body: { error: 'The access token is invalid' } };
  expect(await call(url)).toMatchObject(invalid);
  expect(await call(url, { headers: { authorization: 'Bearer unknown' } })).toMatchObject(invalid);
  const asApp = await requestToken(sandbox, { ...appFields, grant_type: 'client_credentials' });
  const headers = { authorization: `Bearer ${textAt(asApp.body, 'access_token')}` };
  expect(await call(url, { headers })).toMatchObject({
    status: 422,
    body: { error: 'This method requires an authenticated user' },
  });
  await sandbox.settings({ tokenLifetimeSeconds: 60 });
  const { get } = await signInToMastodon(sandbox);
  now += 61_000;
  expect(await get('/v1/accounts/verify_credentials')).toMatchObject({
    status: 401,
    body: { error: 'The access token expired' },
  });
});

test.each([
  ['disabled', 'Your login is currently disabled'],
  ['unconfirmed', 'Your login is missing a confirmed e-mail address'],
  ['pending', 'Your login is currently pending approval'],
])('an account that is %s may not act', async (type, error) => {
  const sandbox = await open();
  await sandbox.addAccount({ network: 'mastodon', username: 'ada', name: 'Ada Example', type });
  await sandbox.settings({ authorizeAs: 'ada' });
  const { post } = await signInToMastodon(sandbox);
  expect(await post({ status: 'hello' })).toMatchObject({ status: 403, body: { error } });
});

test('the authorization server describes itself', async ({ sandbox }) => {
  const base = sandbox.networks.mastodon;
  const { body } = await call(`${base}/.well-known/oauth-authorization-server`);
  expect(body).toMatchObject({
    issuer: `${base}/`,
    authorization_endpoint: addressOf(`${base}/oauth/authorize`, {}),
    app_registration_endpoint: `${base}/api/v1/apps`,
    code_challenge_methods_supported: ['S256'],
  });
});
