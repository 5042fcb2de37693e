import { calculatePKCECodeChallenge } from 'oauth4webapi';
import type { AccountOption, DriverOptions, OAuthCapability, TokenSession } from '../../driver.ts';
import { rulesFor } from '../../http/error-rules.ts';
import { asId, asRecord } from '../../http/lossless-json.ts';
import type { NetworkDialect } from '../../http/network-client.ts';
import { cleanName, cleanPicture } from '../../identity.ts';
import { signInAt } from '../../oauth/sign-in-page.ts';
import { createTokenCalls, type TokenEndpoint } from '../../oauth/token-endpoint.ts';
import { readTokenProblem } from '../../oauth/token-problem.ts';
import { deadGrant, refusedApp } from '../../oauth/token-rules.ts';
import { callX, X_ID, type XApi } from './api.ts';
import { readUsername } from './reads.ts';

const SCOPES = [
  ...['tweet.read', 'tweet.write', 'tweet.moderate.write', 'users.read', 'like.read', 'like.write', 'follows.read'],
  ...['follows.write', 'bookmark.read', 'bookmark.write', 'dm.read', 'dm.write', 'media.write', 'offline.access'],
];

/** Errors of the token endpoint, in the shape of RFC 6749, section 5.2. */
const dialect: NetworkDialect = {
  platform: 'microblog',
  rules: [
    { upstreamCode: 'invalid_grant', ...deadGrant('microblog') },
    // X has no code for an invalid token or authorization code, only this sentence.
    {
      upstreamCode: 'invalid_request',
      detail: /value passed for the token was invalid/i,
      ...deadGrant('microblog'),
    },
    ...rulesFor(['unauthorized_client', 'invalid_client'], refusedApp('microblog')),
    { status: 401, ...refusedApp('microblog') },
  ],
  readProblem: (status, body) => readTokenProblem(status, body, body?.['detail']),
};

/**
 * Authorization code flow with PKCE (S256) for a confidential app; refresh tokens work once and are replaced.
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code
 */
export function createXOAuth(api: XApi, { clientId, clientSecret, scopes = SCOPES }: DriverOptions): OAuthCapability {
  const { apiUrl, oauthUrl } = api;
  const endpoint: TokenEndpoint = {
    dialect,
    clientId,
    clientSecret,
    server: {
      issuer: oauthUrl,
      token_endpoint: `${apiUrl}/2/oauth2/token`,
      revocation_endpoint: `${apiUrl}/2/oauth2/revoke`,
    },
    // X takes id and secret as they are, without the form encoding that RFC 6749 puts before Base64.
    clientAuth: (_server, _client, _body, headers) => {
      headers.set('authorization', `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`);
    },
  };
  return {
    ...createTokenCalls(endpoint, { usesPkce: true }),
    scopes,
    beginSignIn: async ({ redirectUri, state, codeVerifier }) =>
      signInAt(`${oauthUrl}/i/oauth2/authorize`, {
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: scopes.join(' '),
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }),
    listAccounts: (accessToken, call) => listAccounts(api, { account: { accessToken }, call }),
  };
}

async function listAccounts(api: XApi, session: TokenSession): Promise<AccountOption[]> {
  const query = { 'user.fields': 'profile_image_url' };
  const answer = await callX(api, { method: 'GET', path: '/2/users/me', query, effect: 'none' }, session);
  const user = asRecord(answer.data);
  const accountId = asId(user?.['id'], X_ID);
  if (!user || accountId === null) throw answer.broken();
  const username = readUsername(user);
  const name = cleanName(user['name']) ?? username ?? accountId;
  const description = username === null ? 'Personal account' : `@${username}`;
  const picture = originalPicture(user['profile_image_url']);
  return [{ accountId, name, description, type: 'personal', picture, username, accountUrn: null }];
}

/**
 * Address of the picture as it was uploaded: the one in the answer has 48 pixels. Null for the picture that X shows of accounts without
 * one.
 * @see https://developer.x.com/en/docs/accounts-and-users/user-profile-images-and-banners
 */
function originalPicture(address: unknown): string | null {
  const picture = cleanPicture(address);
  if (picture?.includes('/default_profile_images/')) return null;
  return picture?.replace(/_normal(\.\w{1,5})$/, '$1') ?? null;
}
