import type { IssuedToken } from '../../oauth/grants.ts';
import type { Account } from '../../world/accounts.ts';
import type { World } from '../../world/world.ts';
import { graphError, refuse, tokenError } from '../meta-graph/errors.ts';
import { type GraphRequest, readToken } from '../meta-graph/request.ts';
import { Refusal } from '../network.ts';
import type { InstagramAccess } from './state.ts';

/** The token of a call, unless it is missing, unknown, withdrawn or expired. */
export function requireUsable({ grants }: World, request: GraphRequest): IssuedToken {
  const value = readToken(request);
  if (value === null) throw new Refusal(tokenError('missing'));
  const token = grants.findAccess('instagram', value);
  if (!token) throw new Refusal(tokenError('malformed'));
  if (token.state !== 'active') throw new Refusal(tokenError('revoked'));
  if (grants.isExpired(token)) throw new Refusal(tokenError('expired'));
  return token;
}

/** The account whose token a call carries. */
export function authenticate(world: World, request: GraphRequest): { account: Account; token: IssuedToken } {
  const token = requireUsable(world, request);
  const account = world.accounts.find('instagram', token.accountId);
  return account ? { account, token } : refuse({ code: 190, message: 'Invalid OAuth access token' });
}

/** A token of this login uses the one account that it belongs to, and cannot upload bytes. */
export function instagramAccess(world: World): InstagramAccess {
  return {
    takesUploads: false,
    require: (request, { id, need }) => {
      const { account, token } = authenticate(world, request);
      const scope = need === 'publish' ? 'instagram_business_content_publish' : 'instagram_business_basic';
      if (account.id === id && token.scopes.includes(scope)) return account;
      throw new Refusal(permissionDenied());
    },
  };
}

export function permissionDenied() {
  return graphError({ code: 10, status: 403, message: '(#10) Application does not have permission for this action' });
}
