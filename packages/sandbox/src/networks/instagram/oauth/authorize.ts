import type { AuthorizeRules } from '../../../oauth/authorize.ts';

const knownScopes = new Set([
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_messages',
  'instagram_business_manage_insights',
]);

/**
 * The rules of the authorize page: no proof key, and scopes joined by commas, which include the basic one.
 *
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 */
export const instagramAuthorizeRules: AuthorizeRules = {
  network: 'instagram',
  paths: ['/oauth/authorize'],
  codeLifetimeMs: 60 * 60 * 1000,
  refusals: {
    app: 'Invalid platform app',
    redirectUri: 'Invalid redirect_uri',
    responseType: 'Invalid response_type',
  },
  read: (query, refuse) => {
    const scopes = (query.get('scope') ?? '').split(/[ ,]/).filter(Boolean);
    const isKnown = scopes.every((scope) => knownScopes.has(scope));
    if (!isKnown || !scopes.includes('instagram_business_basic')) refuse('Invalid scope');
    return { scopes };
  },
  denied: {
    error: 'access_denied',
    error_reason: 'user_denied',
    error_description: 'The user denied your request',
  },
};
