import type { Clock } from '../clock.ts';
import { isoNow } from '../clock.ts';
import { AppError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { DialectName } from '../store/dialects.ts';
import { insertProfile } from '../store/profiles.ts';
import type { Database } from '../store/schema.ts';
import { findWorkspaceByOwner, hasWorkspaces, insertWorkspace, type WorkspaceRow } from '../store/workspaces.ts';
import { monthsAfter } from './credit-period.ts';
import type { Credits } from './credits.ts';
import type { PlanCatalogue } from './plans.ts';

/** Who may create an account over HTTP: only the first person, everybody, nobody. */
export type SignUpPolicy = 'first' | 'open' | 'closed';

const FIRST_ACCOUNT = 'first-account';
const CLAIM_LIFETIME_MS = 60_000;

/** A signed-in person's workspace, and the cookies that the browser is to keep or forget. */
export interface SignedIn {
  readonly workspace: WorkspaceRow;
  readonly cookies: readonly string[];
}

export type Accounts = ReturnType<typeof createAccounts>;

interface AccountsDeps {
  readonly db: Database;
  readonly dialect: DialectName;
  readonly clock: Clock;
  readonly credits: Credits;
  readonly plans: PlanCatalogue;
  readonly secret: string;
  readonly baseUrl: string;
  readonly signUp: SignUpPolicy;
  /** One-time token that the first sign-up on a public host must name; null: none is needed. */
  readonly setupToken: string | null;
}

/** Name of the session cookie: bound to the host, and to https where the server is reached by https. */
export function sessionCookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-social.session_token' : 'social.session_token';
}

/** Dashboard accounts: e-mail and password, one workspace each. */
export function createAccounts(deps: AccountsDeps) {
  const { db, clock, credits, plans } = deps;
  let loaded: ReturnType<typeof createAuth> | undefined;
  // Loaded with the first session: a server that only answers API keys never needs it.
  const loadAuth = () => {
    loaded ??= createAuth(deps);
    return loaded;
  };

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

  /** Creates user and workspace, whatever `SOCIAL_SIGN_UP` says. @throws AppError email_taken */
  async function create(email: string, password: string, plan = 'free'): Promise<SignedIn> {
    const answer = await (await loadAuth()).api.signUpEmail({
      body: { email, password, name: email },
      asResponse: true,
    });
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

  return {
    create,

    /** @throws AppError sign_up_closed, email_taken */
    async signUp(input: { email: string; password: string; setupToken?: string }): Promise<SignedIn> {
      await checkSignUpAllowed(input.setupToken);
      if (deps.signUp === 'open') return create(input.email, input.password);
      // Hashing the password takes long enough for a second first account to come in between.
      await claimFirstAccount();
      try {
        await checkSignUpAllowed(input.setupToken);
        return await create(input.email, input.password);
      } finally {
        await db.deleteFrom('server_meta').where('name', '=', FIRST_ACCOUNT).execute();
      }
    },

    /** Starts a new session. @throws AppError unauthorized, the same for a wrong password and an unknown address */
    async signIn(email: string, password: string): Promise<SignedIn> {
      const answer = await (await loadAuth()).api.signInEmail({ body: { email, password }, asResponse: true });
      if (!answer.ok) throw new AppError('unauthorized', 'The e-mail address or the password is wrong');
      const { user } = (await answer.json()) as { user: { id: string } };
      const workspace = await findWorkspaceByOwner(db, user.id);
      if (!workspace) throw new AppError('unauthorized', 'This account has no workspace any more');
      return { workspace, cookies: answer.headers.getSetCookie() };
    },

    /** Ends the session of the cookie everywhere; returns the cookies to forget. */
    async signOut(cookieHeader: string): Promise<readonly string[]> {
      const answer = await (await loadAuth()).api.signOut({
        headers: new Headers({ cookie: cookieHeader }),
        asResponse: true,
      });
      return answer.headers.getSetCookie();
    },

    /** The workspace of a session cookie, if the session is alive. */
    async findSession(cookieHeader: string): Promise<{ workspace: WorkspaceRow; userId: string } | undefined> {
      const session = await (await loadAuth()).api.getSession({ headers: new Headers({ cookie: cookieHeader }) });
      if (!session) return undefined;
      const workspace = await findWorkspaceByOwner(db, session.user.id);
      return workspace && { workspace, userId: session.user.id };
    },

    /** Replaces a password and ends every session of the account. */
    async setPassword(workspace: WorkspaceRow, password: string): Promise<void> {
      const { password: hashing } = await (await loadAuth()).$context;
      const hash = await hashing.hash(password);
      await db.transaction().execute(async (trx) => {
        const tables = trx.withTables<{
          account: { userId: string; providerId: string; password: string };
          session: { userId: string };
        }>();
        await tables
          .updateTable('account')
          .set({ password: hash })
          .where('userId', '=', workspace.owner_user_id)
          .where('providerId', '=', 'credential')
          .execute();
        await tables.deleteFrom('session').where('userId', '=', workspace.owner_user_id).execute();
      });
    },

    /** Deletes the account, its workspace and everything in it; the ledger stays. */
    async remove(workspace: WorkspaceRow): Promise<void> {
      await db.deleteFrom('user').where('id', '=', workspace.owner_user_id).execute();
    },
  };
}

async function createAuth({ db, dialect, secret, baseUrl }: AccountsDeps) {
  const { betterAuth } = await import('better-auth');
  return betterAuth({
    database: { db, type: dialect },
    secret,
    baseURL: baseUrl,
    emailAndPassword: { enabled: true, minPasswordLength: 8, maxPasswordLength: 128 },
    // The server limits sign-ins itself, per address and e-mail; this one would be a single bucket for everybody.
    rateLimit: { enabled: false },
    logger: { disabled: true },
    telemetry: { enabled: false },
    advanced: {
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: sessionCookieName(baseUrl),
          attributes: { path: '/', httpOnly: true, sameSite: 'lax', secure: baseUrl.startsWith('https:') },
        },
      },
    },
  });
}
