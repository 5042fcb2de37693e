import { ClientSecretPost } from 'oauth4webapi';
import type { AccountOption, CallContext, DriverOptions, OAuthCapability } from '../../driver.ts';
import type { ErrorRule } from '../../http/error-rules.ts';
import { asId, asString } from '../../http/lossless-json.ts';
import { brokenAnswer, type NetworkDialect, send } from '../../http/network-client.ts';
import { cleanName, cleanPicture } from '../../identity.ts';
import { buildAuthorizeUrl } from '../../oauth/authorize-url.ts';
import { requestTokens, revokeToken, type TokenEndpoint } from '../../oauth/token-endpoint.ts';
import { PlatformError } from '../../platform-error.ts';
import { LINKEDIN_DEFAULTS } from './defaults.ts';
import { linkedinDialect } from './errors.ts';

const SCOPES = ['openid', 'profile', 'email', 'w_member_social'];
const MEMBER_ID = /^[A-Za-z0-9_-]{1,64}$/;

const CLIENT_REFUSED: Pick<ErrorRule, 'kind' | 'code' | 'message'> = {
  kind: 'rejected',
  code: 'network_forbidden',
  message:
    "the network does not accept this server's app; check SOCIAL_PROFNET_CLIENT_ID and SOCIAL_PROFNET_CLIENT_SECRET",
};

/** Errors of the token endpoint, in the shape of RFC 6749, section 5.2. */
const dialect: NetworkDialect = {
  platform: 'profnet',
  rules: [
    {
      upstreamCode: 'invalid_grant',
      kind: 'reconnect',
      code: 'reconnect_required',
      message: 'the network no longer accepts this connection; connect profnet again',
    },
    {
      upstreamCode: 'invalid_redirect_uri',
      kind: 'rejected',
      code: 'network_forbidden',
      message: "the network does not know this server's redirect address; register it in the app's settings",
    },
    // A code that is unknown, used or expired has no error code of its own, only these sentences.
    {
      upstreamCode: 'invalid_request',
      detail: /authorization code/i,
      kind: 'rejected',
      code: 'network_refused',
      message: 'the network did not accept the sign-in, which may have taken too long; start connecting profnet again',
    },
    { upstreamCode: 'invalid_client', ...CLIENT_REFUSED },
    { upstreamCode: 'unauthorized_client', ...CLIENT_REFUSED },
    { status: 401, ...CLIENT_REFUSED },
  ],
  readProblem: (status, body) => ({
    status,
    upstreamCode: asString(body?.['error']),
    detail: asString(body?.['error_description']) ?? asString(body?.['message']),
  }),
};

/**
 * Authorization code flow with the app's secret in the body and without PKCE, which the web flow does not know. Tokens last
 * 60 days; only apps of the network's partners get refresh tokens.
 * @see https://learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow
 */
export function createLinkedinOAuth(options: DriverOptions): OAuthCapability {
  const { clientId, clientSecret } = options;
  const { apiUrl = LINKEDIN_DEFAULTS.apiUrl, oauthUrl = LINKEDIN_DEFAULTS.oauthUrl } = options;
  const endpoint: TokenEndpoint = {
    dialect,
    clientId,
    clientSecret,
    server: {
      issuer: oauthUrl,
      token_endpoint: `${oauthUrl}/oauth/v2/accessToken`,
      revocation_endpoint: `${oauthUrl}/oauth/v2/revoke`,
    },
    clientAuth: ClientSecretPost(clientSecret),
  };
  return {
    usesPkce: false,
    scopes: SCOPES,
    authorizeUrl: async ({ redirectUri, state }) =>
      buildAuthorizeUrl(`${oauthUrl}/oauth/v2/authorization`, {
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        scope: SCOPES.join(' '),
      }),
    exchangeCode: ({ code, redirectUri }, call) =>
      requestTokens(endpoint, { type: 'authorization_code', parameters: { code, redirect_uri: redirectUri } }, call),
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
    listAccounts: (accessToken, call) => listAccounts(apiUrl, accessToken, call),
  };
}

/** @see https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 */
async function listAccounts(apiUrl: string, accessToken: string, call: CallContext): Promise<AccountOption[]> {
  const request = {
    method: 'GET',
    url: new URL(`${apiUrl}/v2/userinfo`),
    headers: { authorization: `Bearer ${accessToken}` },
    effect: 'none',
    secrets: [accessToken],
  } as const;
  const { body, status } = await send(linkedinDialect, request, call);
  const accountId = asId(body?.['sub'], MEMBER_ID);
  if (!body || accountId === null) throw brokenAnswer(linkedinDialect, request, status);
  return [
    {
      accountId,
      name: cleanName(body['name']) ?? accountId,
      description: 'Personal profile',
      type: 'personal',
      picture: cleanPicture(body['picture']),
      username: null,
      accountUrn: `urn:li:person:${accountId}`,
    },
  ];
}
