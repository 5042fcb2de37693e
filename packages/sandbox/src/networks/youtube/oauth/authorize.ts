import type { AuthorizeRules, RefuseAuthorize } from '../../../oauth/authorize.ts';
import type { Challenge } from '../../../world/grants.ts';
import { scopePrefix } from '../session.ts';
import { fullScope } from './openid.ts';

const prefixedScopes = [
  ...['youtube', 'youtube.upload', 'youtube.readonly', 'youtube.force-ssl'],
  ...['userinfo.profile', 'userinfo.email'],
];
const knownScopes = new Set(['openid', ...prefixedScopes.map((name) => scopePrefix + name)]);

/**
 * The rules of the authorize page: a proof key is optional, and people may untick single permissions.
 *
 * @see https://developers.google.com/youtube/v3/guides/auth/server-side-web-apps
 */
export const youtubeAuthorizeRules: AuthorizeRules = {
  network: 'youtube',
  // Older clients use the second address.
  paths: ['/o/oauth2/v2/auth', '/o/oauth2/auth'],
  codeLifetimeMs: 10 * 60 * 1000,
  refusals: {
    appStatus: 401,
    app: 'Error 401: invalid_client. The OAuth client was not found.',
    redirectUri: 'Error 400: redirect_uri_mismatch',
    responseType: 'Error 400: invalid_request. The response_type is not code.',
  },
  read: (query, refuse) => {
    const asked = (query.get('scope') ?? '').split(' ').filter(Boolean);
    const scopes = [...new Set(asked.map(fullScope))];
    if (scopes.length === 0) refuse('Error 400: invalid_request. Missing required parameter: scope');
    const unknown = scopes.find((scope) => !knownScopes.has(scope));
    if (unknown !== undefined) refuse(`Error 400: invalid_scope. Some requested scopes were invalid: ${unknown}`);
    const accessType = query.get('access_type') ?? 'online';
    if (accessType !== 'online' && accessType !== 'offline') refuse('Error 400: invalid_request. access_type');
    const asksAgain = (query.get('prompt') ?? '').split(' ').includes('consent');
    const challenge = readChallenge(query, refuse);
    const nonce = query.get('nonce');
    return {
      scopes,
      ...(challenge && { challenge }),
      ...(nonce !== null && { nonce }),
      ...(accessType === 'offline' && { offline: asksAgain ? 'always' : 'first-consent' }),
    };
  },
  denied: { error: 'access_denied' },
  choosesScopes: true,
};

function readChallenge(query: URLSearchParams, refuse: RefuseAuthorize): Challenge | undefined {
  const value = query.get('code_challenge');
  if (value === null) return undefined;
  if (!/^[A-Za-z0-9\-._~]{43,128}$/.test(value)) refuse('Error 400: invalid_request. code_challenge');
  const method = query.get('code_challenge_method') ?? 'plain';
  if (method !== 'S256' && method !== 'plain') return refuse('Error 400: invalid_request. code_challenge_method');
  return { value, method: method === 'S256' ? 's256' : 'plain' };
}
