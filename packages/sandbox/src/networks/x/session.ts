import { type Call, type ProtectedRoute, Refusal, type Reply, type Route, replyOf } from '../../http/route.ts';
import { bearerOf } from '../../oauth/tokens.ts';
import type { Account } from '../../world/accounts.ts';
import { forbidden, invalidRequest, refuseParameter, tooManyRequests, unauthorized } from './errors.ts';
import type { Limit } from './rate-limits.ts';
import type { XState } from './state.ts';

/** The user of a call's token. */
export interface Session {
  readonly account: Account;
  readonly scopes: readonly string[];
}

/** An endpoint that needs a user's token. */
export interface Endpoint extends ProtectedRoute {
  readonly scopes: readonly string[];
  /** Calls per fifteen minutes and user. */
  readonly calls: number;
  readonly handle: (state: XState, call: Call, session: Session) => Reply;
}

/** Makes a route of an endpoint, which checks token, scopes and rate limit first, and adds the headers to every answer. */
export function protect(state: XState, endpoint: Endpoint): Route {
  const limit: Limit = { name: `${endpoint.method} ${endpoint.path}`, calls: endpoint.calls };
  const handle = async (call: Call): Promise<Reply> => {
    const session = authenticate(state, call);
    const { exceeded, headers } = state.limiter.count(session?.account.id ?? 'anonymous', limit);
    const respond = (reply: Reply): Reply => ({
      ...reply,
      headers: { 'api-version': '2.167', ...headers, ...reply.headers },
    });
    if (!session) return respond(unauthorized());
    if (endpoint.scopes.some((scope) => !session.scopes.includes(scope))) return respond(forbidden());
    if (exceeded && state.world.settings.rateLimits) return respond(tooManyRequests());
    return respond(await replyOf(() => endpoint.handle(state, call, session)));
  };
  return { method: endpoint.method, path: endpoint.path, operation: endpoint.operation, handle };
}

function authenticate(state: XState, call: Call): Session | undefined {
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
