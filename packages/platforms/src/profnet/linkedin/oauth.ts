import { ClientSecretPost } from 'oauth4webapi';
import type { DriverOptions, OAuthCapability } from '../../driver.ts';
import { rulesFor } from '../../http/error-rules.ts';
import type { NetworkDialect } from '../../http/network-client.ts';
import { signInAt } from '../../oauth/sign-in-page.ts';
import { createTokenCalls, type TokenEndpoint } from '../../oauth/token-endpoint.ts';
import { readTokenProblem } from '../../oauth/token-problem.ts';
import { deadGrant, refusedApp, refusedSignIn, unknownRedirect } from '../../oauth/token-rules.ts';
import { listAccounts } from './accounts.ts';
import type { LinkedinApi } from './api.ts';

const SCOPES = ['openid', 'profile', 'email', 'w_member_social'];

/** Errors of the token endpoint, in the shape of RFC 6749, section 5.2. */
const dialect: NetworkDialect = {
  platform: 'profnet',
  rules: [
    { upstreamCode: 'invalid_grant', ...deadGrant('profnet') },
    { upstreamCode: 'invalid_redirect_uri', ...unknownRedirect() },
    // An authorization code that is unknown, used or expired has no error code, only these sentences.
    { upstreamCode: 'invalid_request', detail: /authorization code/i, ...refusedSignIn('profnet') },
    ...rulesFor(['invalid_client', 'unauthorized_client'], refusedApp('profnet')),
    { status: 401, ...refusedApp('profnet') },
  ],
  readProblem: (status, body) => readTokenProblem(status, body, body?.['message']),
};

/**
 * Authorization code flow with the app's secret in the body and without PKCE, which the web flow does not support. Tokens
 * last 60 days; only apps of the network's partners get refresh tokens.
 * @see https://learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow
 */
export function createLinkedinOAuth(
  api: LinkedinApi,
  { clientId, clientSecret, scopes = SCOPES }: DriverOptions,
): OAuthCapability {
  const { oauthUrl } = api;
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
    ...createTokenCalls(endpoint, { usesPkce: false }),
    scopes,
    beginSignIn: async ({ redirectUri, state }) =>
      signInAt(`${oauthUrl}/oauth/v2/authorization`, {
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        scope: scopes.join(' '),
      }),
    listAccounts: (accessToken, call) => listAccounts(api, scopes, { account: { accessToken }, call }),
  };
}
