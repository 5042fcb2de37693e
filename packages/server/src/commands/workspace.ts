import { systemClock } from '../clock.ts';
import { type ConfigFlags, readConfig } from '../config/config.ts';
import { checkKeyring, loadKeyring } from '../config/key-file.ts';
import { loadPlans } from '../config/plans-file.ts';
import { contractErrors } from '../contract.ts';
import { AppError, invalid } from '../errors.ts';
import { addressOf } from '../listener.ts';
import { type Accounts, createAccounts } from '../services/accounts/accounts.ts';
import { createAuth } from '../services/accounts/auth.ts';
import { createKeys, type Keys } from '../services/accounts/keys.ts';
import { createPasswords, type Passwords } from '../services/accounts/passwords.ts';
import { type Credits, createCredits } from '../services/credits/credits.ts';
import type { PlanCatalogue } from '../services/credits/plans.ts';
import { createQuotaChecks } from '../services/credits/quotas.ts';
import { openDatabase } from '../store/dialects.ts';
import { asConfigError, prepareDatabase } from '../store/migrate.ts';
import { findDefaultProfile } from '../store/profiles.ts';
import type { Database } from '../store/schema.ts';
import { usesSandbox } from '../store/server-meta.ts';
import { findWorkspaceByEmail, listWorkspaces, type WorkspaceRow } from '../store/workspaces.ts';
import type { CommandContext } from './context.ts';

/** Options of the `social-server workspace` commands. */
export interface WorkspaceOptions extends ConfigFlags {
  readonly email: string;
  readonly password?: string;
  readonly passwordStdin?: boolean;
  readonly plan?: string;
  readonly grant?: string;
  /** The keys are for simulated networks, although no server has been started with a sandbox yet. */
  readonly sandbox?: boolean;
  readonly json?: boolean;
}

interface Office {
  readonly db: Database;
  readonly accounts: Accounts;
  readonly credits: Credits;
  readonly keys: Keys;
  readonly passwords: Passwords;
  readonly plans: PlanCatalogue;
}

/** Opens the database beside a running server, whatever `SOCIAL_SIGN_UP` says, and closes it again. */
async function withOffice<Result>(
  options: ConfigFlags & Pick<WorkspaceOptions, 'sandbox'>,
  { env }: CommandContext,
  work: (office: Office) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(env, options);
  const keyring = loadKeyring(config);
  const db = openDatabase(config.database);
  try {
    const { dialect } = config.database;
    await prepareDatabase(db, config.database);
    await checkKeyring(db, keyring);
    const plans = loadPlans(config.plansFile);
    const clock = systemClock;
    const credits = createCredits({ db, dialect, clock, plans });
    const auth = createAuth({
      db,
      dialect,
      secret: keyring.derive('dashboard sessions'),
      baseUrl: config.baseUrl ?? addressOf(config.host, config.port),
    });
    const { signUp } = config;
    const accounts = createAccounts({ db, dialect, clock, credits, plans, auth, signUp, setupToken: null });
    const passwords = createPasswords({ db, dialect, auth });
    const kind = options.sandbox || (await usesSandbox(db)) ? 'sandbox' : 'real';
    const keys = createKeys({ db, dialect, clock, quotas: createQuotaChecks({ plans, clock }), kind });
    return await work({ db, accounts, passwords, credits, keys, plans });
  } catch (error) {
    throw asConfigError(error, config.database);
  } finally {
    await db.destroy();
  }
}

async function requireWorkspace(db: Database, email: string): Promise<WorkspaceRow> {
  const workspace = await findWorkspaceByEmail(db, email);
  if (!workspace)
    throw new AppError('not_found', `There is no workspace of ${email}; see: social-server workspace list`);
  return workspace;
}

async function readPassword(options: WorkspaceOptions, context: CommandContext): Promise<string> {
  const password = options.passwordStdin ? (await context.readStdin()).replace(/\r?\n$/, '') : options.password;
  if (password === undefined) throw invalid('--password', 'is required, or --password-stdin');
  if (password.length < 8 || password.length > 128) throw invalid('--password', 'must have 8 to 128 characters');
  return password;
}

