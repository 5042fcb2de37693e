import { ClientSecretPost, calculatePKCECodeChallenge } from 'oauth4webapi';
import type { DriverOptions, OAuthCapability } from '../../driver.ts';
import type { ErrorRule } from '../../http/error-rules.ts';
import { asString } from '../../http/lossless-json.ts';
import { type NetworkDialect, send } from '../../http/network-client.ts';
import { buildAuthorizeUrl } from '../../oauth/authorize-url.ts';
import { requestTokens, type TokenEndpoint } from '../../oauth/token-endpoint.ts';
import { PlatformError } from '../../platform-error.ts';
import type { YoutubeApi } from './api.ts';
import { listChannels } from './channels.ts';

/** Uploading, reading the channel, and the community post, for which reading and uploading are not enough. */
const SCOPES = ['youtube.upload', 'youtube.readonly', 'youtube.force-ssl'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);

const CLIENT_REFUSED: Pick<ErrorRule, 'kind' | 'code' | 'message'> = {
  kind: 'rejected',
  code: 'network_forbidden',
  message: "the network does not accept this server's app; check SOCIAL_VIDEO_CLIENT_ID and SOCIAL_VIDEO_CLIENT_SECRET",
};
const DEAD_GRANT: Pick<ErrorRule, 'kind' | 'code' | 'message'> = {
  kind: 'reconnect',
  code: 'reconnect_required',
  message: 'the network no longer accepts this connection; connect video again',
};

/** Errors of the token endpoint, in the shape of RFC 6749, section 5.2. */
const dialect: NetworkDialect = {
  platform: 'video',
  rules: [
    { upstreamCode: 'invalid_grant', ...DEAD_GRANT },
    { upstreamCode: 'invalid_token', ...DEAD_GRANT },
    {
      upstreamCode: 'redirect_uri_mismatch',
      kind: 'rejected',
      code: 'network_forbidden',
      message: "the network does not know this server's redirect address; add it to the app's OAuth client",
    },
    ...['invalid_client', 'unauthorized_client', 'deleted_client'].map((upstreamCode) => ({
      upstreamCode,
      ...CLIENT_REFUSED,
    })),
    { status: 401, ...CLIENT_REFUSED },
  ],
  readProblem: (status, body) => ({
    status,
    upstreamCode: asString(body?.['error']),
    detail: asString(body?.['error_description']),
  }),
};

/** A code that is unknown, used or too old has the same error as a grant that has ended. */
const codeDialect: NetworkDialect = {
  ...dialect,
  rules: [
    {
      upstreamCode: 'invalid_grant',
      kind: 'rejected',
      code: 'network_refused',
      message: 'the network did not accept the sign-in, which may have taken too long; start connecting video again',
    },
    ...dialect.rules,
  ],
};

/**
 * Authorization code flow with PKCE (S256). Access tokens last an hour; a refresh token comes with every consent that is
 * asked for in this way, and stays the same until it is revoked or not used for half a year.
 * @see https://developers.google.com/youtube/v3/guides/auth/server-side-web-apps
 */
export function createYoutubeOAuth(api: YoutubeApi, options: DriverOptions): OAuthCapability {
  const { clientId, clientSecret } = options;
  const endpoint: TokenEndpoint = {
    dialect,
    clientId,
    clientSecret,
    server: { issuer: api.tokenUrl, token_endpoint: `${api.tokenUrl}/token` },
    clientAuth: ClientSecretPost(clientSecret),
  };
  return {
    usesPkce: true,
    scopes: SCOPES,
    authorizeUrl: async ({ redirectUri, state, codeVerifier }) =>
      buildAuthorizeUrl(`${api.oauthUrl}/o/oauth2/v2/auth`, {
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: SCOPES.join(' '),
        state,
        access_type: 'offline',
        prompt: 'consent',
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }),
    exchangeCode: ({ code, redirectUri, codeVerifier }, call) => {
      const parameters = { code, redirect_uri: redirectUri, code_verifier: codeVerifier };
      return requestTokens({ ...endpoint, dialect: codeDialect }, { type: 'authorization_code', parameters }, call);
    },
    refresh: (refreshToken, call) =>
      requestTokens(endpoint, { type: 'refresh_token', parameters: { refresh_token: refreshToken } }, call),
    revoke: async ({ value }, call) => {
      // The network documents the token in the query only.
      const url = new URL(`${api.tokenUrl}/revoke`);
      url.searchParams.set('token', value);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      try {
        await send(dialect, { method: 'POST', url, headers, effect: 'none', secrets: [value] }, call);
      } catch (error) {
        // Dead already: exactly what was asked for.
        if (!(error instanceof PlatformError && error.kind === 'reconnect')) throw error;
      }
    },
    listAccounts: (accessToken, call) => listChannels(api, { account: { accessToken }, call }),
  };
}
