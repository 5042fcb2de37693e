import { acceptsRedirect } from '../../oauth/apps.ts';
import { type AuthorizeRequest, type AuthorizeRules, refuseAuthorize } from '../../oauth/authorize.ts';
import type { Account } from '../../world/accounts.ts';
import type { World } from '../../world/world.ts';

const networkName = 'LinkedIn';
const codeLifetimeMs = 30 * 60 * 1000;
const knownScopes = new Set(['openid', 'profile', 'email', 'w_member_social']);

/**
 * The rules of the authorize page: no proof key, codes live 30 minutes.
 *
 * @see https://learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow
 */
export function linkedinAuthorizeRules(world: World): AuthorizeRules {
  return {
    network: 'linkedin',
    networkName,
    path: '/oauth/v2/authorization',
    codeLifetimeMs,
    denied: { error: 'user_cancelled_authorize', error_description: 'The user cancelled the authorization' },
    check: (query) => check(world, query),
    onApprove: (request, account) => endOlderGrants(world, request, account),
  };
}

function check(world: World, query: URLSearchParams): AuthorizeRequest {
  const app = world.apps.find('linkedin', query.get('client_id') ?? '');
  if (!app) return refuse("Client_id doesn't match");
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!acceptsRedirect(app, redirectUri)) refuse("Redirect_uri doesn't match");
  if (query.get('response_type') !== 'code') refuse('Invalid response_type');
  // The official client joins scopes with commas.
  const scopes = (query.get('scope') ?? '').split(/[ ,]/).filter(Boolean);
  if (scopes.length === 0 || scopes.some((scope) => !knownScopes.has(scope))) refuse('Invalid scope');
  const nonce = query.get('nonce');
  return { app, redirectUri, state: query.get('state'), scopes, ...(nonce !== null && { nonce }) };
}

/** Asking for other scopes ends the tokens that were given for the earlier ones. */
function endOlderGrants(world: World, request: AuthorizeRequest, account: Account): void {
  const wanted = [...request.scopes].sort().join();
  world.grants.revokeWhere(
    { network: 'linkedin', accountId: account.id, clientId: request.app.clientId, scopes: request.scopes },
    (token) => [...token.scopes].sort().join() !== wanted,
  );
}

function refuse(message: string): never {
  return refuseAuthorize({ status: 401, networkName, message });
}
