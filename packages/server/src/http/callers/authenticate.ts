import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { AppError } from '../../errors.ts';
import { rightsOfRole } from '../../services/access/rights.ts';
import type { Accounts } from '../../services/accounts/accounts.ts';
import { type Keys, rightsOf } from '../../services/accounts/keys.ts';
import type { Credits } from '../../services/credits/credits.ts';
import type { PlanCatalogue } from '../../services/credits/plans.ts';
import { checkSameSite } from './cross-site.ts';
import type { Access, Principal } from './principal.ts';

/** Identifies the caller. @returns the caller, or null for an operation without one when no session is present */
export type Authenticate = (access: Access, ctx: Context) => Promise<Principal | null>;

const NO_KEY =
  'Send an API key as "Authorization: Bearer sk_live_…"; create one with POST /api/keys or in the dashboard';
const TWO_KEYS = 'Authorization and X-API-Key hold different keys; send one of them. Nothing was done';
const BAD_KEY = 'The API key is unknown or revoked; create another with POST /api/keys or in the dashboard';

const FOREIGN_PAGE =
  'Requests from pages of other sites are refused here, with an API key too; use a program. Nothing was done';

/** @throws (from the returned function) AppError unauthorized, session_required, cross_site_request */
export function createAuthenticate(deps: {
  keys: Keys;
  accounts: Accounts;
  credits: Credits;
  plans: PlanCatalogue;
  baseUrl: string;
  sessionCookie: string;
}): Authenticate {
  const { keys, accounts, credits, plans } = deps;

  async function byKey(rawKey: string): Promise<Principal> {
    const found = await keys.verify(rawKey);
    if (!found) throw new AppError('unauthorized', BAD_KEY);
    await credits.renewIfDue(found.workspaceId, found.periodEnd);
    return {
      workspaceId: found.workspaceId,
      plan: plans.get(found.plan),
      storedBytes: Number(found.storedBytes),
      userId: null,
      sessionId: null,
      callerId: found.keyId,
      rights: rightsOf(found),
      role: null,
    };
  }

  async function bySession(ctx: Context): Promise<Principal | null> {
    const cookies = ctx.get('Cookie');
    if (!cookies.includes(`${deps.sessionCookie}=`)) return null;
    const session = await accounts.findSession(cookies);
    if (!session) return null;
    const { workspace, userId, sessionId, role } = session;
    await credits.renewIfDue(workspace.id, workspace.period_end);
    return {
      workspaceId: workspace.id,
      plan: plans.get(workspace.plan),
      storedBytes: Number(workspace.stored_bytes),
      userId,
      sessionId,
      callerId: userId,
      rights: rightsOfRole(role),
      role,
    };
  }

  return async (access, ctx) => {
    if (access.auth === 'none') {
      checkSameSite(ctx, deps.baseUrl);
      // Steps of connecting an account work without a session. Where there is one, they are bound to it and need its rights.
      return access.scopes.length > 0 ? bySession(ctx) : null;
    }
    // A key alone lets a caller in here, but clients for people run in browsers too: their pages must be of this server.
    if (access.auth === 'key') checkSameSite(ctx, deps.baseUrl, FOREIGN_PAGE);
    if (access.auth !== 'session') {
      const header = headerOnce(ctx.req, 'authorization');
      const bearer = header === undefined ? undefined : bearerOf(header);
      const key = (access.auth === 'webhook' ? headerOnce(ctx.req, 'x-api-key') : undefined) ?? bearer;
      if (bearer !== undefined && bearer !== key) throw new AppError('unauthorized', TWO_KEYS);
      if (key !== undefined) return byKey(key);
    }
    if (access.auth === 'key') throw new AppError('unauthorized', NO_KEY);
    checkSameSite(ctx, deps.baseUrl);
    const principal = await bySession(ctx);
    if (principal) return principal;
    if (access.auth === 'session') {
      throw new AppError('session_required', 'Sign in to the dashboard first; an API key is not enough for this call');
    }
    throw new AppError('unauthorized', NO_KEY);
  };
}

/**
 * Returns true when a new check would let the same caller in.
 * @param check throws when a caller lacks a right @throws AppError when the server cannot check now
 */
export async function isStillAllowed(
  authenticate: () => Promise<Principal | null>,
  principal: Principal | null,
  check: (now: Principal) => void,
): Promise<boolean> {
  try {
    const now = await authenticate();
    if (now) check(now);
    return now?.callerId === principal?.callerId;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}

/** Reads the key of an Authorization header. @throws AppError unauthorized */
export function bearerOf(header: string): string {
  const match = /^bearer +([!-~]{1,200})$/i.exec(header);
  if (!match?.[1]) throw new AppError('unauthorized', NO_KEY);
  return match[1];
}

function headerOnce(request: IncomingMessage, name: string): string | undefined {
  const values = request.headersDistinct[name] ?? [];
  if (values.length > 1) throw new AppError('unauthorized', `The header ${name} is given twice; send it once`);
  return values[0];
}
