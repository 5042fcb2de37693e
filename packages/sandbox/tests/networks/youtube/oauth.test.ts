import { expect } from 'vitest';
import { sandboxApp, sandboxSeed } from '../../../src/index.ts';
import {
  basic,
  call,
  codeIn,
  fetchCode,
  open,
  proofKey,
  redirectUri,
  sendForm,
  test,
  textAt,
} from '../../support/sandbox.ts';
import { allYoutubeScopes, signInToYoutube, youtubeAuthorizeUrl, youtubeToken } from './sign-in.ts';

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

test('offline access includes a refresh token once, or with every requested consent', async ({ sandbox }) => {
  const online = await signInToYoutube(sandbox, { access_type: undefined });
  expect(online.tokens).toMatchObject({ expires_in: 3599, token_type: 'Bearer', scope: allYoutubeScopes.join(' ') });
  expect(online.tokens).not.toHaveProperty('refresh_token');
  await sandbox.reset();
  await sandbox.settings({ autoApprove: true });
  expect((await signInToYoutube(sandbox, { prompt: undefined })).tokens).toHaveProperty('refresh_token');
  expect((await signInToYoutube(sandbox, { prompt: undefined })).tokens).not.toHaveProperty('refresh_token');
  expect((await signInToYoutube(sandbox)).tokens).toHaveProperty('refresh_token');
});

test('both userinfo endpoints show the claims that the scopes allow', async ({ sandbox }) => {
  const { tokens, headers } = await signInToYoutube(sandbox, { scope: 'openid email', nonce: 'n-1' });
  expect(tokens).toMatchObject({ scope: 'openid https://www.googleapis.com/auth/userinfo.email' });
  const claims = JSON.parse(Buffer.from(textAt(tokens, 'id_token').split('.')[1] ?? '', 'base64url').toString());
  const email = 'sandbox_owner@sandbox.example';
  expect(claims).toMatchObject({ iss: `${sandbox.url}/youtube`, aud: sandboxApp.clientId, nonce: 'n-1', email });
  const read = async (path: string) => (await call(`${sandbox.url}/youtube${path}`, { headers })).body;
  expect(await read('/oauth2/v3/userinfo')).toEqual({ sub: claims.sub, email, email_verified: true });
  expect(await read('/oauth2/v2/userinfo')).toEqual({ id: claims.sub, email, verified_email: true });
});

test('people may untick permissions, and the answer lists the remaining ones', async ({ sandbox }) => {
  await sandbox.settings({ autoApprove: false });
  const url = youtubeAuthorizeUrl(sandbox, { state: 's' });
  const page = await call(url);
  for (const scope of allYoutubeScopes) expect(page.text).toContain(`name="scope ${scope}" checked`);
  const [upload = ''] = allYoutubeScopes;
  const account = sandboxSeed.youtube.accounts.sandbox_owner;
  const decide = (fields: Record<string, string>) => sendForm(url, fields);
  const approved = await decide({ decision: 'approve', account, [`scope ${upload}`]: 'on' });
  expect(approved.status).toBe(303);
  const { body } = await youtubeToken(sandbox, { code: codeIn(approved) });
  expect(body).toMatchObject({ scope: upload });
  const headers = { authorization: `Bearer ${textAt(body, 'access_token')}` };
  expect(await call(`${sandbox.url}/youtube/youtube/v3/channels?part=id&mine=true`, { headers })).toMatchObject({
    status: 403,
    body: { error: { errors: [{ reason: 'insufficientPermissions' }], status: 'PERMISSION_DENIED' } },
  });
  const denied = await decide({ decision: 'approve', account });
  expect(denied.headers.get('location')).toBe(`${redirectUri}?error=access_denied&state=s`);
});

test('an announced proof key is checked, and the secret may be in the body or in Basic', async ({ sandbox }) => {
  const { verifier, challenge } = proofKey();
  const proof = { code_challenge: challenge, code_challenge_method: 'S256' };
  const code = () => fetchCode(youtubeAuthorizeUrl(sandbox, proof));
  expect(await youtubeToken(sandbox, { code: await code() })).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  });
  expect((await youtubeToken(sandbox, { code: await code(), code_verifier: 'v'.repeat(43) })).status).toBe(400);
  const form = { grant_type: 'authorization_code', redirect_uri: redirectUri, code_verifier: verifier };
  const fields = { ...form, code: await code() };
  const exchanged = await sendForm(`${sandbox.url}/youtube/token`, fields, { authorization: basic });
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

test('access tokens expire after an hour, and revoking one token revokes the whole grant', async () => {
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

test('an account may have no channel', async ({ sandbox }) => {
  const about = { network: 'youtube', username: 'newcomer', name: 'New Comer', type: 'no-channel' } as const;
  expect((await sandbox.addAccount(about)).id).toMatch(/^UC[\w-]{22}$/);
  await sandbox.settings({ authorizeAs: 'newcomer' });
  const { headers } = await signInToYoutube(sandbox, { client_id: sandboxApp.clientId });
  expect((await call(`${sandbox.url}/youtube/youtube/v3/channels?part=id&mine=true`, { headers })).body).toMatchObject({
    pageInfo: { totalResults: 0 },
    items: [],
  });
});
