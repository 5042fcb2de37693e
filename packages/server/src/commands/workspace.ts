import { join } from 'node:path';
import { urlOf } from '../addresses.ts';
import { systemClock } from '../clock.ts';
import { loadPlans } from '../config/plans-file.ts';
import { contractErrors } from '../contract.ts';
import { AppError, invalid } from '../errors.ts';
import { isUuid } from '../ids.ts';
import { createLogger } from '../log/logger.ts';
import { UNLIMITED } from '../media/keep/account.ts';
import { createTemporaryFiles } from '../media/keep/temporary-files.ts';
import { type Accounts, createAccounts } from '../services/accounts/accounts.ts';
import { createAuth } from '../services/accounts/auth.ts';
import { createWorkspaceDeletion } from '../services/accounts/delete-workspace.ts';
import { createKeys, type Keys } from '../services/accounts/keys.ts';
import { createPasswords, type Passwords } from '../services/accounts/passwords.ts';
import { type Credits, createCredits } from '../services/credits/credits.ts';
import type { PlanCatalogue } from '../services/credits/plans.ts';
import { createQuotaChecks } from '../services/credits/quotas.ts';
import { createDeleteFiles, createMediaStore, createStorageOwnership } from '../services/media-storage.ts';
import { countMembers, findMembership } from '../store/accounts/members.ts';
import { findUserId } from '../store/accounts/sign-ins.ts';
import {
  findWorkspace,
  findWorkspaceByEmail,
  listWorkspaces,
  type WorkspaceRow,
} from '../store/accounts/workspaces.ts';
import { findDefaultProfile } from '../store/connections/profiles.ts';
import type { Database } from '../store/schema.ts';
import { usesSandbox } from '../store/server-meta.ts';
import { type CommandContext, type CommandOptions, printResult } from './context.ts';
import { type OpenStore, withStore } from './open-store.ts';

/** Options of the `social-server workspace` commands. */
export interface WorkspaceOptions extends CommandOptions {
  readonly email: string;
  readonly password?: string;
  readonly passwordStdin?: boolean;
  readonly plan?: string;
  readonly grant?: string;
  /** Makes keys for simulated networks before the first start with a sandbox. */
  readonly sandbox?: boolean;
}

interface Office {
  readonly db: Database;
  readonly accounts: Accounts;
  readonly credits: Credits;
  readonly keys: Keys;
  readonly passwords: Passwords;
  readonly plans: PlanCatalogue;
}

async function createOffice({ config, keyring, db }: OpenStore, isForSandbox: boolean): Promise<Office> {
  const plans = loadPlans(config.plansFile);
  const clock = systemClock;
  const credits = createCredits({ db, clock, plans });
  const auth = createAuth({
    db,
    secret: keyring.derive('dashboard sessions'),
    baseUrl: config.baseUrl ?? urlOf(config.host, config.port),
  });
  const { signUp } = config;
  const accounts = createAccounts({ db, clock, credits, plans, auth, signUp, setupToken: null });
  const kind = isForSandbox || (await usesSandbox(db)) ? 'sandbox' : 'real';
  const keys = createKeys({ db, clock, quotas: createQuotaChecks({ db, plans, clock }), kind });
  return { db, accounts, credits, keys, passwords: createPasswords({ db, auth, clock }), plans };
}

/** Runs the work next to a running server, whatever `SOCIAL_SIGN_UP` says. */
function withOffice(
  options: CommandOptions & Pick<WorkspaceOptions, 'sandbox'>,
  context: CommandContext,
  work: (office: Office) => Promise<void>,
): Promise<void> {
  return withStore(options, context, async (store) => work(await createOffice(store, options.sandbox ?? false)));
}

async function requireWorkspace(db: Database, email: string): Promise<WorkspaceRow> {
  const workspace = await findWorkspaceByEmail(db, email);
  if (workspace) return workspace;
  const userId = await findUserId(db, email);
  const member = userId === undefined ? undefined : await findMembership(db, userId);
  if (member) {
    const message = `${email} is a member of the workspace of ${member.workspace.email}; name that address. Nothing was done`;
    throw new AppError('not_found', message);
  }
  throw new AppError('not_found', `There is no workspace of ${email}; see: social-server workspace list`);
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
    printResult(context, options, { workspaceId: workspace.id, profileId: profile?.id, apiKey: rawKey }, [
      `Created the workspace of ${workspace.email} on the plan ${plan}.`,
      `API key (shown only now): ${rawKey}`,
    ]);
  });
}

/** Moves a workspace to another plan. */
export async function changePlan(options: WorkspaceOptions, context: CommandContext): Promise<void> {
  await withOffice(options, context, async ({ db, credits, plans }) => {
    const plan = requirePlan(plans, options.plan ?? '');
    await credits.changePlan((await requireWorkspace(db, options.email)).id, plan);
    printResult(context, options, { ok: true }, [`The workspace of ${options.email} is on the plan ${plan}.`]);
  });
}

