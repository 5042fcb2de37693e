import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlatformDriver, TokenSet } from '../../src/index.ts';
import { isOpen, NETWORKS } from '../../src/index.ts';
import { registrationOf, rejectionOf, type StubNetwork, startStubNetwork } from '../support/stub-network.ts';

/** Graph networks name no scopes and renew tokens in another way: they have separate tests. */
const GRAPH_NETWORKS = ['facebook', 'instagram', 'instagram-facebook'];

describe.each(NETWORKS.filter((network) => !isOpen(network) && !network.isWithoutApp))(
  'token answers of $network',
  (registration) => {
    const itOfOAuth: (name: string, run: () => Promise<void>) => void = GRAPH_NETWORKS.includes(registration.network)
      ? () => undefined
      : it;

    let stub: StubNetwork;
    let driver: PlatformDriver;

    beforeAll(async () => {
      stub = await startStubNetwork();
      const app = { clientId: 'app-id_1', clientSecret: 'app-secret_~1' };
      driver = registration.create({ ...app, apiUrl: stub.url, oauthUrl: stub.url });
    });
    afterAll(() => stub[Symbol.asyncDispose]());

    const exchange = (body: unknown): Promise<TokenSet> => {
      stub.reply = { status: 200, body };
      const request = { code: 'the-code', redirectUri: 'http://127.0.0.1/cb', codeVerifier: 'the-verifier' };
      return driver.oauth?.exchangeCode(request, {}) ?? Promise.reject(new Error('no OAuth'));
    };
    const refresh = (): Promise<TokenSet> =>
      driver.oauth?.refresh?.('old-refresh', {}) ?? Promise.reject(new Error('no'));

    itOfOAuth('reads a usual answer', async () => {
      const tokens = await exchange({
        token_type: 'bearer',
        expires_in: 7200,
        access_token: 'access',
        refresh_token: 'refresh',
        scope: 'tweet.read users.read',
      });
      expect(tokens).toMatchObject({
        accessToken: 'access',
        refreshToken: 'refresh',
        refreshExpiresAt: null,
        scopes: ['tweet.read', 'users.read'],
      });
      expect(tokens.accessExpiresAt?.getTime()).toBeCloseTo(Date.now() + 7_200_000, -4);
    });

    it.each([
      ['3600', 3600],
      [3600.5, 3600],
      [1e12, 315_360_000],
    ])('takes the lifetime %s for %s seconds', async (given, seconds) => {
      const { accessExpiresAt } = await exchange({ access_token: 'access', expires_in: given });
      expect((accessExpiresAt?.getTime() ?? 0) / 1000).toBeCloseTo(Date.now() / 1000 + seconds, -1.5);
    });

    it.each([0, -1, null, 'soon', [], {}, undefined])('takes the lifetime %j for an unknown one', async (given) => {
      expect((await exchange({ access_token: 'access', expires_in: given })).accessExpiresAt).toBeNull();
    });

    itOfOAuth('takes scopes with commas, as a list, and missing ones', async () => {
      const scopesOf = async (scope: unknown) => (await exchange({ access_token: 'access', scope })).scopes;
      expect(await scopesOf('email,openid,profile')).toEqual(['email', 'openid', 'profile']);
      expect(await scopesOf(['a', 7, 'b'])).toEqual(['a', 'b']);
      expect(await scopesOf(undefined)).toEqual([]);
      expect(await scopesOf(7)).toEqual([]);
    });

    it.each([
      ['a number', 7],
      ['a list', ['x']],
      ['empty', ''],
      ['broken over lines', 'a\r\nset-cookie: x'],
      ['full of spaces', 'a b'],
      ['larger than 8 KB', 'x'.repeat(8193)],
      ['missing', undefined],
    ])('refuses an access token that is %s', async (_name, token) => {
      expect(await rejectionOf(exchange({ access_token: token }))).toMatchObject({ code: 'network_unavailable' });
    });

    it('refuses a token type it cannot use', async () => {
      const error = await rejectionOf(exchange({ access_token: 'access', token_type: 'mac' }));
      expect(error).toMatchObject({ kind: 'rejected', code: 'network_refused' });
      expect((await exchange({ access_token: 'access', token_type: 'BEARER' })).accessToken).toBe('access');
      expect((await exchange({ access_token: 'access', token_type: null })).accessToken).toBe('access');
    });

    it.each(['<html>sign in</html>', '', '[]', '"token"', `{"access_token":"${'x'.repeat(2_000_000)}"}`])(
      'takes no token from something else',
      async (body) => {
        expect(await rejectionOf(exchange(body))).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
      },
    );

    itOfOAuth('keeps the old refresh token when a refresh brings no new one', async () => {
      stub.reply = { status: 200, body: { access_token: 'fresh' } };
      expect(await refresh()).toMatchObject({ accessToken: 'fresh', refreshToken: 'old-refresh' });
      stub.reply = { status: 200, body: { access_token: 'fresh', refresh_token: 'new-refresh' } };
      expect((await refresh()).refreshToken).toBe('new-refresh');
    });

    itOfOAuth('tells a dead grant from trouble, and from an app that is not accepted', async () => {
      const endOf = async (status: number, body: unknown) => {
        stub.reply = { status, body };
        return rejectionOf(refresh());
      };
      expect(await endOf(400, { error: 'invalid_grant' })).toMatchObject({ kind: 'reconnect' });
      expect(await endOf(401, { error: 'invalid_client' })).toMatchObject({
        kind: 'rejected',
        code: 'network_forbidden',
      });
      expect(await endOf(400, { error: 'unsupported_grant_type' })).toMatchObject({ kind: 'rejected' });
      expect(await endOf(500, {})).toMatchObject({ kind: 'unavailable' });
      expect(await endOf(503, '<html>')).toMatchObject({ kind: 'unavailable' });
      expect(await endOf(302, '')).toMatchObject({ kind: 'unavailable' });
      expect(await endOf(429, {})).toMatchObject({ kind: 'rate-limited' });
    });

    it('hides the app secret and the code from what the network echoes', async () => {
      stub.reply = (response, request) => {
        response
          .writeHead(400)
          .end(JSON.stringify({ error_description: `${request.body} ${request.headers.authorization}` }));
      };
      const request = { code: 'the-code', redirectUri: 'http://127.0.0.1/cb', codeVerifier: 'the-verifier' };
      const error = await rejectionOf(driver.oauth?.exchangeCode(request, {}));
      const basic = Buffer.from('app-id_1:app-secret_~1').toString('base64');
      for (const secret of ['app-secret', 'the-code', 'the-verifier', basic])
        expect(String(error)).not.toContain(secret);
    });
  },
);

