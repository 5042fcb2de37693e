import type { Account } from '../../world/accounts.ts';
import type { IssuedToken } from '../../world/grants.ts';
import type { World } from '../../world/world.ts';
import { refuse } from '../meta-graph/errors.ts';
import type { GraphRequest } from '../meta-graph/request.ts';
import { tokenOf } from '../meta-graph/token.ts';
import { problems } from './errors.ts';
import type { InstagramAccess } from './state.ts';

/** No permission lets an app delete posts. */
const scopes = {
  read: 'instagram_business_basic',
  publish: 'instagram_business_content_publish',
  comment: 'instagram_business_manage_comments',
  delete: null,
} as const;

/** Finds the account of a call's token. */
export function authenticate(world: World, request: GraphRequest): { account: Account; token: IssuedToken } {
  const token = tokenOf(world, 'instagram', request);
  const account = world.accounts.find('instagram', token.accountId);
  return account ? { account, token } : refuse({ code: 190, message: 'Invalid OAuth access token' });
}

/** Access with an Instagram token: to its own account only, without uploads of bytes. */
export function instagramAccess(world: World): InstagramAccess {
  return {
    takesUploads: false,
    labelsPartnerships: false,
    hasAllCounters: false,
    require: (request, { id, need }) => {
      const { account, token } = authenticate(world, request);
      const scope = scopes[need];
      if (account.id === id && scope !== null && token.scopes.includes(scope)) return account;
      return refuse(problems.noPermission);
    },
  };
}
