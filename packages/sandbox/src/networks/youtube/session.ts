import { type Call, type ProtectedRoute, Refusal, type Reply, type Route } from '../../http/route.ts';
import { bearerOf } from '../../oauth/tokens.ts';
import type { Account } from '../../world/accounts.ts';
import { badParameter, insufficientPermissions, invalidCredentials, quotaExceeded } from './errors.ts';
import type { YoutubeState } from './state.ts';

/** The common prefix of scopes. */
export const scopePrefix = 'https://www.googleapis.com/auth/';

/** Units per day and app: uploads have a separate bucket. */
const dailyQuota = { upload: 100, general: 10_000 } as const;

/** The account of an accepted token, and the app that the token was issued to. */
export interface Caller {
  readonly account: Account;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** An endpoint of the API that needs a token. */
export interface Endpoint extends ProtectedRoute {
  /** Scopes without their common prefix; the token needs one of them. */
  readonly scopes: readonly string[];
  readonly quota: { readonly bucket: keyof typeof dailyQuota; readonly units: number };
  readonly handle: (call: Call, caller: Caller) => Reply;
}

/** Makes a route of an endpoint, which checks token, quota and permission first. */
export function authorized(state: YoutubeState, endpoint: Endpoint): Route {
  const { method, path, operation, scopes, quota } = endpoint;
  const handle = (call: Call): Reply => {
    const caller = authenticate(state, call);
    spendQuota(state, caller, quota);
    if (!scopes.some((scope) => caller.scopes.includes(scopePrefix + scope))) return insufficientPermissions();
    return endpoint.handle(call, caller);
  };
  return { method, path, operation, handle };
}

/** Finds the account of the token; unknown, expired and revoked tokens get the same answer. */
export function authenticate({ world }: YoutubeState, call: Call): Caller {
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

/** Counts the quota, also for invalid requests, and enforces it when the setting `rateLimits` is on. */
function spendQuota(state: YoutubeState, { clientId }: Caller, { bucket, units }: Endpoint['quota']): void {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(state.world.now());
  const key = `${clientId} ${bucket} ${day}`;
  const used = (state.quota.get(key) ?? 0) + units;
  state.quota.set(key, used);
  if (used > dailyQuota[bucket] && state.world.settings.rateLimits) throw new Refusal(quotaExceeded());
}