describe('client authentication', () => {
  it('is Basic with id and secret as they are for x, and a form for linkedin', async () => {
    await using stub = await startStubNetwork();
    stub.reply = { status: 200, body: { access_token: 'access' } };
    const app = { clientId: 'app-id_1', clientSecret: 'app-secret_~1', apiUrl: stub.url, oauthUrl: stub.url };
    const request = { code: 'c', redirectUri: 'http://127.0.0.1/cb', codeVerifier: 'v' };
    for (const registration of NETWORKS.filter((network) => !isOpen(network)))
      await registration.create(app).oauth?.exchangeCode(request, {});
    const [x, linkedin] = stub.requests;
    expect(x?.headers.authorization).toBe(`Basic ${Buffer.from('app-id_1:app-secret_~1').toString('base64')}`);
    expect(Object.fromEntries(new URLSearchParams(x?.body))).toEqual({
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: 'http://127.0.0.1/cb',
      code_verifier: 'v',
    });
    expect(linkedin?.headers.authorization).toBeUndefined();
    expect(Object.fromEntries(new URLSearchParams(linkedin?.body))).toEqual({
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: 'http://127.0.0.1/cb',
      client_id: 'app-id_1',
      client_secret: 'app-secret_~1',
    });
  });
});

describe('messages when a sign-in or a refresh fails', () => {
  const deadGrant = 'the network no longer accepts this connection; connect microblog again';
  const badSignIn =
    'the network did not accept the sign-in, which may have taken too long; start connecting profnet again';
  const badApp = (platform: string): string =>
    `the network does not accept this server's app; check SOCIAL_${platform}_CLIENT_ID and SOCIAL_${platform}_CLIENT_SECRET`;

  it.each([
    ['x', 400, 'invalid_request', 'Value passed for the token was invalid.', 'reconnect', deadGrant],
    ['x', 401, 'unauthorized_client', 'Missing valid authorization header', 'rejected', badApp('MICROBLOG')],
    [
      'x',
      400,
      'invalid_request',
      'Missing required parameter [code].',
      'rejected',
      'the network refused: "Missing required parameter [code]."',
    ],
    [
      'linkedin',
      401,
      'invalid_request',
      'Unable to retrieve access token: authorization code not found',
      'rejected',
      badSignIn,
    ],
    [
      'linkedin',
      400,
      'invalid_request',
      'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
      'rejected',
      badSignIn,
    ],
    [
      'linkedin',
      400,
      'invalid_redirect_uri',
      'Unable to retrieve access token',
      'rejected',
      "the network does not know this server's redirect address; register it in the app's settings",
    ],
    ['linkedin', 401, 'invalid_client', 'Client authentication failed', 'rejected', badApp('PROFNET')],
    ['linkedin', 400, 'invalid_grant', 'expired', 'reconnect', deadGrant.replace('microblog', 'profnet')],
  ] as const)('%s, %i %s: %s', async (network, status, error, description, kind, message) => {
    await using stub = await startStubNetwork();
    stub.reply = { status, body: { error, error_description: description } };
    const app = { clientId: 'id', clientSecret: 'secret', apiUrl: stub.url, oauthUrl: stub.url };
    const request = { code: 'the-code', redirectUri: 'http://127.0.0.1/cb', codeVerifier: 'the-verifier' };
    const exchange = registrationOf(network).create(app).oauth?.exchangeCode(request, {});
    expect(await rejectionOf(exchange)).toMatchObject({ kind, message, status });
  });
});
