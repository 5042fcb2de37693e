import { type Call, type ProtectedRoute, Refusal, type Reply, type Route } from '../../http/route.ts';
import { bearerOf } from '../../oauth/tokens.ts';
import type { Account } from '../../world/accounts.ts';
import { badParameter, insufficientPermissions, invalidCredentials } from './errors.ts';
import { type Quota, spendQuota } from './rate-limits.ts';
import type { YoutubeState } from './state.ts';

/** The common prefix of scopes. */
export const scopePrefix = 'https://www.googleapis.com/auth/';

/** The account of an accepted token, and the app that the token was issued to. */
export interface Session {
  readonly account: Account;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** An endpoint of the API that needs a token. */
export interface Endpoint extends ProtectedRoute {
  /** Scopes without their common prefix; the token needs one of them. */
  readonly scopes: readonly string[];
  readonly quota: Quota;
  readonly handle: (call: Call, session: Session) => Reply;
}

/** Makes a route of an endpoint, which checks token, quota and permission first. */
export function protect(state: YoutubeState, endpoint: Endpoint): Route {
  const { method, path, operation, scopes, quota } = endpoint;
  const handle = (call: Call): Reply => {
    const session = authenticate(state, call);
    spendQuota(state, session.clientId, quota);
    if (!scopes.some((scope) => session.scopes.includes(scopePrefix + scope))) return insufficientPermissions();
    return endpoint.handle(call, session);
  };
  return { method, path, operation, handle };
}

/** Finds the account of the token; unknown, expired and revoked tokens get the same answer. */
export function authenticate({ world }: YoutubeState, call: Call): Session {
  // Older clients send the token in the query.
  const token = world.grants.findUsableAccess('youtube', bearerOf(call) || (call.query.get('access_token') ?? ''));
  const account = token && world.accounts.find('youtube', token.accountId);
  if (!account) throw new Refusal(invalidCredentials());
  return { account, clientId: token.clientId, scopes: token.scopes };
}

/** Reads the requested parts, which clients repeat or join by commas. */
export function readParts(call: Call, known: readonly string[]): readonly string[] {
  const parts = call.query.getAll('part').flatMap((value) => value.split(','));
  const wanted = parts.map((part) => part.trim()).filter(Boolean);
  if (wanted.length === 0) throw new Refusal(badParameter('part', 'No part was selected'));
  const unknown = wanted.find((part) => !known.includes(part));
  if (unknown !== undefined) throw new Refusal(badParameter('part', `'${unknown}'`));
  return wanted;
}
