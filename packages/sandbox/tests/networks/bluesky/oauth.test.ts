import { expect } from 'vitest';
import { type Sandbox, sandboxSeed } from '../../../src/index.ts';
import { type Answer, call, open, sendForm, test } from '../../support/sandbox.ts';
import { DpopClient, loopbackId } from './dpop-client.ts';
import { beginSession, createdAt, friend, owner, postCollection } from './sign-in.ts';

const generic = 'atproto transition:generic';
const getSession = 'com.atproto.server.getSession';
const hourMs = 3_600_000;

function clientFor(sandbox: Sandbox, scope = generic): DpopClient {
  return new DpopClient(sandbox.networks.bluesky, loopbackId(scope));
}

function errorOf({ status, body }: Answer): readonly unknown[] {
  const { error, error_description: description, message } = body as Record<string, unknown>;
  return [status, error, description ?? message];
}

async function signedIn(scope = generic) {
  const clock = { now: Date.now() };
  const sandbox = await open({ clock: () => clock.now });
  const client = clientFor(sandbox, scope);
  return { clock, sandbox, client, tokens: await client.signIn(scope) };
}

test('the documents of the servers are at each place where clients look for them', async ({ sandbox }) => {
  const base = sandbox.networks.bluesky;
  const name = '.well-known/oauth-authorization-server';
  const resource = await call(`${base}/.well-known/oauth-protected-resource`);
  expect(resource.body).toMatchObject({ resource: base, authorization_servers: [base] });
  for (const url of [`${base}/${name}`, `${sandbox.url}/${name}/bluesky`]) {
    expect((await call(url)).body).toMatchObject({
      ...{ issuer: base, require_pushed_authorization_requests: true, code_challenge_methods_supported: ['S256'] },
      ...{ token_endpoint: `${base}/oauth/token`, authorization_response_iss_parameter_supported: true },
    });
  }
});

test('a program signs in with a pushed request, and its token works with proofs only', async () => {
  const { client, sandbox } = await signedIn();
  const other = clientFor(sandbox);
  const returned = await other.authorize(generic);
  expect([returned.get('state'), returned.get('iss')]).toEqual(['state-1', sandbox.networks.bluesky]);
  const { body } = await other.exchange(returned.get('code') ?? '');
  expect(body).toMatchObject({ token_type: 'DPoP', sub: owner, scope: generic, expires_in: 3600 });
  const { access_token: token } = body as { access_token: string };
  expect(await other.callTwice(token, getSession)).toMatchObject({ status: 200, body: { did: owner } });
  const bearer = await call(`${client.base}/xrpc/${getSession}`, { headers: { authorization: `Bearer ${token}` } });
  expect(errorOf(bearer)).toEqual([400, 'InvalidToken', 'Malformed token']);
  const bare = await call(`${client.base}/xrpc/${getSession}`, { headers: { authorization: `DPoP ${token}` } });
  expect(errorOf(bare).slice(0, 2)).toEqual([401, 'invalid_dpop_proof']);
  await client.call(token, getSession);
  expect(errorOf(await client.call(token, getSession))).toEqual([401, 'invalid_token', 'Invalid DPoP key binding']);
});

test('each of the two servers wants a nonce of its own, and says so in its own way', async ({ sandbox }) => {
  const client = clientFor(sandbox);
  const first = await client.push(generic);
  expect(errorOf(first).slice(0, 2)).toEqual([400, 'use_dpop_nonce']);
  expect((await client.push(generic)).status).toBe(201);
  const tokens = await client.signIn(generic);
  client.nonces.resource = client.nonces.authorization ?? '';
  const refused = await client.call(tokens.access_token, getSession);
  expect(errorOf(refused).slice(0, 2)).toEqual([401, 'use_dpop_nonce']);
  expect(refused.headers.get('www-authenticate')).toMatch(/^DPoP .*error="use_dpop_nonce"/);
  expect((await client.call(tokens.access_token, getSession)).status).toBe(200);
});

test('a nonce is accepted for three minutes', async () => {
  const { clock, client, tokens } = await signedIn();
  await client.call(tokens.access_token, getSession);
  const { resource = '' } = client.nonces;
  clock.now += 60_000;
  expect((await client.call(tokens.access_token, getSession, undefined, { claims: { nonce: resource } })).status).toBe(
    200,
  );
  clock.now += 180_000;
  const late = await client.call(tokens.access_token, getSession, undefined, { claims: { nonce: resource } });
  expect(errorOf(late)[1]).toBe('use_dpop_nonce');
});

