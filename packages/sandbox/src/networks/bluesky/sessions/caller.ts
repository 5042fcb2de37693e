import type { Account } from '../../../world/accounts.ts';
import { type Call, Refusal } from '../../network.ts';
import { accountNotFound, authMissing, invalidToken } from '../errors.ts';
import type { BlueskyState } from '../state.ts';
import { sessionScopes, verifyToken } from './session-tokens.ts';

/** The signed-in user of a call. */
export interface Caller {
  readonly account: Account;
  /** The session of the account's own password, or of an app password. */
  readonly session: 'password' | 'app-password';
}

/** Returns the parts of an authorization header. Refuses one that is malformed, and any scheme that nobody uses. */
export function readAuthorization({ headers }: Call): { scheme: string; token: string } | undefined {
  const { authorization } = headers;
  if (authorization === undefined || authorization === '') return undefined;
  const [scheme = '', token, ...others] = authorization.split(' ');
  if (token === undefined || others.length > 0) throw new Refusal(invalidToken('Malformed authorization header'));
  const known = ['BASIC', 'BEARER', 'DPOP'].find((each) => each === scheme.toUpperCase());
  if (known === undefined) throw new Refusal(invalidToken(`Unsupported authorization type: ${scheme}`));
  return { scheme: known, token };
}

/** Finds the user of a call. Refuses a call without a valid access token. */
export function requireCaller(state: BlueskyState, call: Call): Caller {
  const authorization = readAuthorization(call);
  if (!authorization) throw new Refusal(authMissing());
  if (authorization.scheme !== 'BEARER') throw new Refusal(invalidToken('Unexpected authorization type'));
  const { sub, scope } = verifyToken(state, authorization.token, 'at+jwt');
  const account = state.world.accounts.find('bluesky', sub);
  if (!account) throw new Refusal(accountNotFound());
  return { account, session: scope === sessionScopes.password ? 'password' : 'app-password' };
}