/** Grants credits to a workspace. */
export async function grantCredits(options: WorkspaceOptions, context: CommandContext): Promise<void> {
  if (!/^[1-9]\d{0,8}$/.test(options.grant ?? ''))
    throw invalid('--grant', 'must be a whole number of credits above 0');
  const amount = Number(options.grant);
  await withOffice(options, context, async ({ db, credits }) => {
    const workspace = await requireWorkspace(db, options.email);
    await db.transaction().execute((trx) => credits.grant(trx, workspace.id, amount, 'credits.granted'));
    printResult(context, options, { ok: true }, [`Granted ${amount} credits to the workspace of ${options.email}.`]);
  });
}

/** Lists every workspace with its plan and balance. */
export async function listAllWorkspaces(options: WorkspaceOptions, context: CommandContext): Promise<void> {
  await withOffice(options, context, async ({ db }) => {
    const members = await countMembers(db);
    const workspaces = (await listWorkspaces(db)).map(({ id, email, plan, balance, created_at: createdAt }) => ({
      workspaceId: id,
      email,
      members: 1 + (members.get(id) ?? 0),
      plan,
      balance,
      createdAt,
    }));
    const lines = workspaces.map((row) => `${row.email}\t${row.plan}\t${row.balance} credits\t${row.workspaceId}`);
    printResult(context, options, { workspaces }, lines);
  });
}

/** Sets a new password and ends every session of the account. */
export async function changePassword(options: WorkspaceOptions, context: CommandContext): Promise<void> {
  const password = await readPassword(options, context);
  await withOffice(options, context, async ({ db, passwords }) => {
    const userId = await findUserId(db, options.email);
    const member = userId === undefined ? undefined : await findMembership(db, userId);
    if (!member) throw new AppError('not_found', `There is no account of ${options.email}`);
    await passwords.set(member, password);
    const done = `Changed the password of ${options.email}; every session of the account has ended.`;
    printResult(context, options, { ok: true }, [done]);
  });
}

/** Creates another API key. */
export async function createWorkspaceKey(options: WorkspaceOptions, context: CommandContext): Promise<void> {
  await withOffice(options, context, async ({ db, keys }) => {
    const workspace = await requireWorkspace(db, options.email);
    const { rawKey } = await keys.create(workspace.id, 'Made on the server');
    printResult(context, options, { apiKey: rawKey }, [rawKey]);
  });
}

/**
 * Deletes a workspace with everything in it, after its address was typed again. Grants at the networks are not revoked.
 * @param named email address or id of the workspace
 * @throws AppError not_found; conflict while something is being sent
 */
export async function deleteWorkspace(
  named: string,
  options: CommandOptions & { readonly yes?: boolean },
  context: CommandContext,
): Promise<void> {
  await withStore(options, context, async ({ db, config }) => {
    const workspace = (isUuid(named) && (await findWorkspace(db, named))) || (await requireWorkspace(db, named));
    if (options.yes !== true) await confirmDeletion(workspace, context);
    const logger = createLogger(config.logLevel === 'info' ? 'warn' : config.logLevel);
    const directory = join(config.dataDir, 'media-tmp');
    const temporaryFiles = createTemporaryFiles({ directory, logger, accountOf: async () => UNLIMITED });
    const erased = await createWorkspaceDeletion({
      ...{ db, logger, clock: systemClock },
      deleteFiles: createDeleteFiles({
        files: createMediaStore(config, { clock: systemClock, logger, temporaryFiles }),
        isStorageOurs: createStorageOwnership(db, config.mediaStore, logger),
      }),
      revokeUnused: async () => undefined,
    }).remove(workspace.id);
    const { canceledPosts, erasedConnections, deletedFiles } = erased;
    printResult(context, options, { ok: true, workspaceId: workspace.id, ...erased }, [
      `Deleted the workspace of ${workspace.email} and the accounts of its members: ${canceledPosts} posts were still to be sent and are canceled, ${erasedConnections} connections and ${deletedFiles} uploaded files are erased.`,
      'Posts that were published stay at the networks, and so do the permissions given there: they end there, or when they expire.',
      'Backups keep what they hold: delete those too.',
    ]);
  });
}

async function confirmDeletion({ email }: WorkspaceRow, { ask }: CommandContext): Promise<void> {
  const typed = await ask(`This deletes the workspace of ${email} for good. Type its address to go on: `);
  if (typed.toLowerCase() === email) return;
  throw new AppError(
    'conflict',
    'That is not the address of the workspace; nothing was deleted. --yes deletes without asking',
  );
}
