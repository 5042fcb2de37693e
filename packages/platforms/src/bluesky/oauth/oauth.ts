import type { OAuthCapability } from '../../driver.ts';
import { readAccount } from '../account.ts';
import type { BlueskyApi } from '../api.ts';
import { readGrant } from '../session/grant.ts';
import { endSession, refreshSession } from '../session/password-session.ts';
import { BLUESKY_SCOPES } from './client.ts';
import { beginSignIn, exchangeCode } from './sign-in.ts';
import { refreshGrant, revokeGrant } from './tokens.ts';

/**
 * Sign-in through the browser, and renewal and end of every session, also of those that began with an app password.
 * @see https://atproto.com/specs/oauth
 */
export function createBlueskyOAuth(api: BlueskyApi): OAuthCapability {
  return {
    usesPkce: true,
    namesIssuer: true,
    scopes: BLUESKY_SCOPES,
    beginSignIn: (request, call) => beginSignIn(api, request, call),
    exchangeCode: (request, call) => exchangeCode(api, request, call),

    async refresh(refreshToken, call) {
      const grant = readGrant(refreshToken);
      return grant.kind === 'oauth' ? refreshGrant(api, grant, call) : refreshSession(api, grant, call);
    },

    async revoke({ value, kind }, call) {
      const grant = readGrant(value);
      if (grant.kind === 'oauth') await revokeGrant(api, grant, call);
      // The session of an app password ends with its refresh token alone.
      else if (kind === 'refresh') await endSession(api, grant, call);
    },

    listAccounts: async (accessToken, call) => [await readAccount(api, { account: { accessToken }, call })],
  };
}
