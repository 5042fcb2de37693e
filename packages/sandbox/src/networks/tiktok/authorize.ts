import { acceptsRedirect } from '../../oauth/apps.ts';
import { type AuthorizeRequest, type AuthorizeRules, refuseAuthorize } from '../../oauth/authorize.ts';
import type { Challenge } from '../../oauth/grants.ts';
import type { World } from '../../world/world.ts';

const networkName = 'TikTok';
const codeLifetimeMs = 10 * 60 * 1000;
const maxRedirectLength = 511;
const knownScopes = new Set([
  'user.info.basic',
  'user.info.profile',
  'user.info.stats',
  'video.publish',
  'video.upload',
  'video.list',
]);

/**
 * The rules of the authorize page: the app is a `client_key`, scopes are joined with commas.
 *
 * @see https://developers.tiktok.com/doc/login-kit-web
 */
export function tiktokAuthorizeRules(world: World): AuthorizeRules {
  return {
    network: 'tiktok',
    networkName,
    path: '/v2/auth/authorize',
    codeLifetimeMs,
    denied: { error: 'access_denied', error_description: 'The user denied the authorization request' },
    approved: ({ scopes }) => ({ scopes: scopes.join(',') }),
    check: (query) => check(world, query),
  };
}

function check(world: World, query: URLSearchParams): AuthorizeRequest {
  const app = world.apps.find('tiktok', query.get('client_key') ?? '');
  if (!app) return refuse('client_key');
  const redirectUri = query.get('redirect_uri') ?? '';
  const isStatic = redirectUri.length <= maxRedirectLength && !redirectUri.includes('?');
  if (!isStatic || !acceptsRedirect(app, redirectUri)) refuse('redirect_uri');
  if (query.get('response_type') !== 'code') refuse('response_type');
  const scopes = (query.get('scope') ?? '').split(',');
  if (scopes.some((scope) => !knownScopes.has(scope))) refuse('scope');
  const challenge = readChallenge(query);
  return { app, redirectUri, state: query.get('state'), scopes, ...(challenge && { challenge }) };
}

/** A proof key may be left out: only apps on devices must have one. */
function readChallenge(query: URLSearchParams): Challenge | null {
  const value = query.get('code_challenge');
  if (value === null) return null;
  if (query.get('code_challenge_method') !== 'S256') refuse('code_challenge_method');
  return /^[A-Za-z0-9_-]{43}$|^[0-9a-f]{64}$/.test(value) ? { value, method: 's256' } : refuse('code_challenge');
}

function refuse(parameter: string): never {
  return refuseAuthorize({ status: 400, networkName, message: `Something went wrong: check the ${parameter}.` });
}
