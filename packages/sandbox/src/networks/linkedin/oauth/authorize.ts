import type { AuthorizeRequest, AuthorizeRules } from '../../../oauth/authorize.ts';
import type { Account } from '../../../world/accounts.ts';
import type { World } from '../../../world/world.ts';

const knownScopes = new Set([
  ...['openid', 'profile', 'email', 'w_member_social'],
  ...['w_member_social_feed', 'w_organization_social_feed'],
  ...['w_organization_social', 'r_organization_social', 'r_organization_admin', 'rw_organization_admin'],
]);

/**
 * The rules of the authorize page: no proof key, and codes last 30 minutes.
 *
 * @see https://learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow
 */
export const linkedinAuthorizeRules: AuthorizeRules = {
  network: 'linkedin',
  paths: ['/oauth/v2/authorization'],
  codeLifetimeMs: 30 * 60 * 1000,
  refusals: {
    status: 401,
    app: "Client_id doesn't match",
    redirectUri: "Redirect_uri doesn't match",
    responseType: 'Invalid response_type',
  },
  read: (query, refuse) => {
    // The official client joins scopes with commas.
    const scopes = (query.get('scope') ?? '').split(/[ ,]/).filter(Boolean);
    if (scopes.length === 0 || scopes.some((scope) => !knownScopes.has(scope))) refuse('Invalid scope');
    const nonce = query.get('nonce');
    return { scopes, ...(nonce !== null && { nonce }) };
  },
  denied: { error: 'user_cancelled_authorize', error_description: 'The user cancelled the authorization' },
  onApprove: revokeOtherScopes,
};

/** Revokes the tokens that were issued for other scopes. */
function revokeOtherScopes({ grants }: World, { app, scopes }: AuthorizeRequest, account: Account): void {
  const wanted = [...scopes].sort().join();
  grants.revokeWhere(
    { network: 'linkedin', accountId: account.id, clientId: app.clientId, scopes },
    (token) => [...token.scopes].sort().join() !== wanted,
  );
}
