import type { AuthorizeRules, RefuseAuthorize } from '../../../oauth/authorize.ts';
import type { Challenge } from '../../../world/grants.ts';

const maxStateLength = 500;

const knownScopes = new Set(
  `tweet.read tweet.write tweet.moderate.write users.read users.email follows.read follows.write offline.access
  space.read mute.read mute.write like.read like.write list.read list.write block.read block.write bookmark.read
  bookmark.write dm.read dm.write media.write timeline.read broadcast.read broadcast.write`.split(/\s+/),
);

/**
 * The rules of the authorize page: a proof key is required, and codes last 30 seconds.
 *
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code
 */
export const xAuthorizeRules: AuthorizeRules = {
  network: 'x',
  paths: ['/i/oauth2/authorize'],
  codeLifetimeMs: 30_000,
  refusals: {
    app: 'The client_id is not known.',
    redirectUri: 'The redirect_uri is not registered for this app.',
    responseType: 'The response_type has to be code.',
  },
  read: (query, refuse) => {
    if ((query.get('state') ?? '').length > maxStateLength) refuse('The state is longer than 500 characters.');
    const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
    if (scopes.length === 0) refuse('At least one scope is needed.');
    const unknown = scopes.find((scope) => !knownScopes.has(scope));
    if (unknown !== undefined) refuse(`The scope ${unknown} does not exist.`);
    return { scopes, challenge: readChallenge(query, refuse) };
  },
  denied: { error: 'access_denied' },
};

/** Reads the proof key. Official clients spell its method in either case. */
function readChallenge(query: URLSearchParams, refuse: RefuseAuthorize): Challenge {
  const value = query.get('code_challenge') ?? '';
  if (!/^[A-Za-z0-9\-._~]{43,128}$/.test(value)) refuse('A code_challenge of 43 to 128 characters is needed.');
  const method = (query.get('code_challenge_method') ?? 'plain').toLowerCase();
  if (method !== 's256' && method !== 'plain') return refuse('The code_challenge_method has to be S256 or plain.');
  return { value, method };
}
