import { expect, test } from 'vitest';
import {
  allXScopes,
  authorizeUrl,
  basic,
  call,
  control,
  exchangeX,
  fetchCode,
  open,
  proofKey,
  redirectUri,
  send,
  signInToX,
  textAt,
} from './sign-in.ts';

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
  const { status, headers, text } = await call(authorizeUrl(sandbox, 'x', { ...right, ...change }));
  expect(status).toBe(400);
  expect(headers.get('location')).toBeNull();
  expect(text).toContain('This request for access is not valid');
});

test.each(['S256', 's256'])('a code is exchanged once, with its verifier, for method %s', async (method) => {
  const sandbox = await open();
  const { verifier, challenge } = proofKey();
  const code = await fetchCode(
    authorizeUrl(sandbox, 'x', { code_challenge: challenge, code_challenge_method: method }),
  );
  const wrong = await exchangeX(sandbox, { code, code_verifier: proofKey().verifier });
  expect(wrong).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  const right = await exchangeX(sandbox, { code, code_verifier: verifier });
  expect(right).toMatchObject({
    status: 200,
    body: { token_type: 'bearer', expires_in: 7200, scope: allXScopes, refresh_token: expect.any(String) },
  });
  expect(await exchangeX(sandbox, { code, code_verifier: verifier })).toMatchObject({ status: 400, body: deadGrant });
});

test('the plain method compares the verifier itself', async () => {
  const sandbox = await open();
  const { verifier } = proofKey();
  const code = await fetchCode(
    authorizeUrl(sandbox, 'x', { code_challenge: verifier, code_challenge_method: 'plain' }),
  );
  expect((await exchangeX(sandbox, { code, code_verifier: verifier })).status).toBe(200);
});

test('a code dies after thirty seconds', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const sandbox = await open({ clock: () => now });
  const { verifier, challenge } = proofKey();
  const code = await fetchCode(
    authorizeUrl(sandbox, 'x', { code_challenge: challenge, code_challenge_method: 'S256' }),
  );
  now += 30_000;
  expect(await exchangeX(sandbox, { code, code_verifier: verifier })).toMatchObject({ status: 400, body: deadGrant });
});

test('the redirect URI of the exchange has to be the one of the authorize page', async () => {
  const sandbox = await open();
  const { verifier, challenge } = proofKey();
  const code = await fetchCode(
    authorizeUrl(sandbox, 'x', { code_challenge: challenge, code_challenge_method: 'S256' }),
  );
  const answer = await exchangeX(sandbox, { code, code_verifier: verifier, redirect_uri: `${redirectUri}/other` });
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
});

test('a wrong client secret is refused', async () => {
  const sandbox = await open();
  const wrong = `Basic ${Buffer.from('social-sandbox:wrong').toString('base64')}`;
  expect(await exchangeX(sandbox, { code: 'any', code_verifier: 'any' }, wrong)).toMatchObject({
    status: 401,
    body: { error: 'unauthorized_client', error_description: 'Missing valid authorization header' },
  });
});

test('without offline.access there is no refresh token', async () => {
  const sandbox = await open();
  const { tokens } = await signInToX(sandbox, 'tweet.read users.read');
  expect(tokens).not.toHaveProperty('refresh_token');
});

test('refresh tokens rotate and work once, sent as a form or as JSON', async () => {
  const sandbox = await open();
  const { tokens } = await signInToX(sandbox);
  const url = `${sandbox.url}/x/2/oauth2/token`;
  const first = { grant_type: 'refresh_token', refresh_token: textAt(tokens, 'refresh_token') };
  const rotated = await send(url, 'POST', first, { authorization: basic });
  expect(rotated.status).toBe(200);
  expect(await send(url, 'POST', first, { authorization: basic })).toMatchObject({ status: 400, body: deadGrant });
  const second = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: textAt(rotated.body, 'refresh_token'),
  });
  expect(await call(url, { method: 'POST', headers: { authorization: basic }, body: second })).toMatchObject({
    status: 200,
  });
  const { body } = await control(sandbox, 'GET', '/requests?network=x');
  expect(body).toMatchObject({
    requests: ['authorize', 'token', 'refresh', 'refresh', 'refresh'].map((operation) => ({ operation })),
  });
});

test('a revoked token no longer works', async () => {
  const sandbox = await open();
  const { headers, accessToken } = await signInToX(sandbox);
  const me = `${sandbox.url}/x/2/users/me`;
  expect((await call(me, { headers })).status).toBe(200);
  const body = new URLSearchParams({ token: accessToken, token_type_hint: 'access_token' });
  const revoked = await call(`${sandbox.url}/x/2/oauth2/revoke`, {
    method: 'POST',
    headers: { authorization: basic },
    body,
  });
  expect(revoked).toMatchObject({ status: 200, body: { revoked: true } });
  expect(await call(me, { headers })).toMatchObject({ status: 401, body: unauthorized });
});

test('tokens expire after the set lifetime', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const sandbox = await open({ clock: () => now });
  await control(sandbox, 'PUT', '/settings', { tokenLifetimeSeconds: 5 });
  const { tokens, headers } = await signInToX(sandbox);
  expect(tokens).toMatchObject({ expires_in: 5 });
  now += 4999;
  expect((await call(`${sandbox.url}/x/2/users/me`, { headers })).status).toBe(200);
  now += 1;
  expect(await call(`${sandbox.url}/x/2/users/me`, { headers })).toMatchObject({ status: 401, body: unauthorized });
});

test('a registered public app names itself in the body and needs its exact redirect URI', async () => {
  const sandbox = await open();
  const own = 'https://app.example/callback';
  await control(sandbox, 'POST', '/apps', { network: 'x', clientId: 'mine', redirectUris: [own] });
  const { verifier, challenge } = proofKey();
  const about = { client_id: 'mine', code_challenge: challenge, code_challenge_method: 'S256' };
  expect((await call(authorizeUrl(sandbox, 'x', about))).status).toBe(400);
  const code = await fetchCode(authorizeUrl(sandbox, 'x', { ...about, redirect_uri: own }));
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: own,
    code_verifier: verifier,
    client_id: 'mine',
  };
  const answer = await call(`${sandbox.url}/x/2/oauth2/token`, { method: 'POST', body: new URLSearchParams(fields) });
  expect(answer.status).toBe(200);
});

test("authorizeAs chooses the account, and one network's token is nothing at another", async () => {
  const sandbox = await open();
  await control(sandbox, 'PUT', '/settings', { authorizeAs: 'sandbox_friend' });
  const { headers } = await signInToX(sandbox);
  expect(await call(`${sandbox.url}/x/2/users/me`, { headers })).toMatchObject({
    body: { data: { username: 'sandbox_friend' } },
  });
  expect((await call(`${sandbox.url}/linkedin/v2/userinfo`, { headers })).status).toBe(401);
});
