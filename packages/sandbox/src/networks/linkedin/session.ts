import { type Call, type ProtectedRoute, Refusal, type Reply, type Route } from '../../http/route.ts';
import { bearerOf } from '../../oauth/tokens.ts';
import type { Account } from '../../world/accounts.ts';
import {
  accessDenied,
  coded,
  expiredToken,
  invalidToken,
  nonexistentVersion,
  revokedToken,
  versionMissing,
} from './errors.ts';
import { countCall } from './rate-limits.ts';
import type { LinkedinState } from './state.ts';

/** The oldest version that still answers, as `YYYYMM`, and the newest that is documented. */
const oldestVersion = '202601';
const newestVersion = '202609';

/** The member of a call's token. */
export interface Session {
  readonly account: Account;
  readonly scopes: readonly string[];
}

/** An endpoint below `/rest`. */
export interface Endpoint extends ProtectedRoute {
  /** Resource and method as permission errors name them, such as `posts.CREATE`. */
  readonly resource: string;
  /** Any of them suffices. */
  readonly scopes: readonly string[];
  readonly handle: (call: Call, session: Session) => Reply;
}

/** Makes a route of a versioned endpoint, which checks token, version, protocol, permission and daily limit first. */
export function protect(state: LinkedinState, endpoint: Endpoint): Route {
  const { method, path, operation, resource, scopes } = endpoint;
  const handle = (call: Call): Reply => {
    const session = authenticate(state, call);
    const version = requireVersion(state, call);
    const headers = { 'x-li-uuid': `sandbox-${state.nextId()}`, 'linkedin-version': version };
    if (call.headers['x-restli-protocol-version'] !== '2.0.0') {
      return coded(400, 'ILLEGAL_ARGUMENT', 'The header X-Restli-Protocol-Version has to be 2.0.0.');
    }
    if (!scopes.some((scope) => session.scopes.includes(scope))) return accessDenied(`${resource}.${version}01`);
    if (method !== 'GET') countCall(state, session.account);
    const reply = endpoint.handle(call, session);
    return { ...reply, headers: { ...headers, ...reply.headers } };
  };
  return { method, path, operation, handle };
}

/** Finds the member of a call's token; refuses invalid, revoked and expired tokens, each in its own words. */
export function authenticate(state: LinkedinState, call: Call): Session {
  const { grants, accounts } = state.world;
  const token = grants.findAccess('linkedin', bearerOf(call));
  const account = token && accounts.find('linkedin', token.accountId);
  if (!token || !account) throw new Refusal(invalidToken());
  if (token.state !== 'active') throw new Refusal(revokedToken());
  if (grants.isExpired(token)) throw new Refusal(expiredToken());
  return { account, scopes: token.scopes };
}

/**
 * Reads the version header. Versions come monthly and answer for at least a year.
 *
 * @see https://learn.microsoft.com/linkedin/marketing/versioning
 */
function requireVersion(state: LinkedinState, call: Call): string {
  const version = call.headers['linkedin-version'];
  if (typeof version !== 'string' || version === '') throw new Refusal(versionMissing());
  const thisMonth = new Date(state.world.now()).toISOString().slice(0, 7).replace('-', '');
  const newest = thisMonth > newestVersion ? thisMonth : newestVersion;
  const isActive = /^\d{4}(0[1-9]|1[0-2])$/.test(version) && version >= oldestVersion && version <= newest;
  if (!isActive) throw new Refusal(nonexistentVersion(version));
  return version;
}
