import { expect, test } from 'vitest';
import { sandboxApp, sandboxSeed } from '../src/index.ts';
import { basic, call, control, fetchCode, open, proofKey, redirectUri, textAt } from './sign-in.ts';
import { allYoutubeScopes, signInToYoutube, youtubeAuthorizeUrl, youtubeToken } from './youtube-sign-in.ts';

test.each([
  ['an unknown client', { client_id: 'nobody' }, 401, 'invalid_client'],
  ['a foreign redirect URI', { redirect_uri: 'https://example.com/' }, 400, 'redirect_uri_mismatch'],
  ['an unknown scope', { scope: 'https://www.googleapis.com/auth/drive' }, 400, 'invalid_scope'],
  ['no scope', { scope: undefined }, 400, 'Missing required parameter: scope'],
  ['a short proof key', { code_challenge: 'short' }, 400, 'code_challenge'],
])('the authorize page refuses %s', async (_name, change, status, sentence) => {
  const sandbox = await open();
  const answer = await call(youtubeAuthorizeUrl(sandbox, change));
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(sentence);
});

test('a refresh token comes with offline access, once or with every consent that is asked for', async () => {
  const sandbox = await open();
  const online = await signInToYoutube(sandbox, { access_type: undefined });
  expect(online.tokens).toMatchObject({ expires_in: 3599, token_type: 'Bearer', scope: allYoutubeScopes.join(' ') });
  expect(online.tokens).not.toHaveProperty('refresh_token');
  await control(sandbox, 'POST', '/reset');
  await control(sandbox, 'PUT', '/settings', { autoApprove: true });
  expect((await signInToYoutube(sandbox, { prompt: undefined })).tokens).toHaveProperty('refresh_token');
  expect((await signInToYoutube(sandbox, { prompt: undefined })).tokens).not.toHaveProperty('refresh_token');
  expect((await signInToYoutube(sandbox)).tokens).toHaveProperty('refresh_token');
});

test('who signed in is told under the older and the newer names, as far as was allowed', async () => {
  const sandbox = await open();
  const { tokens, headers } = await signInToYoutube(sandbox, { scope: 'openid email', nonce: 'n-1' });
  expect(tokens).toMatchObject({ scope: 'openid https://www.googleapis.com/auth/userinfo.email' });
  const claims = JSON.parse(Buffer.from(textAt(tokens, 'id_token').split('.')[1] ?? '', 'base64url').toString());
  const email = 'sandbox_owner@sandbox.example';
  expect(claims).toMatchObject({ iss: `${sandbox.url}/youtube`, aud: sandboxApp.clientId, nonce: 'n-1', email });
  const read = async (path: string) => (await call(`${sandbox.url}/youtube${path}`, { headers })).body;
  expect(await read('/oauth2/v3/userinfo')).toEqual({ sub: claims.sub, email, email_verified: true });
  expect(await read('/oauth2/v2/userinfo')).toEqual({ id: claims.sub, email, verified_email: true });
});

