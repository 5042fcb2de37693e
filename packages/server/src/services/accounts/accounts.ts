import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { isSameSecret, sha256 } from '../../secrets.ts';
import { findMembership, type Membership } from '../../store/accounts/members.ts';
import {
  deleteSessionOfId,
  deleteSessionOfToken,
  deleteSessions,
  findPasswordHash,
  findPasswordHashByEmail,
} from '../../store/accounts/sign-ins.ts';
import { getWorkspace, hasWorkspaces, insertWorkspace, type WorkspaceRow } from '../../store/accounts/workspaces.ts';
import { insertProfile } from '../../store/connections/profiles.ts';
import { inLockedWorkspace } from '../../store/database/locks.ts';
import type { Database } from '../../store/schema.ts';
import { deleteMeta, deleteMetaBefore, insertMeta } from '../../store/server-meta.ts';
import { monthsAfter } from '../credits/credit-period.ts';
import type { Credits } from '../credits/credits.ts';
import type { PlanCatalogue } from '../credits/plans.ts';
import { type Auth, headersOf, type SignInOrigin } from './auth.ts';
import { createUser } from './create-user.ts';
import { endUnfinished } from './unfinished.ts';

/** Rule for creating an account over HTTP: allowed to the first person, to all, or not at all. */
export type SignUpPolicy = 'first' | 'open' | 'closed';

const FIRST_ACCOUNT = 'first-account';
const CLAIM_LIFETIME_MS = 60_000;

/** A signed-in person, and cookies for the browser to set or delete. */
export interface SignedIn {
  readonly member: Membership;
  readonly cookies: readonly string[];
}

/** Session of a cookie, with its user, and the user's workspace and role. */
export interface FoundSession extends Membership {
  readonly sessionId: string;
}

/** State of sign-up, for the first page of a server. */
export interface Setup {
  /** Set while the server has no account. */
  readonly isEmpty: boolean;
  /** Set while an account may be created over HTTP. */
  readonly canSignUp: boolean;
  readonly needsSetupToken: boolean;
}

export type Accounts = ReturnType<typeof createAccounts>;

interface AccountsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly credits: Credits;
  readonly plans: PlanCatalogue;
  readonly auth: Auth;
  readonly signUp: SignUpPolicy;
  /** One-time token that the first sign-up on a public host must send; null when none is needed. */
  readonly setupToken: string | null;
}