function requirePlan(plans: PlanCatalogue, plan: string): string {
  if (!plans.has(plan)) throw invalid('--plan', `must be one of ${plans.ids.join(', ')}`);
  return plan;
}

function report(options: WorkspaceOptions, { stdout }: CommandContext, done: string): void {
  stdout(options.json ? JSON.stringify({ ok: true }) : done);
}

/** Creates an account with its workspace and a first API key. */
export async function createWorkspace(options: WorkspaceOptions, context: CommandContext): Promise<void> {
  const password = await readPassword(options, context);
  const [problem] = contractErrors('Email', options.email, '--email');
  if (problem) throw invalid(problem.field, problem.problem);
  await withOffice(options, context, async ({ db, accounts, keys, plans }) => {
    const plan = requirePlan(plans, options.plan ?? 'free');
    const workspace = await accounts.create(options.email, password, plan);
    const { rawKey } = await keys.create(workspace.id, 'First key');
    const profile = await findDefaultProfile(db, workspace.id);
    if (options.json) {
      context.stdout(JSON.stringify({ workspaceId: workspace.id, profileId: profile?.id, apiKey: rawKey }));
      return;
    }
    context.stdout(`Created the workspace of ${workspace.email} on the plan ${plan}.`);
    context.stdout(`API key (shown only now): ${rawKey}`);
  });
}

export async function changePlan(options: WorkspaceOptions, context: CommandContext): Promise<void> {
  await withOffice(options, context, async ({ db, credits, plans }) => {
    const plan = requirePlan(plans, options.plan ?? '');
    await credits.changePlan((await requireWorkspace(db, options.email)).id, plan);
    report(options, context, `The workspace of ${options.email} is on the plan ${plan}.`);
  });
}

export async function grantCredits(options: WorkspaceOptions, context: CommandContext): Promise<void> {
  if (!/^[1-9]\d{0,8}$/.test(options.grant ?? ''))
    throw invalid('--grant', 'must be a whole number of credits above 0');
  const amount = Number(options.grant);
  await withOffice(options, context, async ({ db, credits }) => {
    const workspace = await requireWorkspace(db, options.email);
    await db.transaction().execute((trx) => credits.grant(trx, workspace.id, amount, 'credits.granted'));
    report(options, context, `Granted ${amount} credits to the workspace of ${options.email}.`);
  });
}

export async function listAllWorkspaces(options: WorkspaceOptions, context: CommandContext): Promise<void> {
  await withOffice(options, context, async ({ db }) => {
    const rows = (await listWorkspaces(db)).map(({ id, email, plan, balance, created_at: createdAt }) => ({
      workspaceId: id,
      email,
      plan,
      balance,
      createdAt,
    }));
    if (options.json) context.stdout(JSON.stringify({ workspaces: rows }));
    else
      for (const row of rows) context.stdout(`${row.email}\t${row.plan}\t${row.balance} credits\t${row.workspaceId}`);
  });
}

export async function changePassword(options: WorkspaceOptions, context: CommandContext): Promise<void> {
  const password = await readPassword(options, context);
  await withOffice(options, context, async ({ db, passwords }) => {
    await passwords.set(await requireWorkspace(db, options.email), password);
    report(options, context, `Changed the password of ${options.email}; every session of the account has ended.`);
  });
}

export async function createWorkspaceKey(options: WorkspaceOptions, context: CommandContext): Promise<void> {
  await withOffice(options, context, async ({ db, keys }) => {
    const workspace = await requireWorkspace(db, options.email);
    const { rawKey } = await keys.create(workspace.id, 'Made on the server');
    context.stdout(options.json ? JSON.stringify({ apiKey: rawKey }) : rawKey);
  });
}

export async function deleteWorkspace(options: WorkspaceOptions, context: CommandContext): Promise<void> {
  await withOffice(options, context, async ({ db, accounts }) => {
    await accounts.remove(await requireWorkspace(db, options.email));
    report(options, context, `Deleted the account and workspace of ${options.email}.`);
  });
}
