import { type Call, type ProtectedRoute, Refusal, type Reply, type Route, replyOf } from '../../http/route.ts';
import { bearerOf } from '../../oauth/tokens.ts';
import type { Account } from '../../world/accounts.ts';
import { forbidden, invalidRequest, refuseParameter, tooManyRequests, unauthorized } from './errors.ts';
import type { Limit } from './rate-limits.ts';
import type { XState } from './state.ts';

/** An endpoint that needs a user's token. */
export interface Endpoint extends ProtectedRoute {
  readonly scopes: readonly string[];
  /** Calls per fifteen minutes and user. */
  readonly calls: number;
  readonly handle: (state: XState, call: Call, user: Account) => Reply;
}

/** Makes routes of endpoints, which check token, scopes and rate limit, and add the headers to every answer. */
export function protect(state: XState, endpoints: readonly Endpoint[]): readonly Route[] {
  return endpoints.map((endpoint) => protectOne(state, endpoint));
}

function protectOne(state: XState, endpoint: Endpoint): Route {
  const limit: Limit = { name: `${endpoint.method} ${endpoint.path}`, calls: endpoint.calls };
  const handle = async (call: Call): Promise<Reply> => {
    const user = authenticate(state, call);
    const { exceeded, headers } = state.limiter.count(user?.account.id ?? 'anonymous', limit);
    const respond = (reply: Reply): Reply => ({
      ...reply,
      headers: { 'api-version': '2.167', ...headers, ...reply.headers },
    });
    if (!user) return respond(unauthorized());
    if (endpoint.scopes.some((scope) => !user.scopes.includes(scope))) return respond(forbidden());
    if (exceeded && state.world.settings.rateLimits) return respond(tooManyRequests());
    return respond(await replyOf(() => endpoint.handle(state, call, user.account)));
  };
  return { method: endpoint.method, path: endpoint.path, operation: endpoint.operation, handle };
}

function authenticate(state: XState, call: Call): { account: Account; scopes: readonly string[] } | undefined {
  const { grants, accounts } = state.world;
  const token = grants.findUsableAccess('x', bearerOf(call));
  const account = token && accounts.find('x', token.accountId);
  return account && { account, scopes: token.scopes };
}

/** Reads an id from the path. Refuses any other text than 1 to 19 digits. */
export function pathId(call: Call, name: string): string {
  const id = call.params[name] ?? '';
  return /^[0-9]{1,19}$/.test(id) ? id : refuseParameter(name, id);
}

/** Refuses a call for another account than the token's. */
export function requireSelf(call: Call, name: string, user: Account): void {
  const id = pathId(call, name);
  if (id === user.id) return;
  const message = `The \`${name}\` query parameter value [${id}] must be the same as the authenticating user [${user.id}]`;
  throw new Refusal(invalidRequest({ message, parameters: { [name]: [id] } }));
}
