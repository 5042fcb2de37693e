import { type Clock, isoNow } from '../clock.ts';
import { deleteAllInvitations } from '../store/accounts/invitations.ts';
import { endConfirmations, markAllSeen } from '../store/mail/mail-settings.ts';
import { endWaitingMails } from '../store/mail/mails.ts';
import { deleteAllResets } from '../store/mail/password-resets.ts';
import { listQuarantined, quarantineScheduled } from '../store/posts/quarantined-posts.ts';
import type { Database, Queryable } from '../store/schema.ts';
import { BACKUP_TAKEN_AT, deleteMeta } from '../store/server-meta.ts';
import { countHeld, holdDeliveries, makeDeliveries, releaseDeliveries } from '../store/webhooks/webhook-deliveries.ts';
import { listAllEndpoints } from '../store/webhooks/webhook-endpoints.ts';
import { skipNumbers } from '../store/webhooks/webhook-events.ts';
import { deleteWorkers } from '../store/workers.ts';
import { countByDue, doubtOpenTargets, type QuarantinedPosts, releaseQuarantined } from './publishing/restore.ts';

/** Result of `hold`. */
export interface Held {
  /** Number of scheduled posts that wait to be released. */
  readonly scheduled: number;
  /** Number of targets that were on their way when the backup was made. */
  readonly unknown: number;
  /** Number of deliveries to webhook endpoints that wait to be released. */
  readonly webhooks: number;
}

/** Result of `release`. */
export interface Released extends QuarantinedPosts {
  /** Number of deliveries to webhook endpoints that are sent now. */
  readonly webhooks: number;
}

/** Numbers of webhook events to skip: more than a workspace records between a backup and its restoration. */
const SKIPPED_NUMBERS = 2 ** 20;

/** A database restored from a backup, which does not know what was sent after the backup was made. */
export class Restoration {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Quarantines every scheduled post, doubts the targets on their way and ends mails. Only for a database that no process serves. */
  hold(): Promise<Held> {
    return this.#db.transaction().execute(async (trx) => {
      const now = isoNow(this.#clock);
      await skipNumbers(trx, SKIPPED_NUMBERS);
      const unknown = await doubtOpenTargets(trx, this.#clock);
      await endMails(trx);
      const scheduled = await quarantineScheduled(trx, now);
      const webhooks = await holdWebhooks(trx, now);
      await deleteWorkers(trx);
      await deleteMeta(trx, BACKUP_TAKEN_AT);
      return { scheduled, unknown, webhooks };
    });
  }

  /** Counts what would happen to the quarantined posts if they were released now. */
  async assess(latenessWindowMs: number): Promise<QuarantinedPosts> {
    return countByDue(await listQuarantined(this.#db), this.#clock.now(), latenessWindowMs);
  }

  /** Releases quarantined posts and held deliveries. @param workspaceId workspace of the posts; undefined for all */
  release(workspaceId: string | undefined, latenessWindowMs: number): Promise<Released> {
    const clock = this.#clock;
    return this.#db.transaction().execute(async (trx) => {
      const posts = await releaseQuarantined(trx, workspaceId, { clock, latenessWindowMs });
      return { ...posts, webhooks: await releaseDeliveries(trx, workspaceId, isoNow(clock)) };
    });
  }
}

/** Holds the deliveries of every webhook event so far. @returns number of held deliveries */
async function holdWebhooks(trx: Queryable, now: string): Promise<number> {
  const endpoints = (await listAllEndpoints(trx)).filter(({ status }) => status === 'active');
  for (const { id } of endpoints) while (!(await makeDeliveries(trx, id, { now, state: 'held' })));
  await holdDeliveries(trx);
  return countHeld(trx);
}

/** Mails that waited may have been sent since the backup, or tell of what is no longer so. Links may have been used or revoked since. */
async function endMails(trx: Queryable): Promise<void> {
  await endWaitingMails(trx);
  await deleteAllResets(trx);
  await endConfirmations(trx);
  await deleteAllInvitations(trx);
  await markAllSeen(trx);
}
