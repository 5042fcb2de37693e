import { acceptsRedirect } from '../../oauth/apps.ts';
import { type AuthorizeRequest, type AuthorizeRules, refuseAuthorize } from '../../oauth/authorize.ts';
import type { Challenge } from '../../oauth/grants.ts';
import type { World } from '../../world/world.ts';
import { fullScope } from './openid.ts';

const networkName = 'YouTube';
const codeLifetimeMs = 10 * 60 * 1000;

/** Scopes by what they are called behind the common prefix. */
const scopePrefix = 'https://www.googleapis.com/auth/';
const knownScopes = new Set([
  'openid',
  ...['youtube', 'youtube.upload', 'youtube.readonly', 'youtube.force-ssl', 'userinfo.profile', 'userinfo.email'].map(
    (name) => scopePrefix + name,
  ),
]);

/**
 * The rules of the authorize page: a proof key is welcome but not required, and people may untick what they do not allow.
 *
 * @see https://developers.google.com/youtube/v3/guides/auth/server-side-web-apps
 */
export function youtubeAuthorizeRules(world: World, path: string): AuthorizeRules {
  return {
    network: 'youtube',
    networkName,
    path,
    codeLifetimeMs,
    denied: { error: 'access_denied' },
    choosesScopes: true,
    check: (query) => check(world, query),
  };
}

function check(world: World, query: URLSearchParams): AuthorizeRequest {
  const app = world.apps.find('youtube', query.get('client_id') ?? '');
  if (!app) return refuse(401, 'Error 401: invalid_client. The OAuth client was not found.');
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!acceptsRedirect(app, redirectUri)) refuse(400, 'Error 400: redirect_uri_mismatch');
  if (query.get('response_type') !== 'code') refuse(400, 'Error 400: invalid_request. The response_type is not code.');
  const asked = (query.get('scope') ?? '').split(' ').filter(Boolean);
  const scopes = [...new Set(asked.map(fullScope))];
  if (scopes.length === 0) refuse(400, 'Error 400: invalid_request. Missing required parameter: scope');
  const unknown = scopes.find((scope) => !knownScopes.has(scope));
  if (unknown !== undefined) refuse(400, `Error 400: invalid_scope. Some requested scopes were invalid: ${unknown}`);
  const accessType = query.get('access_type') ?? 'online';
  if (accessType !== 'online' && accessType !== 'offline') refuse(400, 'Error 400: invalid_request. access_type');
  const asksAgain = (query.get('prompt') ?? '').split(' ').includes('consent');
  const challenge = readChallenge(query);
  const nonce = query.get('nonce');
  return {
    app,
    redirectUri,
    state: query.get('state'),
    scopes,
    ...(challenge && { challenge }),
    ...(nonce !== null && { nonce }),
    ...(accessType === 'offline' && { offline: asksAgain ? 'always' : 'first-consent' }),
  };
}

function readChallenge(query: URLSearchParams): Challenge | undefined {
  const value = query.get('code_challenge');
  if (value === null) return undefined;
  if (!/^[A-Za-z0-9\-._~]{43,128}$/.test(value)) refuse(400, 'Error 400: invalid_request. code_challenge');
  const method = query.get('code_challenge_method') ?? 'plain';
  if (method !== 'S256' && method !== 'plain') return refuse(400, 'Error 400: invalid_request. code_challenge_method');
  return { value, method: method === 'S256' ? 's256' : 'plain' };
}

function refuse(status: number, message: string): never {
  return refuseAuthorize({ status, networkName, message });
}
