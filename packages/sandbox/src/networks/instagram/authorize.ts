import { acceptsRedirect } from '../../oauth/apps.ts';
import { type AuthorizeRequest, type AuthorizeRules, refuseAuthorize } from '../../oauth/authorize.ts';
import type { World } from '../../world/world.ts';

const networkName = 'Instagram';
const codeLifetimeMs = 60 * 60 * 1000;
const knownScopes = new Set([
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_messages',
  'instagram_business_manage_insights',
]);

/**
 * The rules of the authorize page: no proof key, scopes joined by commas, the basic one always among them.
 *
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 */
export function instagramAuthorizeRules(world: World): AuthorizeRules {
  return {
    network: 'instagram',
    networkName,
    path: '/oauth/authorize',
    codeLifetimeMs,
    denied: {
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request',
    },
    check: (query) => check(world, query),
  };
}

function check(world: World, query: URLSearchParams): AuthorizeRequest {
  const app = world.apps.find('instagram', query.get('client_id') ?? '');
  if (!app) return refuse('Invalid platform app');
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!acceptsRedirect(app, redirectUri)) refuse('Invalid redirect_uri');
  if (query.get('response_type') !== 'code') refuse('Invalid response_type');
  const scopes = (query.get('scope') ?? '').split(/[ ,]/).filter(Boolean);
  if (!scopes.includes('instagram_business_basic') || scopes.some((scope) => !knownScopes.has(scope))) {
    refuse('Invalid scope');
  }
  return { app, redirectUri, state: query.get('state'), scopes };
}

function refuse(message: string): never {
  return refuseAuthorize({ status: 400, networkName, message });
}