test('people may untick what they do not allow, and the answer lists what is left', async () => {
  const sandbox = await open();
  await control(sandbox, 'PUT', '/settings', { autoApprove: false });
  const url = youtubeAuthorizeUrl(sandbox, { state: 's' });
  const page = await call(url);
  for (const scope of allYoutubeScopes) expect(page.text).toContain(`name="scope ${scope}" checked`);
  const [upload = ''] = allYoutubeScopes;
  const account = sandboxSeed.youtube.accounts.sandbox_owner;
  const decide = (fields: Record<string, string>) => call(url, { method: 'POST', body: new URLSearchParams(fields) });
  const approved = await decide({ decision: 'approve', account, [`scope ${upload}`]: 'on' });
  expect(approved.status).toBe(303);
  const code = new URL(approved.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const { body } = await youtubeToken(sandbox, { code });
  expect(body).toMatchObject({ scope: upload });
  const headers = { authorization: `Bearer ${textAt(body, 'access_token')}` };
  expect(await call(`${sandbox.url}/youtube/youtube/v3/channels?part=id&mine=true`, { headers })).toMatchObject({
    status: 403,
    body: { error: { errors: [{ reason: 'insufficientPermissions' }], status: 'PERMISSION_DENIED' } },
  });
  const denied = await decide({ decision: 'approve', account });
  expect(denied.headers.get('location')).toBe(`${redirectUri}?error=access_denied&state=s`);
});

test('a proof key is checked where one was announced, and the secret may come either way', async () => {
  const sandbox = await open();
  const { verifier, challenge } = proofKey();
  const proof = { code_challenge: challenge, code_challenge_method: 'S256' };
  const code = () => fetchCode(youtubeAuthorizeUrl(sandbox, proof));
  expect(await youtubeToken(sandbox, { code: await code() })).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  });
  expect((await youtubeToken(sandbox, { code: await code(), code_verifier: 'v'.repeat(43) })).status).toBe(400);
  const form = { grant_type: 'authorization_code', redirect_uri: redirectUri, code_verifier: verifier };
  const exchanged = await call(`${sandbox.url}/youtube/token`, {
    method: 'POST',
    headers: { authorization: basic },
    body: new URLSearchParams({ ...form, code: await code() }),
  });
  expect(exchanged.status).toBe(200);
  expect(await youtubeToken(sandbox, { code: 'x', client_secret: 'wrong' })).toMatchObject({
    status: 401,
    body: { error: 'invalid_client' },
  });
});

test('a code works once, for ten minutes and for its own redirect URI', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const sandbox = await open({ clock: () => now });
  const code = await fetchCode(youtubeAuthorizeUrl(sandbox));
  expect(await youtubeToken(sandbox, { code, redirect_uri: `${redirectUri}/other` })).toMatchObject({
    status: 400,
    body: { error: 'redirect_uri_mismatch' },
  });
  expect((await youtubeToken(sandbox, { code })).status).toBe(200);
  expect((await youtubeToken(sandbox, { code })).body).toMatchObject({ error: 'invalid_grant' });
  const late = await fetchCode(youtubeAuthorizeUrl(sandbox));
  now += 600_000;
  expect((await youtubeToken(sandbox, { code: late })).body).toMatchObject({ error: 'invalid_grant' });
});

test('access ends after an hour; revoking either token ends the whole grant', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const sandbox = await open({ clock: () => now });
  const channels = (headers: Record<string, string>) =>
    call(`${sandbox.url}/youtube/youtube/v3/channels?part=id&mine=true`, { headers });
  const { headers, tokens } = await signInToYoutube(sandbox);
  expect((await channels(headers)).status).toBe(200);
  now += 3_599_000;
  expect(await channels(headers)).toMatchObject({
    status: 401,
    body: {
      error: {
        code: 401,
        status: 'UNAUTHENTICATED',
        errors: [{ reason: 'authError', message: 'Invalid Credentials' }],
      },
    },
  });
  const refresh = { grant_type: 'refresh_token', refresh_token: textAt(tokens, 'refresh_token') };
  const fresh = await youtubeToken(sandbox, refresh);
  expect(fresh.body).not.toHaveProperty('refresh_token');
  const revoke = (token: string) => call(`${sandbox.url}/youtube/revoke?token=${token}`, { method: 'POST' });
  expect(await revoke(textAt(fresh.body, 'access_token'))).toMatchObject({ status: 200, body: {} });
  expect((await revoke(textAt(fresh.body, 'access_token'))).status).toBe(400);
  expect((await youtubeToken(sandbox, refresh)).body).toMatchObject({ error: 'invalid_grant' });
});

test('an account may have no channel', async () => {
  const sandbox = await open();
  const about = { network: 'youtube', username: 'newcomer', name: 'New Comer', type: 'no-channel' };
  const { body: account } = await control(sandbox, 'POST', '/accounts', about);
  expect(textAt(account, 'id')).toMatch(/^UC[\w-]{22}$/);
  await control(sandbox, 'PUT', '/settings', { authorizeAs: 'newcomer' });
  const { headers } = await signInToYoutube(sandbox, { client_id: sandboxApp.clientId });
  expect((await call(`${sandbox.url}/youtube/youtube/v3/channels?part=id&mine=true`, { headers })).body).toMatchObject({
    pageInfo: { totalResults: 0 },
    items: [],
  });
});
