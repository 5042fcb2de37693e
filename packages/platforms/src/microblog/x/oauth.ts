import { calculatePKCECodeChallenge } from 'oauth4webapi';
import type { CallContext, DriverOptions, OAuthCapability } from '../../driver.ts';
import type { ErrorRule } from '../../http/error-rules.ts';
import { asId, asRecord, asString } from '../../http/lossless-json.ts';
import type { NetworkDialect } from '../../http/network-client.ts';
import { cleanName, cleanPicture } from '../../identity.ts';
import { buildAuthorizeUrl } from '../../oauth/authorize-url.ts';
import { requestTokens, revokeToken, type TokenEndpoint } from '../../oauth/token-endpoint.ts';
import { PlatformError } from '../../platform-error.ts';
import { callX, X_ID } from './api.ts';
import { X_DEFAULTS } from './defaults.ts';
import { readUsername } from './reads.ts';

const SCOPES = [
  'tweet.read',
  'tweet.write',
  'tweet.moderate.write',
  'users.read',
  'like.read',
  'like.write',
  'follows.read',
  'follows.write',
  'bookmark.read',
  'bookmark.write',
  'dm.read',
  'dm.write',
  'media.write',
  'offline.access',
];

const CLIENT_REFUSED: Omit<ErrorRule, 'upstreamCode'> = {
  kind: 'rejected',
  code: 'network_forbidden',
  message:
    "the network does not accept this server's app; check SOCIAL_MICROBLOG_CLIENT_ID and SOCIAL_MICROBLOG_CLIENT_SECRET",
};
const DEAD_GRANT: Pick<ErrorRule, 'kind' | 'code' | 'message'> = {
  kind: 'reconnect',
  code: 'reconnect_required',
  message: 'the network no longer accepts this connection; connect microblog again',
};

/** Errors of the token endpoint, in the shape of RFC 6749, section 5.2. */
const dialect: NetworkDialect = {
  platform: 'microblog',
  rules: [
    { upstreamCode: 'invalid_grant', ...DEAD_GRANT },
    // X has no code of its own for a dead token or authorization code, only this sentence.
    { upstreamCode: 'invalid_request', detail: /value passed for the token was invalid/i, ...DEAD_GRANT },
    { upstreamCode: 'unauthorized_client', ...CLIENT_REFUSED },
    { upstreamCode: 'invalid_client', ...CLIENT_REFUSED },
    { status: 401, ...CLIENT_REFUSED },
  ],
  readProblem: (status, body) => ({
    status,
    upstreamCode: asString(body?.['error']),
    detail: asString(body?.['error_description']) ?? asString(body?.['detail']),
  }),
};

/**
 * Authorization code flow with PKCE (S256) for a confidential app; refresh tokens work once and are replaced.
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code
 */
export function createXOAuth(options: DriverOptions): OAuthCapability {
  const { clientId, clientSecret, apiUrl = X_DEFAULTS.apiUrl, oauthUrl = X_DEFAULTS.oauthUrl } = options;
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
    usesPkce: true,
    scopes: SCOPES,
    authorizeUrl: async ({ redirectUri, state, codeVerifier }) =>
      buildAuthorizeUrl(`${oauthUrl}/i/oauth2/authorize`, {
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: SCOPES.join(' '),
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
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
    listAccounts: (accessToken, call) => listAccounts(apiUrl, accessToken, call),
  };
}

async function listAccounts(apiUrl: string, accessToken: string, call: CallContext) {
  const answer = await callX(
    apiUrl,
    { method: 'GET', path: '/2/users/me', query: { 'user.fields': 'profile_image_url' }, effect: 'none' },
    { account: { accessToken }, call },
  );
  const user = asRecord(answer.data);
  const accountId = asId(user?.['id'], X_ID);
  if (!user || accountId === null) throw answer.broken();
  const username = readUsername(user);
  return [
    {
      accountId,
      name: cleanName(user['name']) ?? username ?? accountId,
      description: username === null ? 'Personal account' : `@${username}`,
      type: 'personal' as const,
      picture: cleanPicture(user['profile_image_url']),
      username,
      accountUrn: null,
    },
  ];
}
