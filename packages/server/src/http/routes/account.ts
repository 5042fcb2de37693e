import { AppError } from '../../errors.ts';
import type { SignInOrigin } from '../../services/auth.ts';
import { findWorkspace, type WorkspaceRow } from '../../store/workspaces.ts';
import type { FlowCookies } from '../cookies.ts';
import type { HandlersOf, HttpRequest, Principal } from '../operation-types.ts';
import { presentSession } from '../present.ts';
import type { RateLimits } from '../rate-limit.ts';
import type { Services } from '../services.ts';

interface AccountDeps extends Pick<Services, 'db' | 'accounts' | 'passwords' | 'sessions'> {
  readonly rateLimits: RateLimits;
  readonly cookies: FlowCookies;
}

const GONE = 'This account does not exist any more';

function originOf({ client, header }: HttpRequest): SignInOrigin {
  return { address: client, userAgent: header('User-Agent') };
}

function sessionOf({ userId, sessionId }: Principal): { userId: string; sessionId: string } {
  if (userId === null || sessionId === null) throw new AppError('session_required', GONE);
  return { userId, sessionId };
}

export function accountRoutes(deps: AccountDeps): HandlersOf<'account'> {
  const { db, accounts, passwords, sessions, rateLimits } = deps;

  async function signOut({ header }: HttpRequest): Promise<readonly string[]> {
    const cookies = header('Cookie') ?? '';
    return [...(await accounts.signOut(cookies)), ...deps.cookies.clearAll(cookies)];
  }

  async function workspaceOf(principal: Principal): Promise<WorkspaceRow> {
    const workspace = await findWorkspace(db, principal.workspaceId);
    if (!workspace) throw new AppError('session_required', GONE);
    return workspace;
  }

  return {
    async getAccount({ principal }) {
      const workspace = await workspaceOf(principal);
      return { status: 200, body: { email: workspace.email, workspaceId: workspace.id } };
    },

    async getSetup() {
      return { status: 200, body: await accounts.describeSetup() };
    },

    async signUp({ body, http }) {
      await rateLimits.countSignIn(http.client, body.email);
      await rateLimits.countSignUp(http.client);
      const { workspace, cookies } = await accounts.signUp(body, originOf(http));
      return { status: 201, cookies, body: { email: workspace.email, workspaceId: workspace.id } };
    },

    async signIn({ body, http }) {
      await rateLimits.countSignIn(http.client, body.email);
      const { workspace, cookies } = await accounts.signIn(body.email, body.password, originOf(http));
      return { status: 200, cookies, body: { email: workspace.email, workspaceId: workspace.id } };
    },

    async signOut({ http }) {
      return { status: 200, cookies: await signOut(http), body: { ok: true } };
    },

    async changePassword({ body, principal, http }) {
      const workspace = await workspaceOf(principal);
      await rateLimits.countSignIn(http.client, workspace.email);
      await passwords.change(workspace, body);
      const { cookies } = await accounts.signIn(workspace.email, body.newPassword, originOf(http));
      const forgotten = deps.cookies.clearAll(http.header('Cookie') ?? '');
      return { status: 200, cookies: [...cookies, ...forgotten], body: { ok: true } };
    },

    async listSessions({ principal }) {
      const { userId, sessionId } = sessionOf(principal);
      const living = await sessions.list(userId, sessionId);
      return { status: 200, body: { sessions: living.map((session) => presentSession(session, sessionId)) } };
    },

    async revokeSession({ path, principal, http }) {
      const { userId, sessionId } = sessionOf(principal);
      await sessions.revoke(userId, path.sessionId);
      // The browser is told to forget the cookie of the session that it has ended itself.
      if (path.sessionId !== sessionId) return { status: 200, body: { ok: true } };
      return { status: 200, cookies: await signOut(http), body: { ok: true } };
    },

    async revokeOtherSessions({ principal }) {
      await sessions.revokeOthers(await workspaceOf(principal), sessionOf(principal).sessionId);
      return { status: 200, body: { ok: true } };
    },
  };
}
