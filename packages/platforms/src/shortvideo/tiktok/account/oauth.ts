import { createHash } from 'node:crypto';
import { calculatePKCECodeChallenge } from 'oauth4webapi';
import type { DriverOptions, OAuthCapability } from '../../../driver.ts';
import { rulesFor } from '../../../http/error-rules.ts';
import type { NetworkDialect } from '../../../http/network-client.ts';
import { refused } from '../../../meanings.ts';
import { signInAt } from '../../../oauth/sign-in-page.ts';
import { createTokenCalls, type TokenEndpoint } from '../../../oauth/token-endpoint.ts';
import { readTokenProblem } from '../../../oauth/token-problem.ts';
import { deadGrant, refusedApp, unknownRedirect } from '../../../oauth/token-rules.ts';
import type { TiktokApi } from '../api.ts';
import { listAccounts } from './accounts.ts';

const SCOPES = ['user.info.basic', 'user.info.profile', 'video.publish'];

/** Errors of the token endpoints: in the shape of RFC 6749, section 5.2, but some with status 200. */
const dialect: NetworkDialect = {
  platform: 'shortvideo',
  rules: [
    { upstreamCode: 'invalid_grant', ...deadGrant('shortvideo') },
    ...rulesFor(['invalid_client', 'unauthorized_client'], refusedApp('shortvideo')),
    // Only the sentences tell these two apart.
    {
      upstreamCode: 'invalid_request',
      detail: /code (?:verifier|challenge)/i,
      ...refused('TikTok did not accept the sign-in; start connecting shortvideo again'),
    },
    {
      upstreamCode: 'invalid_request',
      detail: /redirect_?uri/i,
      ...unknownRedirect("register it in the app's Login Kit settings"),
    },
  ],
  readProblem: (status, body) => readTokenProblem(status < 300 ? 400 : status, body),
  refuses: (body) => typeof body?.['error'] === 'string',
};

/**
 * Authorization code flow in TikTok's spelling: the app is a `client_key`, scopes are joined with commas, credentials are in
 * the body. Access tokens last 24 hours; a refresh token lasts a year and may be replaced with each use.
 * @see https://developers.tiktok.com/doc/oauth-user-access-token-management
 */
export function createTiktokOAuth(
  api: TiktokApi,
  { clientId, clientSecret, scopes = SCOPES }: DriverOptions,
): OAuthCapability {
  const { apiUrl, oauthUrl } = api;
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
    ...createTokenCalls(endpoint, { usesPkce: true }),
    scopes,
    beginSignIn: async ({ redirectUri, state, codeVerifier, chooseAccount }) =>
      signInAt(`${oauthUrl}/v2/auth/authorize/`, {
        client_key: clientId,
        scope: scopes.join(','),
        redirect_uri: redirectUri,
        state,
        code_challenge: await challengeOf(codeVerifier, redirectUri),
        code_challenge_method: 'S256',
        ...(chooseAccount && { disable_auto_auth: '1' }),
      }),
    listAccounts: (accessToken, call) => listAccounts(api, { account: { accessToken }, call }),
  };
}

/**
 * Makes the PKCE challenge. TikTok documents a hexadecimal one for desktop apps, which redirect to this machine. For web apps
 * it documents none; their clients send the standard's base64url.
 * @see https://developers.tiktok.com/doc/login-kit-desktop
 */
async function challengeOf(codeVerifier: string, redirectUri: string): Promise<string> {
  const isDesktop = URL.parse(redirectUri)?.protocol === 'http:';
  return isDesktop ? createHash('sha256').update(codeVerifier).digest('hex') : calculatePKCECodeChallenge(codeVerifier);
}
