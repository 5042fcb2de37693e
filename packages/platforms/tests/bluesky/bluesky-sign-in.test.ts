import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { PlatformError, type TokenSet } from '../../src/index.ts';
import { rejectionOf, type StubReply, startStubNetwork, useStubbedDriver } from '../support/stub-network.ts';

const ada = 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa';
const eve = 'did:plc:eeeeeeeeeeeeeeeeeeeeeeee';
const TWO_WEEKS_MS = 14 * 24 * 3_600_000;
const REDIRECT = 'http://localhost:8787/api/auth/bluesky/callback';
const used = useStubbedDriver('bluesky');

/** Answers by path; a function makes the answer from the request. */
type Answers = Record<string, StubReply | ((request: { headers: Record<string, unknown>; body: string }) => StubReply)>;
let answers: Answers;

const ok = (body: unknown, headers: Record<string, string> = {}): StubReply => ({ status: 200, body, headers });
const NONCE = { 'dpop-nonce': 'first' };

/** The answers of a server that does everything right. */
function honest(): Answers {
  const { url } = used.stub;
  const about = { issuer: url, authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` };
  const endpoints = { pushed_authorization_request_endpoint: `${url}/par`, revocation_endpoint: `${url}/revoke` };
  return {
    '/.well-known/oauth-protected-resource': ok({ authorization_servers: [url] }),
    '/.well-known/oauth-authorization-server': ok({ ...about, ...endpoints }),
    '/par': ok({ request_uri: 'urn:request:1', expires_in: 299 }, NONCE),
    '/token': ok(tokensOf(ada), NONCE),
    '/revoke': ok({}, NONCE),
    [`/plc/${encodeURIComponent(ada)}`]: ok(documentOf(ada, url)),
  };
}

function tokensOf(sub: unknown, more: object = {}) {
  const tokens = { access_token: 'access-secret', refresh_token: 'refresh-secret', token_type: 'DPoP' };
  return { ...tokens, expires_in: 3600, scope: 'atproto repo:app.bsky.feed.post', sub, ...more };
}

function documentOf(id: string, serviceEndpoint: string) {
  const service = [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint }];
  return { id, alsoKnownAs: ['at://ada.test'], service };
}

beforeEach(() => {
  answers = honest();
  used.stub.reply = (response, { path, headers, body }) => {
    const answer = answers[path] ?? { status: 404, body: {} };
    const reply = typeof answer === 'function' ? answer({ headers, body }) : answer;
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}));
  };
});

const oauth = () => used.driver.oauth ?? expect.fail('Bluesky has no sign-in');
const begin = (accountId: string | null = ada) =>
  oauth().beginSignIn({ redirectUri: REDIRECT, state: 'the-state', codeVerifier: 'the-verifier', accountId }, {});
const paths = () => used.stub.requests.map(({ path }) => path);

async function signIn(accountId: string | null = ada, issuer = used.stub.url): Promise<TokenSet> {
  const { codeVerifier = '' } = await begin(accountId);
  return oauth().exchangeCode({ code: 'the-code', redirectUri: REDIRECT, codeVerifier, issuer }, {});
}

async function refusalOf(work: Promise<unknown>): Promise<PlatformError> {
  const error = await rejectionOf(work);
  if (!(error instanceof PlatformError)) throw error;
  expect(error.message).not.toMatch(/secret|the-code|the-verifier/);
  return error;
}

/** Reads a proof, and checks its signature with the key in its own header. */
function readProof(headers: Record<string, unknown>) {
  const [header = '', claims = '', signature = ''] = String(headers['dpop']).split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const key = createPublicKey({ key: read(header).jwk as JsonWebKey, format: 'jwk' });
  const signed = Buffer.from(`${header}.${claims}`);
  const isValid = verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  expect(isValid).toBe(true);
  expect(read(header)).toEqual({
    typ: 'dpop+jwt',
    alg: 'ES256',
    jwk: { kty: 'EC', crv: 'P-256', x: read(header).jwk.x, y: read(header).jwk.y },
  });
  return { jwk: read(header).jwk, ...read(claims) };
}

describe('the sign-in', () => {
  it('pushes its request with a challenge and a proof, and sends the browser with no more than its number', async () => {
    const { url } = await begin();
    expect(url.href).toMatch(
      new RegExp(`^${used.stub.url}/authorize\\?client_id=http%3A%2F%2Flocalhost%3F.*&request_uri=urn%3Arequest%3A1$`),
    );
    const pushed = used.stub.requests.find(({ path }) => path === '/par') ?? expect.fail('nothing was pushed');
    expect(Object.fromEntries(new URLSearchParams(pushed.body))).toMatchObject({
      ...{ response_type: 'code', state: 'the-state', login_hint: ada, code_challenge_method: 'S256' },
      code_challenge: createHash('sha256').update('the-verifier').digest('base64url'),
      redirect_uri: 'http://127.0.0.1:8787/api/auth/bluesky/callback',
    });
    expect(readProof(pushed.headers)).toMatchObject({
      htm: 'POST',
      htu: `${used.stub.url}/par`,
      jti: expect.any(String),
    });
  });

  it('sends a request again that lacked the nonce of the server, once', async () => {
    let asked = 0;
    answers['/par'] = ({ headers }) => {
      asked += 1;
      const { nonce } = readProof(headers);
      const refusal = { status: 400, body: { error: 'use_dpop_nonce' }, headers: { 'dpop-nonce': `nonce-${asked}` } };
      return nonce === 'nonce-1' ? ok({ request_uri: 'urn:2' }) : refusal;
    };
    expect((await begin()).url.searchParams.get('request_uri')).toBe('urn:2');
    expect(asked).toBe(2);
    answers['/par'] = { status: 400, body: { error: 'use_dpop_nonce' }, headers: { 'dpop-nonce': 'another' } };
    used.stub.requests.length = 0;
    expect(await refusalOf(begin())).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
    expect(paths().filter((path) => path === '/par')).toHaveLength(2);
  });

  it.each<[string, string, unknown]>([
    ['no server that signs in', '/.well-known/oauth-protected-resource', {}],
    [
      'two of them',
      '/.well-known/oauth-protected-resource',
      { authorization_servers: ['https://a.org', 'https://b.org'] },
    ],
    ['a private one', '/.well-known/oauth-protected-resource', { authorization_servers: ['https://10.0.0.1'] }],
    ['one with a path', '/.well-known/oauth-protected-resource', { authorization_servers: ['https://a.org/x'] }],
    ['one with another name', '/.well-known/oauth-authorization-server', { issuer: 'https://evil.example.org' }],
  ])('is refused where the account’s server names %s, and an app password is offered', async (_what, path, body) => {
    answers[path] = ok(body);
    const error = await refusalOf(begin());
    expect(error).toMatchObject({ kind: 'rejected', message: expect.stringContaining('connect with an app password') });
    expect(paths()).not.toContain('/par');
  });

  it.each(['pushed_authorization_request_endpoint', 'token_endpoint', 'authorization_endpoint', 'revocation_endpoint'])(
    'sends nothing to an address elsewhere that the server names as %s',
    async (name) => {
      await using elsewhere = await startStubNetwork();
      const known = answers['/.well-known/oauth-authorization-server'] as StubReply;
      answers['/.well-known/oauth-authorization-server'] = ok({
        ...(known.body as object),
        [name]: `${elsewhere.url}/x`,
      });
      expect((await refusalOf(begin())).message).toContain('names addresses elsewhere');
      expect([elsewhere.requests, paths().includes('/par')]).toEqual([[], false]);
    },
  );

  it('is refused where an address or a number is so long that it would fill disks', async () => {
    const name = '/.well-known/oauth-authorization-server';
    const known = (answers[name] as StubReply).body as object;
    for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'revocation_endpoint']) {
      answers[name] = ok({ ...known, [endpoint]: `${used.stub.url}/${'x'.repeat(2_048)}` });
      expect((await refusalOf(begin())).message).toContain('too long');
    }
    expect(paths()).not.toContain('/par');
    answers = { ...honest(), '/par': ok({ request_uri: 'u'.repeat(2_049) }) };
    expect(await refusalOf(begin())).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
    answers = { ...honest(), '/par': ok({ request_uri: 'u'.repeat(2_048) }) };
    expect((await begin()).url.searchParams.get('request_uri')).toHaveLength(2_048);
  });

  it('does not follow a redirect of any document', async () => {
    await using elsewhere = await startStubNetwork();
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server']) {
      answers = { ...honest(), [path]: { status: 302, headers: { location: elsewhere.url } } };
      await refusalOf(begin());
    }
    expect(elsewhere.requests).toEqual([]);
  });

  it('binds the tokens to the key of its proofs, and gives the account that was named', async () => {
    const tokens = await signIn();
    const [pushed, exchanged] = ['/par', '/token'].map((path) => used.stub.requests.find((each) => each.path === path));
    expect(readProof(exchanged?.headers ?? {}).jwk).toEqual(readProof(pushed?.headers ?? {}).jwk);
    expect(JSON.parse(tokens.accessToken)).toMatchObject({ kind: 'oauth', did: ada, token: 'access-secret' });
    expect(tokens.scopes).toEqual(['atproto', 'repo:app.bsky.feed.post']);
  });

  it('exchanges nothing where another server has answered', async () => {
    const error = await refusalOf(signIn(ada, 'https://evil.example.org'));
    expect(error.message).toContain('another server has answered');
    expect(paths()).not.toContain('/token');
  });

  it.each<[string, string, StubReply, string]>([
    ['another account than the named one', ada, ok(tokensOf(eve)), 'another account has signed in'],
    ['no permission', ada, ok(tokensOf(ada, { scope: 'transition:email' })), 'allowed nothing'],
  ])('ends with nothing connected when the server gives %s', async (_what, named, reply, reason) => {
    answers['/token'] = reply;
    const error = await refusalOf(signIn(named));
    expect(error).toMatchObject({ kind: 'rejected', message: expect.stringContaining(reason) });
    expect(error.message).toMatch(/nothing was connected|start connecting bluesky again/);
  });

  it('ends with nothing connected when the server gives an account of another server', async () => {
    await using other = await startStubNetwork();
    other.reply = ok({ authorization_servers: [other.url] });
    answers['/token'] = ok(tokensOf(eve));
    answers[`/plc/${encodeURIComponent(eve)}`] = ok(documentOf(eve, other.url));
    const error = await refusalOf(signIn(null));
    expect([error.kind, error.message]).toEqual(['rejected', expect.stringContaining('that it does not hold')]);
    // A server that signs in for several others is trusted with the accounts of each.
    other.reply = ok({ authorization_servers: [used.stub.url] });
    expect(JSON.parse((await signIn(null)).accessToken)).toMatchObject({ did: eve });
  });

  it.each<[string, StubReply]>([
    ['a token that anybody could use', ok(tokensOf(ada, { token_type: 'Bearer' }))],
    ['no account', ok(tokensOf(undefined))],
    ['a path in place of an account', ok(tokensOf('did:web:a.org:b'))],
    ['a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }],
  ])('is not over when the server gives %s', async (_what, reply) => {
    answers['/token'] = reply;
    expect((await refusalOf(signIn())).kind).toBe('unavailable');
  });

  it('ends the grant of an account that it refuses', async () => {
    answers['/token'] = ok(tokensOf(eve));
    await refusalOf(signIn());
    const revoked = used.stub.requests.find(({ path }) => path === '/revoke');
    expect(new URLSearchParams(revoked?.body).get('token')).toBe('access-secret');
  });
});

describe('a renewal', () => {
  const refresh = async (reply: StubReply) => {
    const { refreshToken } = await signIn();
    answers['/token'] = reply;
    return oauth().refresh?.(refreshToken ?? '', {}) ?? expect.fail('there is no renewal');
  };

  it('gives new tokens with the same key', async () => {
    const before = await signIn();
    answers['/token'] = ok(tokensOf(ada, { access_token: 'second', refresh_token: 'third' }));
    const after = await oauth().refresh?.(before.refreshToken ?? '', {});
    const [one, two] = [before, after].map((tokens) => JSON.parse(tokens?.accessToken ?? '{}'));
    expect([two.token, two.key]).toEqual(['second', one.key]);
  });

  it.each<[string, StubReply, string]>([
    ['is lost', { status: 502, body: '<html>' }, 'unavailable'],
    ['names another account', ok(tokensOf(eve)), 'unavailable'],
    ['asks for another nonce each time', { status: 400, body: { error: 'use_dpop_nonce' } }, 'unavailable'],
    ['does not accept the proof', { status: 400, body: { error: 'invalid_dpop_proof' } }, 'unavailable'],
    ['says that the token was used', { status: 400, body: { error: 'invalid_grant' } }, 'reconnect'],
  ])('whose answer %s can be tried again only where the token may still work', async (_what, reply, kind) => {
    expect((await refusalOf(refresh(reply))).kind).toBe(kind);
  });

  it('moves the end of the session of an app without a key no further, which comes after two weeks', async () => {
    const earliest = Date.now() + TWO_WEEKS_MS;
    const first = await signIn();
    expect(first.refreshExpiresAt?.getTime()).toBeGreaterThanOrEqual(earliest);
    expect(first.refreshExpiresAt?.getTime()).toBeLessThanOrEqual(Date.now() + TWO_WEEKS_MS);
    const renewed = await oauth().refresh?.(first.refreshToken ?? '', {});
    expect(renewed?.refreshExpiresAt).toEqual(first.refreshExpiresAt);
  });

  it('that is refused for a rate limit can be tried again', async () => {
    expect((await refusalOf(refresh({ status: 429, headers: { 'retry-after': '7' } }))).kind).toBe('rate-limited');
  });
});

describe('a proof that is not accepted, as with a clock that is wrong', () => {
  const noProof: StubReply = { status: 401, body: { error: 'invalid_dpop_proof', message: 'Proof expired' } };
  const noNonce: StubReply = {
    ...{ status: 401, body: 'Unauthorized' },
    headers: { 'www-authenticate': 'DPoP algs="ES256", error="use_dpop_nonce"', 'dpop-nonce': 'another' },
  };

  it('names the clock at a sign-in', async () => {
    answers['/par'] = noProof;
    const error = await refusalOf(begin());
    expect([error.kind, error.message]).toEqual(['unavailable', expect.stringContaining('check its clock')]);
  });

  it.each([
    ['a proof', noProof],
    ['a nonce', noNonce],
  ])('ends no connection, since connecting again would not help: %s', async (_what, reply) => {
    const { accessToken } = await signIn();
    answers['/xrpc/com.atproto.server.getSession'] = reply;
    expect(await refusalOf(oauth().listAccounts(accessToken, {}))).toMatchObject({ kind: 'unavailable', status: 401 });
  });
});
