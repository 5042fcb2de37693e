import { type Call, type ProtectedRoute, Refusal, type Reply, type Route, replyOf } from '../../http/route.ts';
import { bearerOf } from '../../oauth/tokens.ts';
import type { Account } from '../../world/accounts.ts';
import type { IssuedToken } from '../../world/grants.ts';
import * as errors from './errors.ts';
import {
  countCalls,
  families,
  isExceeded,
  type Limit,
  rateLimitHeaders,
  throttles,
  tightest,
  type Usage,
} from './rate-limits.ts';
import { allows } from './scopes.ts';
import { softwareOf } from './software.ts';
import type { MastodonState } from './state.ts';

/** A signed-in user. */
export interface Session {
  readonly account: Account;
  readonly token: IssuedToken;
}

interface CommonEndpoint extends ProtectedRoute {
  /** Scopes, any of which is enough; with none, any token is. */
  readonly scopes: readonly string[];
  /** A throttle in addition to those of every call. */
  readonly throttle?: Limit;
  /** The limit that the answers report instead of the throttles. */
  readonly family?: keyof typeof families;
  readonly takesStream?: true;
}

/** An endpoint for users. */
export interface UserEndpoint extends CommonEndpoint {
  readonly handle: (state: MastodonState, call: Call, session: Session) => Reply | Promise<Reply>;
}

/** An endpoint that answers visitors, too, unless the instance is in secure mode. */
export interface PublicEndpoint extends CommonEndpoint {
  readonly handle: (state: MastodonState, call: Call, session: Session | undefined) => Reply | Promise<Reply>;
}

/** Makes routes that check limits, token, scope and user, in this order. */
export function forUsers(state: MastodonState, endpoints: readonly UserEndpoint[]): readonly Route[] {
  return endpoints.map((endpoint) =>
    routeOf(state, endpoint, (call, token) => {
      const account = requireUser(state, endpoint, token);
      if (!account) throw new Refusal(errors.userRequired());
      return endpoint.handle(state, call, { account, token: token as IssuedToken });
    }),
  );
}

/** Makes routes that check a token only if there is one. */
export function forEveryone(state: MastodonState, endpoints: readonly PublicEndpoint[]): readonly Route[] {
  return endpoints.map((endpoint) =>
    routeOf(state, endpoint, (call, token) => {
      const account = call.headers.authorization === undefined ? undefined : requireUser(state, endpoint, token);
      if (!account && state.settings.secureMode) throw new Refusal(errors.loginRequired());
      return endpoint.handle(state, call, account && token && { account, token });
    }),
  );
}

function routeOf(
  state: MastodonState,
  endpoint: CommonEndpoint,
  answer: (call: Call, token: IssuedToken | undefined) => Reply | Promise<Reply>,
): Route {
  const { method, path, operation, takesStream, family } = endpoint;
  const handle = async (call: Call): Promise<Reply> => {
    const token = state.world.grants.findAccess('mastodon', bearerOf(call));
    const usages = countThrottles(state, { endpoint, call, token });
    const isOver = state.world.settings.rateLimits && usages.some(isExceeded);
    const reply = await replyOf(() => (isOver ? softwareOf(state).refusals.tooManyRequests() : answer(call, token)));
    const reported = family && token ? countCalls(state, families[family], token.accountId, 0) : tightest(usages);
    return { ...reply, headers: { ...(reported && rateLimitHeaders(reported)), ...reply.headers } };
  };
  return { method, path, operation, handle, ...(takesStream && { takesStream }) };
}

function countThrottles(
  state: MastodonState,
  { endpoint, call, token }: { endpoint: CommonEndpoint; call: Call; token: IssuedToken | undefined },
): readonly Usage[] {
  if (!token || softwareOf(state).limitsAddresses) return [countCalls(state, throttles.visitor, 'all')];
  const isPaging = ['max_id', 'since_id', 'min_id'].some((name) => call.query.has(name));
  const usages = [countCalls(state, throttles.token, token.token), countCalls(state, throttles.user, token.accountId)];
  if (isPaging) usages.push(countCalls(state, throttles.paging, token.accountId));
  if (endpoint.throttle) usages.push(countCalls(state, endpoint.throttle, token.accountId));
  return usages;
}

/** Checks token, scope and state of the user. @returns `undefined` for the token of an app without a user. */
function requireUser(
  state: MastodonState,
  { scopes }: CommonEndpoint,
  token: IssuedToken | undefined,
): Account | undefined {
  const { refusals } = softwareOf(state);
  const { world } = state;
  if (!token) throw new Refusal(refusals.invalidToken());
  if (token.state !== 'active') throw new Refusal(refusals.revokedToken());
  if (world.grants.isExpired(token)) throw new Refusal(refusals.expiredToken());
  if (scopes.length > 0 && !scopes.some((scope) => allows(token.scopes, scope))) {
    throw new Refusal(refusals.outsideScopes());
  }
  const account = world.accounts.find('mastodon', token.accountId);
  if (account?.type === 'disabled') throw new Refusal(refusals.disabledUser());
  const refusal = account && errors.userStates[account.type];
  if (refusal) throw new Refusal(refusal());
  return account;
}
