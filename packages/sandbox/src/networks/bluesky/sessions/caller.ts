import { type Call, Refusal } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import { accountNotFound, authMissing, invalidToken } from '../errors.ts';
import { allPermissions, type Permissions, permissionsOf } from '../oauth/scopes.ts';
import { requireOAuthSession } from '../oauth/sessions.ts';
import type { BlueskyState } from '../state.ts';
import { sessionScopes, verifyToken } from './session-tokens.ts';

/** The signed-in user of a call. */
export interface Caller {
  readonly account: Account;
  /** The way in which the session began: with the account's own password, an app password, or an approval. */
  readonly session: 'password' | 'app-password' | 'oauth';
  readonly permissions: Permissions;
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
  const { scheme, token } = authorization;
  if (scheme === 'DPOP') {
    const { did, scopes } = requireOAuthSession(state, call, token);
    return { account: requireAccount(state, did), session: 'oauth', permissions: permissionsOf(scopes) };
  }
  if (scheme !== 'BEARER') throw new Refusal(invalidToken('Unexpected authorization type'));
  if (state.oauthTokens.has(token)) throw new Refusal(invalidToken('Malformed token'));
  const { sub, scope } = verifyToken(state, token, 'at+jwt');
  const session = scope === sessionScopes.password ? 'password' : 'app-password';
  return { account: requireAccount(state, sub), session, permissions: allPermissions };
}

function requireAccount({ world }: BlueskyState, did: string): Account {
  const account = world.accounts.find('bluesky', did);
  if (!account) throw new Refusal(accountNotFound());
  return account;
}
