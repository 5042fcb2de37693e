import { ClientSecretPost } from 'oauth4webapi';
import type { AccountOption, DriverOptions, OAuthCapability, TokenSession } from '../driver.ts';
import { rulesFor } from '../http/error-rules.ts';
import { asId, asString } from '../http/lossless-json.ts';
import type { NetworkDialect } from '../http/network-client.ts';
import { cleanName, cleanPicture } from '../identity.ts';
import { signInAt } from '../oauth/sign-in-page.ts';
import { createTokenCalls, type TokenEndpoint } from '../oauth/token-endpoint.ts';
import { readTokenProblem } from '../oauth/token-problem.ts';
import { deadGrant, refusedApp } from '../oauth/token-rules.ts';
import { callQuillpond, type QuillpondApi } from './api.ts';

const SCOPES = ['read', 'write'];
const ACCOUNT_ID = /^\w{1,40}$/;

/** Errors of the token endpoint, in the shape of RFC 6749, section 5.2. */
const dialect: NetworkDialect = {
  platform: 'quillpond',
  rules: [
    { upstreamCode: 'invalid_grant', ...deadGrant('quillpond') },
    ...rulesFor(['invalid_client', 'unauthorized_client'], refusedApp('quillpond')),
  ],
  readProblem: readTokenProblem,
};

/** Authorization code flow with the app's secret in the body. */
export function createQuillpondOAuth(
  api: QuillpondApi,
  { clientId, clientSecret }: Pick<DriverOptions, 'clientId' | 'clientSecret'>,
): OAuthCapability {
  const { oauthUrl } = api;
  const endpoint: TokenEndpoint = {
    ...{ dialect, clientId, clientSecret },
    server: {
      issuer: oauthUrl,
      token_endpoint: `${oauthUrl}/oauth/token`,
      revocation_endpoint: `${oauthUrl}/oauth/revoke`,
    },
    clientAuth: ClientSecretPost(clientSecret),
  };
  return {
    ...createTokenCalls(endpoint, { usesPkce: false }),
    scopes: SCOPES,
    beginSignIn: async ({ redirectUri, state }) =>
      signInAt(`${oauthUrl}/oauth/authorize`, {
        ...{ client_id: clientId, redirect_uri: redirectUri, state },
        scope: SCOPES.join(' '),
      }),
    listAccounts: (accessToken, call) => listAccounts(api, { account: { accessToken }, call }),
  };
}

async function listAccounts(api: QuillpondApi, session: TokenSession): Promise<AccountOption[]> {
  const { body, broken } = await callQuillpond(api, { method: 'GET', path: '/v1/me', effect: 'none' }, session);
  const accountId = asId(body?.['id'], ACCOUNT_ID);
  const username = asString(body?.['handle']);
  if (!body || accountId === null || username === null) throw broken();
  const name = cleanName(body['name']) ?? username;
  const picture = cleanPicture(body['picture']);
  return [{ accountId, name, description: `@${username}`, type: 'personal', picture, username, accountUrn: null }];
}
