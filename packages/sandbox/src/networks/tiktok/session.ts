import { type Call, type ProtectedRoute, Refusal, type Reply, type Route } from '../../http/route.ts';
import type { Account } from '../../world/accounts.ts';
import type { IssuedToken } from '../../world/grants.ts';
import { invalidToken, missingScope } from './errors.ts';
import { countCall } from './rate-limits.ts';
import type { TiktokState } from './state.ts';

/** The account and token of a call. */
export interface Session {
  readonly account: Account;
  readonly token: IssuedToken;
}

/** An endpoint that needs a token. */
interface Endpoint extends ProtectedRoute {
  readonly scope: string | ((call: Call) => string);
  /** Number of calls that a token may make in a minute. */
  readonly perMinute: number;
  readonly handle: (call: Call, session: Session) => Reply | Promise<Reply>;
}

/** Makes a route of an endpoint, which checks token, scope and rate limit first. */
export function protect(state: TiktokState, endpoint: Endpoint): Route {
  const { method, path, operation, perMinute } = endpoint;
  return {
    method,
    path,
    operation,
    handle: (call) => {
      const session = authenticate(state, call);
      const scope = typeof endpoint.scope === 'string' ? endpoint.scope : endpoint.scope(call);
      if (!session.token.scopes.includes(scope)) return missingScope(scope);
      countCall(state, `${session.token.token} ${path}`, perMinute);
      return endpoint.handle(call, session);
    },
  };
}

function authenticate({ world }: TiktokState, call: Call): Session {
  const bearer = /^Bearer (.+)$/.exec(call.headers.authorization ?? '')?.[1] ?? '';
  const token = world.grants.findUsableAccess('tiktok', bearer);
  const account = token && world.accounts.find('tiktok', token.accountId);
  if (!account) throw new Refusal(invalidToken());
  return { account, token };
}
