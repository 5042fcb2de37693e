import type { AuthorizeRules, RefuseAuthorize } from '../../../oauth/authorize.ts';

const knownScopes = new Set([
  ...['public_profile', 'email', 'business_management', 'read_insights'],
  ...['pages_show_list', 'pages_manage_posts', 'pages_read_engagement', 'pages_manage_engagement'],
  ...['instagram_basic', 'instagram_content_publish', 'instagram_manage_comments', 'instagram_manage_contents'],
]);

/**
 * The rules of the login dialog: no proof key, and scopes joined by commas or a configuration instead.
 *
 * @see https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 */
export const facebookAuthorizeRules: AuthorizeRules = {
  network: 'facebook',
  paths: ['/dialog/oauth', '/:version/dialog/oauth'],
  codeLifetimeMs: 10 * 60 * 1000,
  defaultResponseType: 'code',
  refusals: {
    app: 'Invalid App ID: The provided app ID does not look like a valid app ID.',
    redirectUri: "URL Blocked: This redirect failed because the redirect URI is not whitelisted in the app's settings.",
    responseType: 'Invalid response_type',
  },
  read: (query, refuse) => {
    const scopes = readScopes(query, refuse);
    const unknown = scopes.filter((scope) => !knownScopes.has(scope));
    if (unknown.length > 0) refuse(`Invalid Scopes: ${unknown.join(', ')}.`);
    return { scopes };
  },
  denied: { error: 'access_denied', error_reason: 'user_denied', error_description: 'Permissions error' },
};

/** Reads the scopes. A configuration of Facebook Login for Business grants the permissions set up in it: here, all. */
function readScopes(query: URLSearchParams, refuse: RefuseAuthorize): readonly string[] {
  const configuration = query.get('config_id');
  if (configuration !== null && !/^\d{1,20}$/.test(configuration)) refuse('Invalid config_id');
  const scopes = (query.get('scope') ?? '').split(/[ ,]/).filter(Boolean);
  return configuration !== null && scopes.length === 0 ? [...knownScopes] : scopes;
}
