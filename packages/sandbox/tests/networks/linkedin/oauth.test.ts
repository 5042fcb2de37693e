import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { expect } from 'vitest';
import { sandboxApp, sandboxSeed } from '../../../src/index.ts';
import { call, fetchCode, open, redirectUri, sendForm, test, textAt } from '../../support/sandbox.ts';
import { exchangeLinkedin, linkedinAuthorizeUrl, signInToLinkedin } from './sign-in.ts';

test.each([
  ['an unknown client', { client_id: 'nobody' }, 'Client_id doesn&#39;t match'],
  ['a foreign redirect URI', { redirect_uri: 'https://example.com/' }, 'Redirect_uri doesn&#39;t match'],
  ['a closed scope', { scope: 'r_member_social' }, 'Invalid scope'],
])('the authorize page refuses %s with 401 and a sentence', async (_name, change, sentence) => {
  const sandbox = await open();
  const { status, text } = await call(linkedinAuthorizeUrl(sandbox, change));
  expect(status).toBe(401);
  expect(text).toContain(sentence);
});

test('the token answer lists scopes with commas and signs an id token', async ({ sandbox }) => {
  const { tokens } = await signInToLinkedin(sandbox);
  expect(tokens).toMatchObject({
    expires_in: 5_184_000,
    scope: 'email,openid,profile,w_member_social',
    token_type: 'Bearer',
  });
  expect(tokens).not.toHaveProperty('refresh_token');
  const [head = '', claims = '', signature = ''] = textAt(tokens, 'id_token').split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    sub: '782bbtaQ',
    aud: sandboxApp.clientId,
  });
  const { body } = await call(`${sandbox.url}/linkedin/oauth/openid/jwks`);
  const key = createPublicKey({ key: (body as { keys: [JsonWebKey] }).keys[0], format: 'jwk' });
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
});

test('scopes may also be joined by commas, as the official client does', async ({ sandbox }) => {
  const { tokens } = await signInToLinkedin(sandbox, 'openid,w_member_social');
  expect(tokens).toMatchObject({ scope: 'openid,w_member_social' });
});

test('userinfo shows the claims that the scopes allow', async ({ sandbox }) => {
  const full = await signInToLinkedin(sandbox);
  expect((await call(`${sandbox.url}/linkedin/v2/userinfo`, { headers: full.headers })).body).toEqual({
    sub: sandboxSeed.linkedin.accounts.sandbox_owner,
    name: 'Sandbox Owner',
    given_name: 'Sandbox',
    family_name: 'Owner',
    picture: `${sandbox.url}/linkedin/avatars/sandbox_owner.png`,
    locale: 'en-US',
    email: 'sandbox_owner@sandbox.example',
    email_verified: true,
  });
  const narrow = await signInToLinkedin(sandbox, 'w_member_social');
  expect(await call(`${sandbox.url}/linkedin/v2/userinfo`, { headers: narrow.headers })).toMatchObject({
    status: 403,
    body: {
      status: 403,
      serviceErrorCode: 100,
      code: 'ACCESS_DENIED',
      message: 'Not enough permissions to access: userinfo.GET.NO_VERSION',
    },
  });
});

test('a code works once and within thirty minutes', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const sandbox = await open({ clock: () => now });
  const notFound = {
    status: 401,
    body: {
      error: 'invalid_request',
      error_description: 'Unable to retrieve access token: authorization code not found',
    },
  };
  const code = await fetchCode(linkedinAuthorizeUrl(sandbox));
  expect((await exchangeLinkedin(sandbox, { code })).status).toBe(200);
  expect(await exchangeLinkedin(sandbox, { code })).toMatchObject(notFound);
  const late = await fetchCode(linkedinAuthorizeUrl(sandbox));
  now += 30 * 60 * 1000;
  expect(await exchangeLinkedin(sandbox, { code: late })).toMatchObject(notFound);
});