test.for([
  ['another method', { claims: { htm: 'GET' } }, 'DPoP "htm" mismatch'],
  ['another address', { claims: { htu: 'http://127.0.0.1/x' } }, 'DPoP "htu" mismatch'],
  ['no id', { claims: { jti: undefined } }, 'DPoP "jti" missing'],
  ['a token, where no token is sent', { claims: { ath: 'x' } }, 'DPoP "ath" claim not allowed'],
  ...(
    [
      ['an old time', 1000, '"iat" claim timestamp check failed (too far in the past)'],
      ['a late time', 10_000_000_000, '"iat" claim timestamp check failed (it should be in the past)'],
      ['no time', undefined, 'missing required "iat" claim'],
    ] as const
  ).map(([what, iat, problem]) => [what, { claims: { iat } }, `Failed to verify DPoP proof: ${problem}`] as const),
  ['another type', { header: { typ: 'jwt' } }, 'Failed to verify DPoP proof: unexpected "typ" JWT header value'],
  ['another algorithm', { header: { alg: 'RS256' } }, 'Failed to verify DPoP proof: signature verification failed'],
] as const)('a proof with %s is refused', async ([, proof, message], { sandbox }) => {
  const client = clientFor(sandbox);
  await client.push(generic);
  expect(errorOf(await client.push(generic, {}, proof))).toEqual([401, 'invalid_dpop_proof', message]);
});

test('a token of another kind is refused by what is wrong with it', async () => {
  const { client, tokens, sandbox } = await signedIn();
  const { access } = await beginSession(sandbox);
  for (const [token, problem] of [
    ['unknown', 'Malformed token'],
    [tokens.refresh_token, 'Malformed token'],
    [access, 'missing required "iss" claim'],
  ] as const) {
    expect(errorOf(await client.callTwice(token, getSession))).toEqual([401, 'invalid_token', problem]);
  }
});

test('a proof is accepted once', async () => {
  const { client, tokens } = await signedIn();
  await client.call(tokens.access_token, getSession);
  const claims = { jti: 'only-once' };
  expect((await client.call(tokens.access_token, getSession, undefined, { claims })).status).toBe(200);
  const again = await client.call(tokens.access_token, getSession, undefined, { claims });
  expect(errorOf(again)).toEqual([401, 'invalid_dpop_proof', 'DPoP proof replayed']);
  const other = await client.call(tokens.access_token, getSession, undefined, { claims: { ath: 'x' } });
  expect(errorOf(other)[2]).toBe('DPoP "ath" mismatch');
});

test.for([
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
  [{ redirect_uri: 'http://localhost:9/callback' }, 'invalid_request'],
  [{ redirect_uri: 'http://127.0.0.1:9/other' }, 'invalid_request'],
  [{ scope: 'transition:generic' }, 'invalid_scope'],
  [{ scope: 'atproto transition:email' }, 'invalid_scope'],
  [{ login_hint: 'x y' }, 'invalid_request'],
  [{ client_id: 'http://localhost:80/x' }, 'invalid_client_metadata'],
  [{ client_id: 'http://192.0.2.1/client.json' }, 'invalid_client_metadata'],
  [{ client_id: 'https://client.example/client.json' }, 'invalid_client_id'],
  [{ client_id: '' }, 'invalid_client'],
] as const)('a pushed request with %o is refused as %s', async ([changes, error], { sandbox }) => {
  const client = clientFor(sandbox);
  await client.push(generic);
  expect(errorOf(await client.push(generic, changes)).slice(0, 2)).toEqual([400, error]);
});

test('a request without a type is malformed, and a challenge of any length is taken', async ({ sandbox }) => {
  const client = clientFor(sandbox);
  await client.push(generic);
  const challenge = { code_challenge: client.proof.challenge, code_challenge_method: 'S256' };
  const fields = { ...challenge, scope: generic, redirect_uri: 'http://127.0.0.1:9/callback' };
  expect(errorOf(await client.form('/oauth/par', fields))[1]).toBe('invalid_request');
  expect((await client.push(generic, { code_challenge: 'x' })).status).toBe(201);
});

test.for([
  ['/oauth/par', 'invalid_client'],
  ['/oauth/token', 'invalid_grant'],
  ['/oauth/revoke', 'invalid_request'],
] as const)('a call to %s by nobody is refused as %s', async ([path, error], { sandbox }) => {
  const client = clientFor(sandbox);
  await client.push(generic);
  expect(errorOf(await client.form(path, { client_id: '', token: 'x' })).slice(0, 2)).toEqual([400, error]);
});

