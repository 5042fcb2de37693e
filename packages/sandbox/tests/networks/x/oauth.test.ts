import { expect } from 'vitest';
import { basic, call, open, proofKey, redirectUri, send, sendForm, test, textAt } from '../../support/sandbox.ts';
import { allXScopes, exchangeX, fetchXCode, signInToX, xAuthorizeUrl } from './sign-in.ts';

const deadGrant = { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' };
const unauthorized = { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' };

test.each([
  ['an unknown client', { client_id: 'nobody' }],
  ['a redirect URI that is not loopback', { redirect_uri: 'https://example.com/callback' }],
  ['a redirect URI that only begins like loopback', { redirect_uri: 'http://127.0.0.1.example.com/' }],
  ['another response type', { response_type: 'token' }],
  ['no proof key', { code_challenge: undefined }],
  ['an unknown proof key method', { code_challenge_method: 'S512' }],
  ['no scope', { scope: '' }],
  ['an unknown scope', { scope: 'tweet.read everything' }],
  ['a state of 501 characters', { state: 'x'.repeat(501) }],
])('the authorize page refuses %s without redirecting', async (_name, change) => {
  const sandbox = await open();
  const right = { code_challenge: proofKey().challenge, code_challenge_method: 'S256' };
  const { status, headers, text } = await call(xAuthorizeUrl(sandbox, { ...right, ...change }));
  expect(status).toBe(400);
  expect(headers.get('location')).toBeNull();
  expect(text).toContain('This request for access is not valid');
});

test.each(['S256', 's256'])('a code is exchanged once, with its verifier, for method %s', async (method) => {
  const sandbox = await open();
  const proof = await fetchXCode(sandbox, { code_challenge_method: method });
  const wrong = await exchangeX(sandbox, { ...proof, code_verifier: proofKey().verifier });
  expect(wrong).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  const right = await exchangeX(sandbox, proof);
  expect(right).toMatchObject({
    status: 200,
    body: { token_type: 'bearer', expires_in: 7200, scope: allXScopes, refresh_token: expect.any(String) },
  });
  expect(await exchangeX(sandbox, proof)).toMatchObject({ status: 400, body: deadGrant });
});

test('the plain method compares the verifier itself', async ({ sandbox }) => {
  const { verifier } = proofKey();
  const proof = { code_challenge: verifier, code_challenge_method: 'plain' };
  const { code } = await fetchXCode(sandbox, proof);
  expect((await exchangeX(sandbox, { code, code_verifier: verifier })).status).toBe(200);
});

test('a code expires after thirty seconds', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const sandbox = await open({ clock: () => now });
  const proof = await fetchXCode(sandbox);
  now += 30_000;
  expect(await exchangeX(sandbox, proof)).toMatchObject({ status: 400, body: deadGrant });
});

test('the exchange needs the redirect URI of the authorize page', async ({ sandbox }) => {
  const proof = await fetchXCode(sandbox);
  const answer = await exchangeX(sandbox, { ...proof, redirect_uri: `${redirectUri}/other` });
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
});

test('a wrong client secret is refused', async ({ sandbox }) => {
  const wrong = `Basic ${Buffer.from('social-sandbox:wrong').toString('base64')}`;
  expect(await exchangeX(sandbox, { code: 'any', code_verifier: 'any' }, wrong)).toMatchObject({
    status: 401,
    body: { error: 'unauthorized_client', error_description: 'Missing valid authorization header' },
  });
});

test('without offline.access there is no refresh token', async ({ sandbox }) => {
  const { tokens } = await signInToX(sandbox, 'tweet.read users.read');
  expect(tokens).not.toHaveProperty('refresh_token');
});

test('refresh tokens rotate and work once, sent as a form or as JSON', async ({ sandbox }) => {
  const { tokens } = await signInToX(sandbox);
  const url = `${sandbox.url}/x/2/oauth2/token`;
  const first = { grant_type: 'refresh_token', refresh_token: textAt(tokens, 'refresh_token') };
  const rotated = await send(url, 'POST', first, { authorization: basic });
  expect(rotated.status).toBe(200);
  expect(await send(url, 'POST', first, { authorization: basic })).toMatchObject({ status: 400, body: deadGrant });
  const second = { grant_type: 'refresh_token', refresh_token: textAt(rotated.body, 'refresh_token') };
  expect(await sendForm(url, second, { authorization: basic })).toMatchObject({ status: 200 });
  const operations = (await sandbox.requests('x')).map(({ operation }) => operation);
  expect(operations).toEqual(['authorize', 'token', 'refresh', 'refresh', 'refresh']);
});

test('a revoked token no longer works', async ({ sandbox }) => {
  const { headers, accessToken } = await signInToX(sandbox);
  const me = `${sandbox.url}/x/2/users/me`;
  expect((await call(me, { headers })).status).toBe(200);
  const fields = { token: accessToken, token_type_hint: 'access_token' };
  const revoked = await sendForm(`${sandbox.url}/x/2/oauth2/revoke`, fields, { authorization: basic });
  expect(revoked).toMatchObject({ status: 200, body: { revoked: true } });
  expect(await call(me, { headers })).toMatchObject({ status: 401, body: unauthorized });
});

test('tokens expire after the set lifetime', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const sandbox = await open({ clock: () => now });
  await sandbox.settings({ tokenLifetimeSeconds: 5 });
  const { tokens, headers } = await signInToX(sandbox);
  expect(tokens).toMatchObject({ expires_in: 5 });
  now += 4999;
  expect((await call(`${sandbox.url}/x/2/users/me`, { headers })).status).toBe(200);
  now += 1;
  expect(await call(`${sandbox.url}/x/2/users/me`, { headers })).toMatchObject({ status: 401, body: unauthorized });
});

test('a registered public app names itself in the body and needs its exact redirect URI', async ({ sandbox }) => {
  const own = 'https://app.example/callback';
  await sandbox.addApp({ network: 'x', clientId: 'mine', redirectUris: [own] });
  const about = { client_id: 'mine', code_challenge: proofKey().challenge, code_challenge_method: 'S256' };
  expect((await call(xAuthorizeUrl(sandbox, about))).status).toBe(400);
  const proof = await fetchXCode(sandbox, { client_id: 'mine', redirect_uri: own });
  const fields = { grant_type: 'authorization_code', redirect_uri: own, client_id: 'mine', ...proof };
  const answer = await sendForm(`${sandbox.url}/x/2/oauth2/token`, fields);
  expect(answer.status).toBe(200);
});

test('authorizeAs chooses the account, and a token works for its own network only', async ({ sandbox }) => {
  await sandbox.settings({ authorizeAs: 'sandbox_friend' });
  const { headers } = await signInToX(sandbox);
  expect(await call(`${sandbox.url}/x/2/users/me`, { headers })).toMatchObject({
    body: { data: { username: 'sandbox_friend' } },
  });
  expect((await call(`${sandbox.url}/linkedin/v2/userinfo`, { headers })).status).toBe(401);
});