/** Makes the service for dashboard accounts: e-mail and password, each in one workspace. */
export function createAccounts(deps: AccountsDeps) {
  const { db, clock, credits, plans, auth } = deps;

  async function createWorkspace(user: { id: string; email: string }, plan: string): Promise<WorkspaceRow> {
    const workspaceId = newId();
    const now = isoNow(clock);
    return db.transaction().execute(async (trx) => {
      await insertWorkspace(trx, {
        id: workspaceId,
        owner_user_id: user.id,
        email: user.email,
        plan,
        anchor_at: now,
        period_start: now,
        period_end: new Date(monthsAfter(Date.parse(now), 1)).toISOString(),
        created_at: now,
      });
      await insertProfile(trx, {
        id: newId(),
        workspace_id: workspaceId,
        name: 'Default',
        slug: 'default',
        is_default: 1,
        created_at: now,
      });
      const { monthlyCredits } = plans.get(plan);
      if (monthlyCredits > 0) await credits.grant(trx, workspaceId, monthlyCredits, 'credits.granted', { plan });
      return getWorkspace(trx, workspaceId);
    });
  }

  async function checkSignUpAllowed(setupToken: string | undefined): Promise<void> {
    if (deps.signUp === 'open') return;
    if (deps.signUp === 'closed' || (await hasWorkspaces(db))) {
      throw new AppError('sign_up_closed', 'This server takes no new accounts; ask its operator for one');
    }
    if (deps.setupToken !== null && !isSameSecret(setupToken ?? '', deps.setupToken)) {
      throw new AppError(
        'sign_up_closed',
        'The first account needs the setup token that the server printed at its start',
      );
    }
  }

  async function claimFirstAccount(): Promise<void> {
    await deleteMetaBefore(db, FIRST_ACCOUNT, new Date(clock.now() - CLAIM_LIFETIME_MS).toISOString());
    if (await insertMeta(db, FIRST_ACCOUNT, isoNow(clock))) return;
    throw new AppError('sign_up_closed', 'Another person is creating the first account of this server right now');
  }

  async function create(email: string, password: string, origin: SignInOrigin | null, plan = 'free') {
    const place = (user: { id: string; email: string }) => createWorkspace(user, plan);
    const { placed: workspace, cookies } = await createUser({ db, auth }, { email, password }, { origin, place });
    const founder = {
      userId: workspace.owner_user_id,
      email: workspace.email,
      role: 'owner' as const,
      isFounder: true,
    };
    return { member: { workspace, ...founder }, cookies };
  }

  /** Ends a new session if the password was changed while it began. @returns false when the session was ended */
  async function isOfPresentPassword({ workspace, userId }: Membership, token: string, hash: string | undefined) {
    return inLockedWorkspace(db, workspace.id, async (trx) => {
      if ((await findPasswordHash(trx, userId)) === hash) return true;
      await deleteSessionOfToken(trx, sha256(token));
      return false;
    });
  }

  async function findSession(cookieHeader: string): Promise<FoundSession | undefined> {
    const session = await (await auth.load()).api.getSession({ headers: new Headers({ cookie: cookieHeader }) });
    if (!session) return undefined;
    const member = await findMembership(db, session.user.id);
    return member && { ...member, sessionId: session.session.id };
  }

  return {
    /** Creates a user with a workspace, regardless of `SOCIAL_SIGN_UP`, without a session. @throws AppError email_taken */
    async create(email: string, password: string, plan: string): Promise<WorkspaceRow> {
      const { member } = await create(email, password, null, plan);
      await deleteSessions(db, member.userId);
      return member.workspace;
    },

    /** Describes what the sign-up policy allows now. */
    async describeSetup(): Promise<Setup> {
      const isEmpty = !(await hasWorkspaces(db));
      const isForFirst = deps.signUp === 'first' && isEmpty;
      const canSignUp = deps.signUp === 'open' || isForFirst;
      return { isEmpty, canSignUp, needsSetupToken: isForFirst && deps.setupToken !== null };
    },

    /** Creates an account and signs it in. @throws AppError sign_up_closed, email_taken */
    async signUp(
      input: { email: string; password: string; setupToken?: string },
      origin: SignInOrigin,
    ): Promise<SignedIn> {
      await checkSignUpAllowed(input.setupToken);
      if (deps.signUp === 'open') return create(input.email, input.password, origin);
      // Hashing the password takes so long that a second request could also create a first account.
      await claimFirstAccount();
      try {
        await checkSignUpAllowed(input.setupToken);
        return await create(input.email, input.password, origin);
      } finally {
        await deleteMeta(db, FIRST_ACCOUNT);
      }
    },

    /** Starts a session. @throws AppError unauthorized, the same for a wrong password and an unknown address */
    async signIn(email: string, password: string, origin: SignInOrigin): Promise<SignedIn> {
      const hash = await findPasswordHashByEmail(db, email);
      const headers = headersOf(origin);
      const answer = await auth.hashing(({ api }) =>
        api.signInEmail({ body: { email, password }, headers, asResponse: true }),
      );
      const wrong = new AppError('unauthorized', 'The e-mail address or the password is wrong');
      if (!answer.ok) throw wrong;
      const { user, token } = (await answer.json()) as { user: { id: string }; token: string };
      const member = await findMembership(db, user.id);
      if (!member) throw new AppError('unauthorized', 'This account belongs to no workspace; it was deleted');
      // A change of the password ends the sessions that exist then; this one may have begun a moment later.
      if (!(await isOfPresentPassword(member, token, hash))) throw wrong;
      return { member, cookies: answer.headers.getSetCookie() };
    },

    /**
     * Ends the session of the cookie on every server, and unfinished connections and sign-ins of commands.
     * @returns cookies that delete the session's cookie
     */
    async signOut(cookieHeader: string): Promise<readonly string[]> {
      const session = await findSession(cookieHeader);
      if (session) {
        await db.transaction().execute(async (trx) => {
          await endUnfinished(trx, session);
          // Deletes the session under the same lock, so that it cannot begin anything new.
          await deleteSessionOfId(trx, session.sessionId);
        });
      }
      const answer = await (await auth.load()).api.signOut({
        headers: new Headers({ cookie: cookieHeader }),
        asResponse: true,
      });
      return answer.headers.getSetCookie();
    },

    /** Finds the unexpired session of a cookie. */
    findSession,
  };
}