test('the page takes pushed requests only, of the same program, for five minutes and once', async () => {
  const clock = { now: Date.now() };
  const sandbox = await open({ clock: () => clock.now });
  const client = clientFor(sandbox);
  await client.push(generic);
  const push = async () => ((await client.push(generic)).body as { request_uri: string }).request_uri;
  const page = (uri: string, id = client.clientId) =>
    call(`${client.base}/oauth/authorize?${new URLSearchParams({ client_id: id, request_uri: uri })}`);
  const query = new URLSearchParams({ client_id: client.clientId, redirect_uri: 'http://127.0.0.1:9/callback' });
  const unpushed = await call(`${client.base}/oauth/authorize?${query}&response_type=code&scope=atproto`);
  expect([unpushed.status, unpushed.text]).toEqual([400, expect.stringContaining('request_uri is missing')]);
  const uri = await push();
  expect((await page(uri, loopbackId('atproto'))).text).toContain('initiated for another client');
  expect((await page(uri)).status).toBe(302);
  expect((await page(uri)).text).toContain('Unknown request_uri');
  const late = await push();
  clock.now += 300_000;
  expect((await page(late)).text).toContain('expired');
});

test('a person chooses an account and single permissions, or denies', async () => {
  const sandbox = await open();
  await sandbox.settings({ autoApprove: false });
  const scope = `atproto repo:${postCollection} blob:image/*`;
  const client = clientFor(sandbox, scope);
  await client.push(scope);
  const push = async () => {
    const { request_uri: uri } = (await client.push(scope, { login_hint: 'sandbox-friend.bsky.test' })).body as {
      request_uri: string;
    };
    return `${client.base}/oauth/authorize?${new URLSearchParams({ client_id: client.clientId, request_uri: uri })}`;
  };
  const first = await push();
  expect((await call(first)).text).toMatch(new RegExp(`value="${friend}" checked`));
  const denied = await sendForm(first, { decision: 'deny' });
  const answer = new URL(denied.headers.get('location') ?? '').searchParams;
  expect([answer.get('error'), answer.get('iss'), answer.get('state')]).toEqual([
    ...['access_denied', client.base, 'state-1'],
  ]);
  const fields = { decision: 'approve', account: friend, [`scope repo:${postCollection}`]: 'on' };
  const approved = await sendForm(await push(), fields);
  const code = new URL(approved.headers.get('location') ?? '').searchParams.get('code') ?? '';
  expect((await client.exchange(code)).body).toMatchObject({ sub: friend, scope: `atproto repo:${postCollection}` });
});

test('automatic approval takes the account that the program asked for, else that of the settings', async () => {
  const sandbox = await open();
  await sandbox.settings({ authorizeAs: 'sandbox_private' });
  const subjectFor = async (changes: Record<string, string>) => {
    const client = clientFor(sandbox);
    const code = (await client.authorize(generic, changes)).get('code') ?? '';
    return ((await client.exchange(code)).body as { sub: string }).sub;
  };
  expect(await subjectFor({})).toBe(sandboxSeed.bluesky.accounts.sandbox_private);
  expect(await subjectFor({ login_hint: 'sandbox-friend.bsky.test' })).toBe(friend);
});

test('a code works once, for its program, verifier and address; using it again ends the session', async ({
  sandbox,
}) => {
  const fails = async (change: (client: DpopClient, code: string) => Promise<Answer>) => {
    const client = clientFor(sandbox);
    return errorOf(await change(client, (await client.authorize(generic)).get('code') ?? ''));
  };
  const wrongVerifier = { code_verifier: 'x'.repeat(43) };
  expect(await fails((client, code) => client.exchange(code, wrongVerifier))).toEqual([
    ...[400, 'invalid_grant', 'Invalid code_verifier'],
  ]);
  expect(
    (await fails((client, code) => client.exchange(code, { redirect_uri: 'http://127.0.0.1:1/callback' })))[1],
  ).toBe('invalid_grant');
  const thief = clientFor(sandbox);
  await thief.push(generic);
  expect((await fails((_client, code) => thief.exchange(code)))[2]).toBe('DPoP proof does not match the expected JKT');
  const client = clientFor(sandbox);
  const code = (await client.authorize(generic)).get('code') ?? '';
  const { access_token: token } = (await client.exchange(code)).body as { access_token: string };
  expect((await client.callTwice(token, getSession)).status).toBe(200);
  expect(errorOf(await client.exchange(code))).toEqual([400, 'invalid_grant', 'Invalid code']);
  expect(errorOf(await client.call(token, getSession))[1]).toBe('invalid_token');
});

test('a challenge that led to a session is not accepted again', async () => {
  const { client } = await signedIn();
  expect(errorOf(await client.push(generic))[2]).toBe('Code challenge already used');
});

