import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { sandboxSeed } from '../../../src/index.ts';
import { call, fetchCode, open, proofKey, redirectUri, sendForm, test, textAt } from '../../support/sandbox.ts';
import { exchangeTiktok, signInToTiktok, tiktokAuthorizeUrl, tiktokOAuth, tiktokScopes } from './sign-in.ts';

test.each([
  ['an unknown client key', { client_key: 'nobody' }, 'client_key'],
  ['a client_id instead', { client_key: undefined, client_id: 'social-sandbox' }, 'client_key'],
  ['a foreign redirect URI', { redirect_uri: 'https://example.com/' }, 'redirect_uri'],
  ['a redirect URI with a query', { redirect_uri: `${redirectUri}?a=1` }, 'redirect_uri'],
  ['a response that is not a code', { response_type: 'token' }, 'response_type'],
  ['scopes with spaces between', { scope: 'user.info.basic video.publish' }, 'scope'],
  ['a plain proof key', { code_challenge: 'v'.repeat(43), code_challenge_method: 'plain' }, 'code_challenge_method'],
])('the authorize page refuses %s', async (_name, change, parameter) => {
  const sandbox = await open();
  const { status, text } = await call(tiktokAuthorizeUrl(sandbox, change));
  expect(status).toBe(400);
  expect(text).toContain(`check the ${parameter}.`);
});

test('the redirect has the code and the scopes, or the denial', async ({ sandbox }) => {
  const url = tiktokAuthorizeUrl(sandbox);
  const back = new URL((await call(url)).headers.get('location') ?? '');
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ scopes: tiktokScopes, state: 'state-1' });
  const denied = await sendForm(url, { decision: 'deny' });
  expect(new URL(denied.headers.get('location') ?? '').searchParams.get('error')).toBe('access_denied');
});

test('the token endpoint answers as documented', async ({ sandbox }) => {
  const { tokens } = await signInToTiktok(sandbox, 'user.info.basic,video.publish');
  expect(tokens).toEqual({
    access_token: expect.stringMatching(/^act\./),
    expires_in: 86_400,
    open_id: sandboxSeed.tiktok.accounts.sandbox_owner,
    refresh_expires_in: 31_536_000,
    refresh_token: expect.stringMatching(/^rft\./),
    scope: 'user.info.basic,video.publish',
    token_type: 'Bearer',
  });
});

test('a proof key is accepted in base64url and in hexadecimal, and is optional', async ({ sandbox }) => {
  const { verifier, challenge } = proofKey();
  const hexadecimal = createHash('sha256').update(verifier).digest('hex');
  for (const code_challenge of [challenge, hexadecimal]) {
    const url = tiktokAuthorizeUrl(sandbox, { code_challenge, code_challenge_method: 'S256' });
    expect(await exchangeTiktok(sandbox, { code: await fetchCode(url), code_verifier: 'v'.repeat(43) })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_description: 'Code verifier or code challenge is invalid.' },
    });
    const right = { code: await fetchCode(url), code_verifier: verifier };
    expect((await exchangeTiktok(sandbox, right)).body).toHaveProperty('access_token');
  }
  // Some clients send a verifier without having sent a challenge.
  const unannounced = { code: await fetchCode(tiktokAuthorizeUrl(sandbox)), code_verifier: 'state-1' };
  expect((await exchangeTiktok(sandbox, unannounced)).body).toHaveProperty('access_token');
});

test('a code works once, for ten minutes, with its redirect URI; an expired one is refused with status 200', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const sandbox = await open({ clock: () => now });
  const dead = { status: 200, body: { error: 'invalid_grant', log_id: expect.any(String) } };
  const code = await fetchCode(tiktokAuthorizeUrl(sandbox));
  expect((await exchangeTiktok(sandbox, { code, redirect_uri: `${redirectUri}/x` })).status).toBe(400);
  expect((await exchangeTiktok(sandbox, { code })).body).toHaveProperty('access_token');
  expect(await exchangeTiktok(sandbox, { code })).toMatchObject(dead);
  const late = await fetchCode(tiktokAuthorizeUrl(sandbox));
  now += 10 * 60 * 1000;
  expect(await exchangeTiktok(sandbox, { code: late })).toMatchObject(dead);
  expect(await exchangeTiktok(sandbox, { code: late, client_secret: 'wrong' })).toMatchObject({
    status: 401,
    body: { error: 'invalid_client' },
  });
  expect((await exchangeTiktok(sandbox, {})).body).toMatchObject({ error: 'invalid_request' });
});

test('a refresh token is replaced each time it is used', async ({ sandbox }) => {
  const { tokens } = await signInToTiktok(sandbox);
  const refresh = (refresh_token: string) =>
    tiktokOAuth(sandbox, 'token', { grant_type: 'refresh_token', refresh_token });
  const first = textAt(tokens, 'refresh_token');
  const second = textAt((await refresh(first)).body, 'refresh_token');
  expect(second).not.toBe(first);
  expect((await refresh(first)).body).toMatchObject({ error: 'invalid_grant' });
  expect((await refresh(second)).body).toHaveProperty('access_token');
});

test('user info shows the fields that the scopes allow', async ({ sandbox }) => {
  const info = async (fields: string, scope: string) => {
    const { headers } = await signInToTiktok(sandbox, scope);
    return call(`${sandbox.url}/tiktok/v2/user/info/?fields=${fields}`, { headers });
  };
  const fields = 'open_id,union_id,avatar_url,display_name,username';
  expect((await info(fields, tiktokScopes)).body).toEqual({
    data: {
      user: {
        open_id: sandboxSeed.tiktok.accounts.sandbox_owner,
        union_id: expect.any(String),
        avatar_url: `${sandbox.url}/tiktok/avatars/sandbox_owner.png`,
        display_name: 'Sandbox Owner',
        username: 'sandbox_owner',
      },
    },
    error: { code: 'ok', message: '', log_id: expect.any(String) },
  });
  expect(await info(fields, 'user.info.basic')).toMatchObject({
    status: 401,
    body: { error: { code: 'scope_not_authorized' } },
  });
  expect(await info('', tiktokScopes)).toMatchObject({ status: 400, body: { error: { code: 'invalid_param' } } });
});

test('a revoked token and an expired token are both invalid', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const sandbox = await open({ clock: () => now });
  const revoked = await signInToTiktok(sandbox);
  const token = textAt(revoked.tokens, 'access_token');
  expect(await tiktokOAuth(sandbox, 'revoke', { token })).toMatchObject({ status: 200, text: '' });
  const invalid = { status: 401, body: { error: { code: 'access_token_invalid' } } };
  expect(await revoked.post('/creator_info/query/')).toMatchObject(invalid);
  const refresh = { grant_type: 'refresh_token', refresh_token: textAt(revoked.tokens, 'refresh_token') };
  expect((await tiktokOAuth(sandbox, 'token', refresh)).body).toMatchObject({ error: 'invalid_grant' });
  await sandbox.settings({ tokenLifetimeSeconds: 60 });
  const short = await signInToTiktok(sandbox);
  expect((await short.post('/creator_info/query/')).status).toBe(200);
  now += 60_000;
  expect(await short.post('/creator_info/query/')).toMatchObject(invalid);
});