test('a mismatched redirect URI, a proof key and a wrong secret are refused', async ({ sandbox }) => {
  const code = await fetchCode(linkedinAuthorizeUrl(sandbox));
  const mismatch = {
    status: 400,
    body: { error: 'invalid_request', error_description: expect.stringContaining('does not match authorization code') },
  };
  expect(await exchangeLinkedin(sandbox, { code, redirect_uri: `${redirectUri}/other` })).toMatchObject(mismatch);
  expect(await exchangeLinkedin(sandbox, { code, code_verifier: 'v'.repeat(43) })).toMatchObject(mismatch);
  expect((await exchangeLinkedin(sandbox, { code, client_secret: 'wrong' })).status).toBe(401);
  expect(await exchangeLinkedin(sandbox, { code: '' })).toMatchObject({
    status: 400,
    body: { error_description: 'A required parameter "code" is missing' },
  });
});

test('expired and revoked tokens get different errors', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const sandbox = await open({ clock: () => now });
  const revoked = await signInToLinkedin(sandbox);
  const form = { client_id: sandboxApp.clientId, client_secret: sandboxApp.clientSecret, token: revoked.accessToken };
  const post = (path: string) => sendForm(`${sandbox.url}/linkedin/oauth/v2/${path}`, form);
  expect((await post('introspectToken')).body).toMatchObject({ active: true, status: 'active', auth_type: '3L' });
  expect((await post('revoke')).status).toBe(200);
  expect((await post('introspectToken')).body).toMatchObject({ active: false, status: 'revoked' });
  const userinfo = (headers: Record<string, string>) => call(`${sandbox.url}/linkedin/v2/userinfo`, { headers });
  expect(await userinfo(revoked.headers)).toMatchObject({
    status: 401,
    body: { serviceErrorCode: 65601, code: 'REVOKED_ACCESS_TOKEN' },
  });
  await sandbox.settings({ tokenLifetimeSeconds: 60 });
  const short = await signInToLinkedin(sandbox);
  now += 60_000;
  expect(await userinfo(short.headers)).toMatchObject({
    status: 401,
    body: { serviceErrorCode: 65602, code: 'EXPIRED_ACCESS_TOKEN' },
  });
  expect(await userinfo({ authorization: 'Bearer nonsense' })).toMatchObject({
    status: 401,
    body: { status: 401, serviceErrorCode: 65600, code: 'INVALID_ACCESS_TOKEN', message: 'Invalid access token' },
  });
});

test('a consent for other scopes revokes the earlier tokens', async ({ sandbox }) => {
  const first = await signInToLinkedin(sandbox);
  await signInToLinkedin(sandbox);
  expect((await call(`${sandbox.url}/linkedin/v2/userinfo`, { headers: first.headers })).status).toBe(200);
  await signInToLinkedin(sandbox, 'openid');
  expect((await call(`${sandbox.url}/linkedin/v2/userinfo`, { headers: first.headers })).status).toBe(401);
});

test("only a partner's app gets refresh tokens, whose expiry stays the same", async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const sandbox = await open({ clock: () => now });
  const app = { client_id: 'partner', client_secret: 'partner-secret' };
  await sandbox.addApp({
    network: 'linkedin',
    clientId: 'partner',
    clientSecret: 'partner-secret',
    redirectUris: [redirectUri],
    partner: true,
  });
  const code = await fetchCode(linkedinAuthorizeUrl(sandbox, { client_id: 'partner' }));
  const { body } = await exchangeLinkedin(sandbox, { code, ...app });
  expect(body).toMatchObject({ refresh_token_expires_in: 31_536_000 });
  now += 1_000_000;
  const refresh = { grant_type: 'refresh_token', refresh_token: textAt(body, 'refresh_token') };
  expect(await exchangeLinkedin(sandbox, { ...refresh, ...app })).toMatchObject({
    status: 200,
    body: { refresh_token: refresh.refresh_token, refresh_token_expires_in: 31_535_000 },
  });
  expect((await exchangeLinkedin(sandbox, refresh)).status).toBe(400);
});
