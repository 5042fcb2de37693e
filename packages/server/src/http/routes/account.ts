import type { Schema } from '@social/types';
import { networkOf } from '../../addresses.ts';
import { AppError } from '../../errors.ts';
import { requireStillAllowed } from '../../services/access/still-allowed.ts';
import type { SignInOrigin } from '../../services/accounts/auth.ts';
import { findMembership, type Membership } from '../../store/accounts/members.ts';
import type { FlowCookies } from '../callers/cookies.ts';
import type { Principal } from '../callers/principal.ts';
import type { RateLimits } from '../callers/rate-limit.ts';
import type { HandlersOf, HttpRequest } from '../operations/operation-types.ts';
import type { Services } from '../operations/services.ts';
import { presentSession } from '../presenters/present.ts';
import type { MailHandlers } from './account-mail.ts';

type Used = 'db' | 'accounts' | 'mails' | 'members' | 'passwords' | 'sessions' | 'workspaceDeletion';

interface AccountDeps extends Pick<Services, Used> {
  readonly rateLimits: RateLimits;
  readonly cookies: FlowCookies;
}

const GONE = 'This account no longer exists';
const AFTER_DELETION =
  'Posts that were published stay at the networks; delete them there. Backups of the server keep what they hold until its operator deletes them.';

export function originOf({ client, header }: HttpRequest): SignInOrigin {
  return { address: client, userAgent: header('User-Agent') };
}

function sessionOf({ userId, sessionId }: Principal): { userId: string; sessionId: string } {
  if (userId === null || sessionId === null) throw new AppError('session_required', GONE);
  return { userId, sessionId };
}

export function presentAccount({ email, workspace, role }: Membership): Schema<'Account'> {
  return { email, workspaceId: workspace.id, role };
}

/** The account of a person: sign-up, sessions and password. */
export function accountRoutes(deps: AccountDeps): Omit<HandlersOf<'account'>, keyof MailHandlers> {
  const { db, accounts, mails, members, passwords, sessions, rateLimits } = deps;

  async function signOut({ header }: HttpRequest): Promise<readonly string[]> {
    const cookies = header('Cookie') ?? '';
    return [...(await accounts.signOut(cookies)), ...deps.cookies.clearAll(cookies)];
  }

  async function memberOf(principal: Principal): Promise<Membership> {
    const member = await findMembership(db, sessionOf(principal).userId);
    if (!member) throw new AppError('session_required', GONE);
    return member;
  }

  /** Signs in after a change of password. The person signs in later when the database is busy now. */
  async function signInAnew(email: string, password: string, http: HttpRequest): Promise<readonly string[]> {
    try {
      return (await accounts.signIn(email, password, originOf(http))).cookies;
    } catch (error) {
      if (error instanceof AppError && error.code === 'unavailable') return [];
      throw error;
    }
  }

  return {
    async getAccount({ principal }) {
      return { status: 200, body: presentAccount(await memberOf(principal)) };
    },

    async getSetup() {
      return { status: 200, body: { ...(await accounts.describeSetup()), canResetPassword: mails.isSetUp } };
    },

    async signUp({ body, http }) {
      await rateLimits.countSignIn(http.client, body.email, async () => false);
      const takeBack = await rateLimits.countSignUp(http.client);
      const { member, cookies } = await accounts.signUp(body, originOf(http)).catch(async (error: unknown) => {
        await takeBack();
        throw error;
      });
      return { status: 201, cookies, body: presentAccount(member) };
    },

    async signIn({ body, http }) {
      const isKnown = () => sessions.isFrom(body.email, (address) => networkOf(address) === networkOf(http.client));
      await rateLimits.countSignIn(http.client, body.email, isKnown);
      const { member, cookies } = await accounts.signIn(body.email, body.password, originOf(http));
      return { status: 200, cookies, body: presentAccount(member) };
    },

    async signOut({ http }) {
      return { status: 200, cookies: await signOut(http), body: { ok: true } };
    },

    async changePassword({ body, principal, http }) {
      const member = await memberOf(principal);
      // A signed-in person may change the password from any client.
      await rateLimits.countSignIn(http.client, member.email, async () => true);
      const revokedKeys = await passwords.change(member, body);
      const cookies = await signInAnew(member.email, body.newPassword, http);
      const forgotten = deps.cookies.clearAll(http.header('Cookie') ?? '');
      return {
        status: 200,
        cookies: [...cookies, ...forgotten],
        body: { ok: true, ...(body.revokeKeys && { revokedKeys }) },
      };
    },

    async leaveWorkspace({ principal, http }) {
      const { userId } = sessionOf(principal);
      await members.leave({ workspaceId: principal.workspaceId, userId });
      return { status: 200, cookies: await signOut(http), body: { ok: true } };
    },

    async deleteWorkspace({ body, principal, http }) {
      const member = await memberOf(principal);
      await rateLimits.countSignIn(http.client, member.email, async () => true);
      const isConfirmed = await passwords.confirm(member, body.password);
      const erased = await deps.workspaceDeletion.remove(principal.workspaceId, async (trx) => {
        await requireStillAllowed(trx, principal, 'nothing was deleted');
        await isConfirmed(trx);
      });
      return { status: 200, cookies: await signOut(http), body: { ok: true, ...erased, note: AFTER_DELETION } };
    },

    async listSessions({ principal }) {
      const { userId, sessionId } = sessionOf(principal);
      const living = await sessions.list(userId, sessionId);
      return { status: 200, body: { sessions: living.map((session) => presentSession(session, sessionId)) } };
    },

    async revokeSession({ path, principal, http }) {
      const { sessionId } = sessionOf(principal);
      await sessions.revoke(await memberOf(principal), path.sessionId);
      // A browser that ends its own session also clears the cookie.
      if (path.sessionId !== sessionId) return { status: 200, body: { ok: true } };
      return { status: 200, cookies: await signOut(http), body: { ok: true } };
    },

    async revokeOtherSessions({ principal }) {
      await sessions.revokeOthers(await memberOf(principal), sessionOf(principal).sessionId);
      return { status: 200, body: { ok: true } };
    },
  };
}
