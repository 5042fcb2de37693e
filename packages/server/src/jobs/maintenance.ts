import { type Clock, isoNow } from '../clock.ts';
import type { Logger } from '../log/logger.ts';
import type { LoopWatch } from '../loop-watch.ts';
import type { CommandGrants } from '../services/accounts/command-grants.ts';
import type { WorkspaceDeletion } from '../services/accounts/delete-workspace.ts';
import type { Sessions } from '../services/accounts/sessions.ts';
import type { Credits } from '../services/credits/credits.ts';
import type { MediaLibrary } from '../services/media-library.ts';
import type { Webhooks } from '../services/webhooks/webhooks.ts';
import { deleteExpiredInvitations } from '../store/accounts/invitations.ts';
import { deleteLoneUsers } from '../store/accounts/sign-ins.ts';
import { deleteUnusedApps } from '../store/connections/network-apps.ts';
import { deleteExpiredKeys } from '../store/idempotency-keys.ts';
import { listOldReservations } from '../store/ledger.ts';
import { deleteExpiredMails } from '../store/mail/mails.ts';
import { deleteExpiredResets } from '../store/mail/password-resets.ts';
import { deleteEndedCounts } from '../store/rate-limits.ts';
import type { Database, Queryable } from '../store/schema.ts';
import { listOldTargetReservations } from '../store/targets/targets.ts';
import { createIntervalLoop } from './interval-loop.ts';

const INTERVAL_MS = 60_000;
const RESERVATION_LIFETIME_MS = 24 * 3_600_000;
/** Time for the first account at a server to be connected. */
const APP_LIFETIME_MS = 3_600_000;
/** Time for a sign-up to make its workspace, which takes less than a second. */
const SIGN_UP_MS = 600_000;
const BATCH = 500;

/**
 * Makes the jobs of each minute: expired rows, old reservations, ending connections, limits of servers, unused media. Every process runs
 * them; a row that two find is ended by one of them.
 */
export function createMaintenance(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  watch: LoopWatch;
  credits: Credits;
  library: Pick<MediaLibrary, 'removeUnused'>;
  sessions: Pick<Sessions, 'removeExpired'>;
  commandGrants: Pick<CommandGrants, 'removeExpired'>;
  webhooks: Pick<Webhooks, 'forgetOld'> & { readonly reader: Pick<Webhooks['reader'], 'forgetReaders'> };
  workspaceDeletion: Pick<WorkspaceDeletion, 'finish'>;
  forgetOldLog: () => Promise<void>;
  warnOfExpiry: () => Promise<void>;
  /** These ask networks, and end early when the signal says so. */
  endAbandoned: (stopping: AbortSignal) => Promise<void>;
  refreshLimits: (stopping: AbortSignal) => Promise<void>;
}) {
  const { db, clock, logger, credits } = deps;

  async function deleteExpired(): Promise<void> {
    // Anybody can begin a sign-in, and so have an app registered.
    await deleteUnusedApps(db, new Date(clock.now() - APP_LIFETIME_MS).toISOString());
    // Limits are counted by the time of the machine.
    await deleteEndedCounts(db, Date.now());
    await deleteLoneUsers(db, new Date(Date.now() - SIGN_UP_MS).toISOString());
    await deleteExpiredMails(db, isoNow(clock));
    await deleteExpiredResets(db, isoNow(clock));
    await deleteExpiredInvitations(db, isoNow(clock));
    while ((await deleteExpiredKeys(db, isoNow(clock), BATCH)) === BATCH);
  }

  async function releaseOldReservations(): Promise<void> {
    const before = new Date(clock.now() - RESERVATION_LIFETIME_MS).toISOString();
    const release = (work: (trx: Queryable) => Promise<unknown>) =>
      guarded('release of an old reservation', () => db.transaction().execute(work));
    for (const { id } of await listOldReservations(db, before)) await release((trx) => credits.release(trx, id));
    for (const target of await listOldTargetReservations(db, before)) {
      await release((trx) => credits.releaseTarget(trx, target, false));
    }
  }

  /** Runs a job. A failure is logged, so that the other jobs run, and the job is repeated in the next round. */
  async function guarded(job: string, run: () => Promise<unknown>): Promise<void> {
    await run().catch((error: unknown) => logger.error({ err: error, job }, 'maintenance failed; it is repeated'));
  }

  async function runOnce(stopping: AbortSignal): Promise<void> {
    await guarded('expired rows', deleteExpired);
    await guarded('expired sessions', deps.sessions.removeExpired);
    await guarded('commands that were not signed in', deps.commandGrants.removeExpired);
    await guarded('workspaces that were deleted', deps.workspaceDeletion.finish);
    await guarded('old reservations', releaseOldReservations);
    await guarded('connections that end', deps.warnOfExpiry);
    await guarded('readers of events that have gone', deps.webhooks.reader.forgetReaders);
    await guarded('old webhook events', deps.webhooks.forgetOld);
    await guarded('old log entries', deps.forgetOldLog);
    await guarded('media without use', deps.library.removeUnused);
    await guarded('sign-ins that were not finished', () => deps.endAbandoned(stopping));
    await guarded('limits of servers', () => deps.refreshLimits(stopping));
  }

  return createIntervalLoop(deps, { job: 'maintenance', intervalMs: INTERVAL_MS }, runOnce);
}
