import type { Clock } from '../../clock.ts';
import { isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { sha256 } from '../../secrets.ts';
import { type DialectName, lockWorkspace } from '../../store/dialects.ts';
import { insertProfile } from '../../store/profiles.ts';
import type { Database } from '../../store/schema.ts';
import {
  deleteSessionOfId,
  deleteSessionOfToken,
  deleteSessions,
  findPasswordHash,
  findPasswordHashByEmail,
} from '../../store/sign-ins.ts';
import { findWorkspaceByOwner, hasWorkspaces, insertWorkspace, type WorkspaceRow } from '../../store/workspaces.ts';
import { monthsAfter } from '../credits/credit-period.ts';
import type { Credits } from '../credits/credits.ts';
import type { PlanCatalogue } from '../credits/plans.ts';
import { type Auth, checkNewPassword, headersOf, type SignInOrigin } from './auth.ts';
import { endUnfinished } from './unfinished.ts';

/** Who may create an account over HTTP: only the first person, everybody, nobody. */
export type SignUpPolicy = 'first' | 'open' | 'closed';

const FIRST_ACCOUNT = 'first-account';
const CLAIM_LIFETIME_MS = 60_000;

/** A signed-in person's workspace, and the cookies that the browser is to keep or forget. */
export interface SignedIn {
  readonly workspace: WorkspaceRow;
  readonly cookies: readonly string[];
}

/** Whose session a cookie is. */
export interface FoundSession {
  readonly workspace: WorkspaceRow;
  readonly userId: string;
  readonly sessionId: string;
}

/** What the first page of a server has to know. */
export interface Setup {
  /** Nobody has an account here yet. */
  readonly isEmpty: boolean;
  /** An account may be created over HTTP now. */
  readonly canSignUp: boolean;
  readonly needsSetupToken: boolean;
}

export type Accounts = ReturnType<typeof createAccounts>;

interface AccountsDeps {
  readonly db: Database;
  readonly dialect: DialectName;
  readonly clock: Clock;
  readonly credits: Credits;
  readonly plans: PlanCatalogue;
  readonly auth: Auth;
  readonly signUp: SignUpPolicy;
  /** One-time token that the first sign-up on a public host must name; null: none is needed. */
  readonly setupToken: string | null;
}

/** Dashboard accounts: e-mail and password, one workspace each. */
export function createAccounts(deps: AccountsDeps) {
  const { db, dialect, clock, credits, plans, auth } = deps;

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
      return trx.selectFrom('workspace').selectAll().where('id', '=', workspaceId).executeTakeFirstOrThrow();
    });
  }

  async function checkSignUpAllowed(setupToken: string | undefined): Promise<void> {
    if (deps.signUp === 'open') return;
    if (deps.signUp === 'closed' || (await hasWorkspaces(db))) {
      throw new AppError('sign_up_closed', 'This server takes no new accounts; ask its operator for one');
    }
    if (deps.setupToken !== null && setupToken !== deps.setupToken) {
      throw new AppError(
        'sign_up_closed',
        'The first account needs the setup token that the server printed at its start',
      );
    }
  }

  async function claimFirstAccount(): Promise<void> {
    const claim = { name: FIRST_ACCOUNT, value: isoNow(clock) };
    const staleBefore = new Date(clock.now() - CLAIM_LIFETIME_MS).toISOString();
    await db.deleteFrom('server_meta').where('name', '=', FIRST_ACCOUNT).where('value', '<', staleBefore).execute();
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('server_meta')
      .values(claim)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) {
      throw new AppError('sign_up_closed', 'Somebody else is creating the first account of this server at this moment');
    }
  }

  async function isEmailTaken(email: string): Promise<boolean> {
    const query = db.selectFrom('user').select('id').where('email', '=', email.toLowerCase());
    return (await query.executeTakeFirst()) !== undefined;
  }

  async function create(email: string, password: string, origin: SignInOrigin | null, plan = 'free') {
    checkNewPassword(password, 'password');
    const headers = origin && { headers: headersOf(origin) };
    const answer = await auth.hashing(({ api }) =>
      api.signUpEmail({ body: { email, password, name: email }, ...headers, asResponse: true }),
    );
    if (!answer.ok) {
      if (await isEmailTaken(email)) {
        throw new AppError('email_taken', 'There is an account with this e-mail address already; sign in instead');
      }
      throw new AppError('invalid_request', 'email or password: the account could not be created with these values');
    }
    const { user } = (await answer.json()) as { user: { id: string; email: string } };
    try {
      return { workspace: await createWorkspace(user, plan), cookies: answer.headers.getSetCookie() };
    } catch (error) {
      // A user without a workspace could neither work nor sign up again.
      await db.deleteFrom('user').where('id', '=', user.id).execute();
      throw error;
    }
  }

  /** Whether a session of a moment ago was begun with the password that the account has now; else it has ended. */
  async function isOfPresentPassword(workspace: WorkspaceRow, token: string, hash: string | undefined) {
    return db.transaction().execute(async (trx) => {
      await lockWorkspace(dialect, trx, workspace.id);
      if ((await findPasswordHash(trx, workspace.owner_user_id)) === hash) return true;
      await deleteSessionOfToken(trx, sha256(token));
      return false;
    });
  }

  async function findSession(cookieHeader: string): Promise<FoundSession | undefined> {
    const session = await (await auth.load()).api.getSession({ headers: new Headers({ cookie: cookieHeader }) });
    if (!session) return undefined;
    const workspace = await findWorkspaceByOwner(db, session.user.id);
    return workspace && { workspace, userId: session.user.id, sessionId: session.session.id };
  }

  return {
    /** Creates user and workspace, whatever `SOCIAL_SIGN_UP` says, and signs nobody in. @throws AppError email_taken */
    async create(email: string, password: string, plan: string): Promise<WorkspaceRow> {
      const { workspace } = await create(email, password, null, plan);
      await deleteSessions(db, workspace.owner_user_id);
      return workspace;
    },

    /** What the sign-up policy comes to at this moment. */
    async describeSetup(): Promise<Setup> {
      const isEmpty = !(await hasWorkspaces(db));
      const isForFirst = deps.signUp === 'first' && isEmpty;
      const canSignUp = deps.signUp === 'open' || isForFirst;
      return { isEmpty, canSignUp, needsSetupToken: isForFirst && deps.setupToken !== null };
    },

    /** @throws AppError sign_up_closed, email_taken */
    async signUp(
      input: { email: string; password: string; setupToken?: string },
      origin: SignInOrigin,
    ): Promise<SignedIn> {
      await checkSignUpAllowed(input.setupToken);
      if (deps.signUp === 'open') return create(input.email, input.password, origin);
      // Hashing the password takes long enough for a second first account to come in between.
      await claimFirstAccount();
      try {
        await checkSignUpAllowed(input.setupToken);
        return await create(input.email, input.password, origin);
      } finally {
        await db.deleteFrom('server_meta').where('name', '=', FIRST_ACCOUNT).execute();
      }
    },

    /** Starts a new session. @throws AppError unauthorized, the same for a wrong password and an unknown address */
    async signIn(email: string, password: string, origin: SignInOrigin): Promise<SignedIn> {
      const hash = await findPasswordHashByEmail(db, email);
      const headers = headersOf(origin);
      const answer = await auth.hashing(({ api }) =>
        api.signInEmail({ body: { email, password }, headers, asResponse: true }),
      );
      const wrong = new AppError('unauthorized', 'The e-mail address or the password is wrong');
      if (!answer.ok) throw wrong;
      const { user, token } = (await answer.json()) as { user: { id: string }; token: string };
      const workspace = await findWorkspaceByOwner(db, user.id);
      if (!workspace) throw new AppError('unauthorized', 'This account has no workspace any more');
      // A change of the password ends every session that it finds; this one may have begun a moment later.
      if (!(await isOfPresentPassword(workspace, token, hash))) throw wrong;
      return { workspace, cookies: answer.headers.getSetCookie() };
    },

    /** Ends the session of the cookie everywhere, and what was begun and not finished; returns the cookies to forget. */
    async signOut(cookieHeader: string): Promise<readonly string[]> {
      const session = await findSession(cookieHeader);
      if (session) {
        await db.transaction().execute(async (trx) => {
          await endUnfinished(dialect, trx, session.workspace);
          // Before anybody else has the lock, so that this session begins nothing more.
          await deleteSessionOfId(trx, session.sessionId);
        });
      }
      const answer = await (await auth.load()).api.signOut({
        headers: new Headers({ cookie: cookieHeader }),
        asResponse: true,
      });
      return answer.headers.getSetCookie();
    },

    /** The workspace of a session cookie, if the session is alive. */
    findSession,

    /** Deletes the account, its workspace and everything in it; the ledger stays. */
    async remove(workspace: WorkspaceRow): Promise<void> {
      await db.deleteFrom('user').where('id', '=', workspace.owner_user_id).execute();
    },
  };
}
