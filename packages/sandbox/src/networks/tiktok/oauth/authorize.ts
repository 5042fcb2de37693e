import type { AuthorizeRules, RefuseAuthorize } from '../../../oauth/authorize.ts';
import type { Challenge } from '../../../world/grants.ts';

const maxRedirectLength = 511;
const knownScopes = new Set([
  ...['user.info.basic', 'user.info.profile', 'user.info.stats'],
  ...['video.publish', 'video.upload', 'video.list'],
]);
const wrong = (parameter: string) => `Something went wrong: check the ${parameter}.`;

/**
 * The rules of the authorize page: the app is a `client_key`, and scopes are joined with commas.
 *
 * @see https://developers.tiktok.com/doc/login-kit-web
 */
export const tiktokAuthorizeRules: AuthorizeRules = {
  network: 'tiktok',
  paths: ['/v2/auth/authorize'],
  codeLifetimeMs: 10 * 60 * 1000,
  appParameter: 'client_key',
  takesRedirect: (redirectUri) => redirectUri.length <= maxRedirectLength && !redirectUri.includes('?'),
  refusals: {
    app: wrong('client_key'),
    redirectUri: wrong('redirect_uri'),
    responseType: wrong('response_type'),
  },
  read: (query, refuse) => {
    const scopes = (query.get('scope') ?? '').split(',');
    if (scopes.some((scope) => !knownScopes.has(scope))) refuse(wrong('scope'));
    const challenge = readChallenge(query, refuse);
    return { scopes, ...(challenge && { challenge }) };
  },
  denied: { error: 'access_denied', error_description: 'The user denied the authorization request' },
  approved: ({ scopes }) => ({ scopes: scopes.join(',') }),
};

/** Reads the proof key, which only apps on devices must have. */
function readChallenge(query: URLSearchParams, refuse: RefuseAuthorize): Challenge | null {
  const value = query.get('code_challenge');
  if (value === null) return null;
  if (query.get('code_challenge_method') !== 'S256') refuse(wrong('code_challenge_method'));
  const isHash = /^[A-Za-z0-9_-]{43}$|^[0-9a-f]{64}$/.test(value);
  return isHash ? { value, method: 's256' } : refuse(wrong('code_challenge'));
}
