import { createHash } from 'node:crypto';
import { calculatePKCECodeChallenge } from 'oauth4webapi';
import type { DriverOptions, OAuthCapability } from '../../driver.ts';
import type { ErrorRule } from '../../http/error-rules.ts';
import { asString } from '../../http/lossless-json.ts';
import type { NetworkDialect } from '../../http/network-client.ts';
import { buildAuthorizeUrl } from '../../oauth/authorize-url.ts';
import { requestTokens, revokeToken, type TokenEndpoint } from '../../oauth/token-endpoint.ts';
import { PlatformError } from '../../platform-error.ts';
import { listAccounts } from './accounts.ts';
import { TIKTOK_DEFAULTS } from './defaults.ts';

const SCOPES = ['user.info.basic', 'user.info.profile', 'video.publish'];

const CLIENT_REFUSED: Omit<ErrorRule, 'upstreamCode'> = {
  kind: 'rejected',
  code: 'network_forbidden',
  message:
    "the network does not accept this server's app; check SOCIAL_SHORTVIDEO_CLIENT_ID and SOCIAL_SHORTVIDEO_CLIENT_SECRET",
};

/** Errors of the token endpoints: in the shape of RFC 6749, section 5.2, but some with status 200. */
const dialect: NetworkDialect = {
  platform: 'shortvideo',
  rules: [
    {
      upstreamCode: 'invalid_grant',
      kind: 'reconnect',
      code: 'reconnect_required',
      message: 'the network no longer accepts this connection; connect shortvideo again',
    },
    { upstreamCode: 'invalid_client', ...CLIENT_REFUSED },
    { upstreamCode: 'unauthorized_client', ...CLIENT_REFUSED },
    // The sentences are all that tells these two apart.
    {
      upstreamCode: 'invalid_request',
      detail: /code (?:verifier|challenge)/i,
      kind: 'rejected',
      code: 'network_refused',
      message: 'the network did not accept the sign-in; start connecting shortvideo again',
    },
    {
      upstreamCode: 'invalid_request',
      detail: /redirect_?uri/i,
      kind: 'rejected',
      code: 'network_forbidden',
      message: "the network does not know this server's redirect address; register it in the app's Login Kit settings",
    },
  ],
  readProblem: (status, body) => ({
    status: status < 300 ? 400 : status,
    upstreamCode: asString(body?.['error']),
    detail: asString(body?.['error_description']),
  }),
  refuses: (body) => typeof body?.['error'] === 'string',
};

/**
 * Authorization code flow in TikTok's spelling: the app is a `client_key`, scopes are joined with commas, credentials are in
 * the body. Access tokens last 24 hours; a refresh token lasts a year and may be replaced with each use.
 * @see https://developers.tiktok.com/doc/oauth-user-access-token-management
 */
export function createTiktokOAuth(options: DriverOptions): OAuthCapability {
  const { clientId, clientSecret, apiUrl, oauthUrl } = { ...TIKTOK_DEFAULTS, ...options };
  const endpoint: TokenEndpoint = {
    dialect,
    clientId,
    clientSecret,
    server: {
      issuer: apiUrl,
      token_endpoint: `${apiUrl}/v2/oauth/token/`,
      revocation_endpoint: `${apiUrl}/v2/oauth/revoke/`,
    },
    clientAuth: (_server, _client, body) => {
      body.set('client_key', clientId);
      body.set('client_secret', clientSecret);
    },
  };
  return {
    usesPkce: true,
    scopes: SCOPES,
    authorizeUrl: async ({ redirectUri, state, codeVerifier }) =>
      buildAuthorizeUrl(`${oauthUrl}/v2/auth/authorize/`, {
        client_key: clientId,
        scope: SCOPES.join(','),
        redirect_uri: redirectUri,
        state,
        code_challenge: await challengeOf(codeVerifier, redirectUri),
        code_challenge_method: 'S256',
      }),
    exchangeCode: ({ code, redirectUri, codeVerifier }, call) => {
      const parameters = { code, redirect_uri: redirectUri, code_verifier: codeVerifier };
      return requestTokens(endpoint, { type: 'authorization_code', parameters }, call);
    },
    refresh: (refreshToken, call) =>
      requestTokens(endpoint, { type: 'refresh_token', parameters: { refresh_token: refreshToken } }, call),
    revoke: async ({ value }, call) => {
      try {
        await revokeToken(endpoint, value, call);
      } catch (error) {
        // Dead already: exactly what was asked for.
        if (!(error instanceof PlatformError && error.kind === 'reconnect')) throw error;
      }
    },
    listAccounts: (accessToken, call) => listAccounts({ apiUrl }, accessToken, call),
  };
}

/**
 * A redirect to this machine makes it a desktop app, which TikTok documents with a challenge in hexadecimal. For web apps it
 * documents none; what their clients send in practice is the standard's base64url.
 * @see https://developers.tiktok.com/doc/login-kit-desktop
 */
async function challengeOf(codeVerifier: string, redirectUri: string): Promise<string> {
  const isDesktop = URL.parse(redirectUri)?.protocol === 'http:';
  return isDesktop ? createHash('sha256').update(codeVerifier).digest('hex') : calculatePKCECodeChallenge(codeVerifier);
}