test('each refresh replaces both tokens, and a used refresh token ends the session', async () => {
  const { client, tokens } = await signedIn();
  expect((await client.callTwice(tokens.access_token, getSession)).status).toBe(200);
  const renewed = (await client.refresh(tokens.refresh_token)).body as typeof tokens;
  expect(errorOf(await client.call(tokens.access_token, getSession))[1]).toBe('invalid_token');
  expect((await client.call(renewed.access_token, getSession)).status).toBe(200);
  const replayed = await client.refresh(tokens.refresh_token);
  expect(errorOf(replayed)).toEqual([400, 'invalid_grant', 'Refresh token replayed']);
  expect(errorOf(await client.call(renewed.access_token, getSession))[1]).toBe('invalid_token');
  const ended = await client.refresh(renewed.refresh_token);
  expect(errorOf(ended)).toEqual([400, 'invalid_grant', 'Invalid refresh token']);
});

test('a refresh with another key fails and ends the session', async () => {
  const { client, tokens, sandbox } = await signedIn();
  const thief = clientFor(sandbox);
  await thief.push(generic);
  expect(errorOf(await thief.refresh(tokens.refresh_token))[1]).toBe('invalid_grant');
  expect(errorOf(await client.refresh(tokens.refresh_token))[2]).toBe('Invalid refresh token');
});

test('access tokens expire after an hour, and sessions of public programs after two weeks', async () => {
  const { clock, client, tokens } = await signedIn();
  await client.call(tokens.access_token, getSession);
  clock.now += hourMs - 1000;
  await client.call(tokens.access_token, getSession);
  expect((await client.call(tokens.access_token, getSession)).status).toBe(200);
  clock.now += 1000;
  expect(errorOf(await client.call(tokens.access_token, getSession))).toEqual([401, 'invalid_token', 'Token expired']);
  clock.now += 14 * 24 * hourMs;
  await client.refresh(tokens.refresh_token);
  expect(errorOf(await client.refresh(tokens.refresh_token))[1]).toBe('invalid_grant');
});

test('revoking the access token ends the whole session, and revoking anything succeeds', async () => {
  const { client, tokens } = await signedIn();
  for (const token of ['unknown', tokens.access_token, tokens.access_token]) {
    expect((await client.form('/oauth/revoke', { token })).status).toBe(200);
  }
  await client.call(tokens.access_token, getSession);
  expect(errorOf(await client.call(tokens.access_token, getSession))[1]).toBe('invalid_token');
  expect(errorOf(await client.refresh(tokens.refresh_token))[2]).toBe('Invalid refresh token');
});

test('scopes permit single actions in single collections; putting needs two', async () => {
  const scope = `atproto repo:${postCollection}?action=create`;
  const { client, tokens } = await signedIn(scope);
  const write = (method: string, more: object) =>
    client.callTwice(tokens.access_token, `com.atproto.repo.${method}`, {
      ...{ repo: owner, collection: postCollection, record: { text: 'a', createdAt }, ...more },
    });
  const rkey = '3mabcdefghij2';
  expect((await write('createRecord', {})).status).toBe(200);
  const missing = (needed: string) => [403, 'ScopeMissingError', `Missing required scope "${needed}"`];
  expect(errorOf(await write('putRecord', { rkey }))).toEqual(missing(`repo:${postCollection}?action=update`));
  expect(errorOf(await write('deleteRecord', { rkey }))).toEqual(missing(`repo:${postCollection}?action=delete`));
  const like = { collection: 'app.bsky.feed.like' };
  expect(errorOf(await write('createRecord', like))).toEqual(missing('repo:app.bsky.feed.like?action=create'));
  const writes = [{ $type: 'com.atproto.repo.applyWrites#delete', collection: postCollection, rkey }];
  expect(errorOf(await write('applyWrites', { writes }))[1]).toBe('ScopeMissingError');
  const session = await client.callTwice(tokens.access_token, getSession);
  expect(session.body).not.toHaveProperty('email');
  const secret = await client.callTwice(tokens.access_token, 'com.atproto.server.createAppPassword', { name: 'x' });
  expect(errorOf(secret).slice(0, 2)).toEqual([403, 'Forbidden']);
});

test.each([
  [`atproto repo?collection=${postCollection}&collection=app.bsky.feed.like`, 200],
  ['atproto repo:*', 200],
  [`atproto repo:${postCollection}?action=create&action=update`, 200],
  ['atproto repo:app.bsky.feed.like', 403],
  ['atproto', 403],
])('with the scope %s, putting a post answers %i', async (scope, status) => {
  const { client, tokens } = await signedIn(scope);
  const record = { repo: owner, collection: postCollection, rkey: '3mabcdefghij2', record: { text: 'a', createdAt } };
  expect((await client.callTwice(tokens.access_token, 'com.atproto.repo.putRecord', record)).status).toBe(status);
});
