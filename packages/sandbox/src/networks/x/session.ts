import type { Account } from '../../world/accounts.ts';
import type { Operation } from '../../world/operation.ts';
import { type Call, Refusal, type Reply, type Route } from '../network.ts';
import { forbidden, invalidRequest, tooManyRequests, unauthorized } from './errors.ts';
import type { Limit } from './rate-limits.ts';
import type { XState } from './state.ts';

/** An endpoint that needs a user's token. */
export interface Endpoint {
  readonly method: Route['method'];
  readonly path: string;
  readonly operation: Operation;
  readonly scopes: readonly string[];
  /** Calls per fifteen minutes and user. */
  readonly calls: number;
  readonly handle: (call: Call, user: Account) => Reply;
}

/** Makes a route of an endpoint: token, scopes, rate limit, then the work, and the headers on every answer. */
export function protect(state: XState, endpoint: Endpoint): Route {
  const limit: Limit = { name: `${endpoint.method} ${endpoint.path}`, calls: endpoint.calls };
  const handle = (call: Call): Reply => {
    const user = authenticate(state, call);
    const { exceeded, headers } = state.limiter.count(user?.account.id ?? 'anonymous', limit);
    const respond = (reply: Reply): Reply => ({
      ...reply,
      headers: { 'api-version': '2.167', ...headers, ...reply.headers },
    });
    if (!user) return respond(unauthorized());
    if (endpoint.scopes.some((scope) => !user.scopes.includes(scope))) return respond(forbidden());
    if (exceeded && state.world.settings.rateLimits) return respond(tooManyRequests());
    try {
      return respond(endpoint.handle(call, user.account));
    } catch (error) {
      if (error instanceof Refusal) return respond(error.reply);
      throw error;
    }
  };
  return { method: endpoint.method, path: endpoint.path, operation: endpoint.operation, handle };
}

function authenticate(state: XState, call: Call): { account: Account; scopes: readonly string[] } | undefined {
  const bearer = /^Bearer (.+)$/i.exec(call.headers.authorization ?? '')?.[1];
  const { grants, accounts } = state.world;
  const token = bearer ? grants.findAccess('x', bearer) : undefined;
  if (token?.state !== 'active' || grants.isExpired(token)) return undefined;
  const account = accounts.find('x', token.accountId);
  return account && { account, scopes: token.scopes };
}

/** Reads an id from the path. Refuses what is not of the form `^[0-9]{1,19}$`. */
export function pathId(call: Call, name: string): string {
  const id = call.params[name] ?? '';
  if (!/^[0-9]{1,19}$/.test(id)) {
    const message = `The \`${name}\` query parameter value [${id}] is not valid`;
    throw new Refusal(invalidRequest({ message, parameters: { [name]: [id] } }));
  }
  return id;
}

/** Refuses a call for any account but the one that is signed in. */
export function requireSelf(call: Call, name: string, user: Account): void {
  const id = pathId(call, name);
  if (id === user.id) return;
  const message = `The \`${name}\` query parameter value [${id}] must be the same as the authenticating user [${user.id}]`;
  throw new Refusal(invalidRequest({ message, parameters: { [name]: [id] } }));
}
