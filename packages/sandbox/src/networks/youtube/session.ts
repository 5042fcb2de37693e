import type { Account } from '../../world/accounts.ts';
import { type Call, Refusal, type Reply, type Route } from '../network.ts';
import { badParameter, insufficientPermissions, invalidCredentials, quotaExceeded } from './errors.ts';
import type { YoutubeState } from './state.ts';

const scopePrefix = 'https://www.googleapis.com/auth/';

/** Calls per day and app: uploads have a bucket of their own. */
const dailyQuota = { upload: 100, general: 10_000 } as const;

/** Somebody whose token was accepted, and the app that brought it. */
export interface Caller {
  readonly account: Account;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** An endpoint of the API that needs a token. */
export interface Endpoint {
  readonly method: Route['method'];
  readonly path: string;
  readonly operation: Route['operation'];
  /** Any of these, named without their common prefix, is enough. */
  readonly scopes: readonly string[];
  readonly quota: { readonly bucket: keyof typeof dailyQuota; readonly units: number };
  readonly handle: (call: Call, caller: Caller) => Reply;
}

/** Makes a route of an endpoint: token, quota, permission, then the work. */
export function authorized(state: YoutubeState, endpoint: Endpoint): Route {
  const { method, path, operation, scopes, quota } = endpoint;
  const handle = (call: Call): Reply => {
    const caller = authenticate(state, call);
    spendQuota(state, caller, quota);
    if (!scopes.some((scope) => caller.scopes.includes(scopePrefix + scope))) return insufficientPermissions();
    return endpoint.handle(call, caller);
  };
  return { method, path, ...(operation && { operation }), handle };
}

/** Finds whose token this is; the network answers alike whether it is unknown, expired or revoked. */
export function authenticate({ world }: YoutubeState, call: Call): Caller {
  // Older clients send the token in the query.
  const header = /^Bearer (.+)$/i.exec(call.headers.authorization ?? '')?.[1];
  const bearer = header ?? call.query.get('access_token');
  const token = bearer ? world.grants.findAccess('youtube', bearer) : undefined;
  const account = token && world.accounts.find('youtube', token.accountId);
  if (!account || token.state !== 'active' || world.grants.isExpired(token)) throw new Refusal(invalidCredentials());
  return { account, clientId: token.clientId, scopes: token.scopes };
}

/** The parts asked for: repeated or joined by commas, as clients differ. */
export function readParts(call: Call, known: readonly string[]): readonly string[] {
  const parts = call.query.getAll('part').flatMap((value) => value.split(','));
  const wanted = parts.map((part) => part.trim()).filter(Boolean);
  if (wanted.length === 0) throw new Refusal(badParameter('part', 'No part was selected'));
  const unknown = wanted.find((part) => !known.includes(part));
  if (unknown !== undefined) throw new Refusal(badParameter('part', `'${unknown}'`));
  return wanted;
}

/** Counted always, also for invalid requests, and enforced only where the settings ask for it. */
function spendQuota(state: YoutubeState, { clientId }: Caller, { bucket, units }: Endpoint['quota']): void {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(state.world.now());
  const key = `${clientId} ${bucket} ${day}`;
  const used = (state.quota.get(key) ?? 0) + units;
  state.quota.set(key, used);
  if (used > dailyQuota[bucket] && state.world.settings.rateLimits) throw new Refusal(quotaExceeded());
}
