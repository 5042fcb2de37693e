import { ClientSecretPost, calculatePKCECodeChallenge } from 'oauth4webapi';
import type { DriverOptions, OAuthCapability } from '../../driver.ts';
import { rulesFor } from '../../http/error-rules.ts';
import { type NetworkDialect, send } from '../../http/network-client.ts';
import { signInAt } from '../../oauth/sign-in-page.ts';
import { createTokenCalls, revokeQuietly, type TokenEndpoint } from '../../oauth/token-endpoint.ts';
import { readTokenProblem } from '../../oauth/token-problem.ts';
import { deadGrant, refusedApp, refusedSignIn, unknownRedirect } from '../../oauth/token-rules.ts';
import type { YoutubeApi } from './api.ts';
import { listChannels } from './channels.ts';

/** Permissions to upload, to read the channel, and for community posts, which need the last one. */
const SCOPES = ['youtube.upload', 'youtube.readonly', 'youtube.force-ssl'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);

/** Errors of the token endpoint, in the shape of RFC 6749, section 5.2. */
const dialect: NetworkDialect = {
  platform: 'video',
  rules: [
    ...rulesFor(['invalid_grant', 'invalid_token'], deadGrant('video')),
    { upstreamCode: 'redirect_uri_mismatch', ...unknownRedirect("add it to the app's OAuth client") },
    ...rulesFor(['invalid_client', 'unauthorized_client', 'deleted_client'], refusedApp('video')),
    { status: 401, ...refusedApp('video') },
  ],
  readProblem: (status, body) => readTokenProblem(status, body),
};

/** Dialect for codes: the network answers an unknown, used or old code with the error of an ended grant. */
const codeDialect: NetworkDialect = {
  ...dialect,
  rules: [{ upstreamCode: 'invalid_grant', ...refusedSignIn('video') }, ...dialect.rules],
};

/**
 * Authorization code flow with PKCE (S256). Access tokens last an hour. `prompt=consent` yields a refresh token with every
 * consent, which works until it is revoked or not used for half a year.
 * @see https://developers.google.com/youtube/v3/guides/auth/server-side-web-apps
 */
export function createYoutubeOAuth(api: YoutubeApi, options: DriverOptions): OAuthCapability {
  const { clientId, clientSecret, scopes = SCOPES } = options;
  const endpoint: TokenEndpoint = {
    dialect,
    clientId,
    clientSecret,
    server: { issuer: api.tokenUrl, token_endpoint: `${api.tokenUrl}/token` },
    clientAuth: ClientSecretPost(clientSecret),
  };
  return {
    ...createTokenCalls(endpoint, { usesPkce: true, codeDialect }),
    scopes,
    beginSignIn: async ({ redirectUri, state, codeVerifier, chooseAccount }) =>
      signInAt(`${api.oauthUrl}/o/oauth2/v2/auth`, {
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: scopes.join(' '),
        state,
        access_type: 'offline',
        prompt: chooseAccount ? 'select_account consent' : 'consent',
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }),
    revoke: ({ value }, call) => {
      // The network documents the token in the query only.
      const url = new URL(`${api.tokenUrl}/revoke`);
      url.searchParams.set('token', value);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const request = { method: 'POST', url, headers, effect: 'none', secrets: [value] } as const;
      return revokeQuietly(send(dialect, request, call));
    },
    listAccounts: (accessToken, call) => listChannels(api, { account: { accessToken }, call }),
  };
}
