import type { Call, Json, Reply, Route } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import { accessDenied } from '../errors.ts';
import { authenticate } from '../session.ts';
import type { LinkedinState } from '../state.ts';

/**
 * The identity of the member, for apps with Sign In with LinkedIn.
 *
 * @see https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 */
export function userinfoRoute(state: LinkedinState): Route {
  return {
    method: 'GET',
    path: '/v2/userinfo',
    operation: 'identity',
    handle: (call): Reply => {
      const { account, scopes } = authenticate(state, call);
      if (!scopes.includes('openid')) return accessDenied('userinfo.GET.NO_VERSION');
      return { status: 200, json: memberClaims({ account, scopes, call }) };
    },
  };
}

/** The claims that the granted scopes allow. */
export function memberClaims(options: {
  account: Account;
  scopes: readonly string[];
  call: Call;
}): Record<string, Json> {
  const { account, scopes, call } = options;
  const [given = account.name, ...family] = account.name.split(' ');
  return {
    sub: account.id,
    ...(scopes.includes('profile') && {
      name: account.name,
      given_name: given,
      family_name: family.join(' '),
      picture: `${call.base}/avatars/${account.username}.png`,
      locale: 'en-US',
    }),
    ...(scopes.includes('email') && { email: `${account.username}@sandbox.example`, email_verified: true }),
  };
}
