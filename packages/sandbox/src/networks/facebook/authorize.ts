import { acceptsRedirect } from '../../oauth/apps.ts';
import { type AuthorizeRequest, type AuthorizeRules, refuseAuthorize } from '../../oauth/authorize.ts';
import type { World } from '../../world/world.ts';

const networkName = 'Facebook';
const codeLifetimeMs = 10 * 60 * 1000;
const knownScopes = new Set([
  'public_profile',
  'email',
  'pages_show_list',
  'pages_manage_posts',
  'pages_read_engagement',
  'pages_manage_engagement',
  'business_management',
  'read_insights',
  'instagram_basic',
  'instagram_content_publish',
]);

/**
 * The rules of the login dialog: no proof key, scopes joined by commas or a configuration in their place.
 *
 * @see https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 */
export function facebookAuthorizeRules(world: World, path: string): AuthorizeRules {
  return {
    network: 'facebook',
    networkName,
    path,
    codeLifetimeMs,
    denied: { error: 'access_denied', error_reason: 'user_denied', error_description: 'Permissions error' },
    check: (query) => check(world, query),
  };
}

function check(world: World, query: URLSearchParams): AuthorizeRequest {
  const app = world.apps.find('facebook', query.get('client_id') ?? '');
  if (!app) return refuse('Invalid App ID: The provided app ID does not look like a valid app ID.');
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!acceptsRedirect(app, redirectUri)) {
    refuse("URL Blocked: This redirect failed because the redirect URI is not whitelisted in the app's settings.");
  }
  if ((query.get('response_type') ?? 'code') !== 'code') refuse('Invalid response_type');
  const scopes = readScopes(query);
  const unknown = scopes.filter((scope) => !knownScopes.has(scope));
  if (unknown.length > 0) refuse(`Invalid Scopes: ${unknown.join(', ')}.`);
  return { app, redirectUri, state: query.get('state'), scopes };
}

/** A configuration of Facebook Login for Business stands for the permissions that are set up in it: here for all. */
function readScopes(query: URLSearchParams): readonly string[] {
  const configuration = query.get('config_id');
  if (configuration !== null && !/^\d{1,20}$/.test(configuration)) refuse('Invalid config_id');
  const scopes = (query.get('scope') ?? '').split(/[ ,]/).filter(Boolean);
  return configuration !== null && scopes.length === 0 ? [...knownScopes] : scopes;
}

function refuse(message: string): never {
  return refuseAuthorize({ status: 400, networkName, message });
}
