import { acceptsRedirect } from '../../oauth/apps.ts';
import { type AuthorizeRequest, type AuthorizeRules, refuseAuthorize } from '../../oauth/authorize.ts';
import type { Challenge } from '../../oauth/grants.ts';
import type { World } from '../../world/world.ts';

const networkName = 'X';
const codeLifetimeMs = 30_000;
const maxStateLength = 500;

const knownScopes = new Set(
  `tweet.read tweet.write tweet.moderate.write users.read users.email follows.read follows.write offline.access
  space.read mute.read mute.write like.read like.write list.read list.write block.read block.write bookmark.read
  bookmark.write dm.read dm.write media.write timeline.read broadcast.read broadcast.write`.split(/\s+/),
);

/**
 * The rules of the authorize page: a proof key is required, codes live 30 seconds.
 *
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code
 */
export function xAuthorizeRules(world: World): AuthorizeRules {
  return {
    network: 'x',
    networkName,
    path: '/i/oauth2/authorize',
    codeLifetimeMs,
    denied: { error: 'access_denied' },
    check: (query) => check(world, query),
  };
}

function check(world: World, query: URLSearchParams): AuthorizeRequest {
  const app = world.apps.find('x', query.get('client_id') ?? '');
  if (!app) return refuse('The client_id is not known.');
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!acceptsRedirect(app, redirectUri)) refuse('The redirect_uri is not registered for this app.');
  if (query.get('response_type') !== 'code') refuse('The response_type has to be code.');
  const state = query.get('state');
  if (state !== null && state.length > maxStateLength) refuse('The state is longer than 500 characters.');
  const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
  if (scopes.length === 0) refuse('At least one scope is needed.');
  const unknown = scopes.find((scope) => !knownScopes.has(scope));
  if (unknown !== undefined) refuse(`The scope ${unknown} does not exist.`);
  return { app, redirectUri, state, scopes, challenge: readChallenge(query) };
}

/** Official clients spell the method in either case. */
function readChallenge(query: URLSearchParams): Challenge {
  const value = query.get('code_challenge') ?? '';
  if (!/^[A-Za-z0-9\-._~]{43,128}$/.test(value)) refuse('A code_challenge of 43 to 128 characters is needed.');
  const method = (query.get('code_challenge_method') ?? 'plain').toLowerCase();
  if (method !== 's256' && method !== 'plain') return refuse('The code_challenge_method has to be S256 or plain.');
  return { value, method };
}

function refuse(message: string): never {
  return refuseAuthorize({ status: 400, networkName, message });
}
