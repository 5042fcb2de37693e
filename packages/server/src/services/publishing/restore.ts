// Held after a backup was restored: scheduled posts wait to be released, and what was being sent is in doubt, since the backup does not
// say what went out after it was made. Runs from commands, over a database that no process serves.
import { type Clock, isoNow } from '../../clock.ts';
import { ConfigError } from '../../errors.ts';
import { deleteAllInvitations } from '../../store/accounts/invitations.ts';
import { endConfirmations, markAllSeen } from '../../store/mail/mail-settings.ts';
import { endWaitingMails } from '../../store/mail/mails.ts';
import { deleteAllResets } from '../../store/mail/password-resets.ts';
import type { PostRow } from '../../store/posts/posts.ts';
import {
  endQuarantine,
  listQuarantined,
  lockQuarantined,
  quarantineScheduled,
} from '../../store/posts/quarantined-posts.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { BACKUP_TAKEN_AT, deleteMeta, readMeta } from '../../store/server-meta.ts';
import { dropCheckpoints, listOpenTargets, type TargetRow } from '../../store/targets/targets.ts';
import {
  countHeld,
  holdDeliveries,
  makeDeliveries,
  releaseDeliveries,
} from '../../store/webhooks/webhook-deliveries.ts';
import { listAllEndpoints } from '../../store/webhooks/webhook-endpoints.ts';
import { skipNumbers } from '../../store/webhooks/webhook-events.ts';
import { deleteWorkers } from '../../store/workers.ts';
import { latestStart } from '../contents/stored-request.ts';
import { createHolds } from '../credits/holds.ts';
import { endScheduled } from './accept.ts';
import { readTargetInLog, TargetStates } from './states.ts';

/** Result of `hold`. */
export interface Held {
  /** Number of scheduled posts that wait to be released. */
  readonly scheduled: number;
  /** Number of targets that were on their way when the backup was made. */
  readonly unknown: number;
  /** Number of deliveries to webhook endpoints that wait to be released. */
  readonly webhooks: number;
}

/** Numbers of quarantined posts, by when they are due. */
export interface QuarantinedPosts {
  readonly later: number;
  readonly now: number;
  /** Posts that are too late: once released, they end as missed. */
  readonly missed: number;
}

/** Result of `release`. */
export interface Released extends QuarantinedPosts {
  /** Number of deliveries to webhook endpoints that are sent now. */
  readonly webhooks: number;
}

/** Numbers of webhook events to skip: more than a workspace records between a backup and its restoration. */
const SKIPPED_NUMBERS = 2 ** 20;

/** Holds the deliveries of every webhook event so far. @returns number of held deliveries */
async function holdWebhooks(trx: Queryable, now: string): Promise<number> {
  const endpoints = (await listAllEndpoints(trx)).filter(({ status }) => status === 'active');
  for (const { id } of endpoints) while (!(await makeDeliveries(trx, id, { now, state: 'held' })));
  await holdDeliveries(trx);
  return countHeld(trx);
}

/** Counts scheduled posts by when they are due. @param now milliseconds since 1970 */
export function countByDue(posts: readonly PostRow[], now: number, latenessWindowMs: number): QuarantinedPosts {
  const missed = posts.filter((post) => now > latestStart(post, latenessWindowMs)).length;
  const later = posts.filter(({ due_at, happens_at }) => Date.parse(due_at ?? happens_at) > now).length;
  return { later, missed, now: posts.length - missed - later };
}

/** A database restored from a backup, which does not know what was sent after the backup was made. */
export class Restoration {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #states: TargetStates;

  constructor({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
    this.#states = new TargetStates(createHolds({ clock }));
  }

  /** Quarantines every scheduled post, doubts the targets on their way and ends mails. Only for a database that no process serves. */
  hold(): Promise<Held> {
    return this.#db.transaction().execute(async (trx) => {
      const now = isoNow(this.#clock);
      await skipNumbers(trx, SKIPPED_NUMBERS);
      const open = [...(await listOpenTargets(trx, 'pending')), ...(await listOpenTargets(trx, 'sending'))];
      const takenAt = await readMeta(trx, BACKUP_TAKEN_AT);
      for (const target of open) await this.#doubt(trx, target, takenAt);
      await dropCheckpoints(trx);
      await endMails(trx);
      const scheduled = await quarantineScheduled(trx, now);
      const webhooks = await holdWebhooks(trx, now);
      await deleteWorkers(trx);
      await deleteMeta(trx, BACKUP_TAKEN_AT);
      return { scheduled, unknown: open.length, webhooks };
    });
  }

  /** Counts what would happen to the quarantined posts if they were released now. */
  async assess(latenessWindowMs: number): Promise<QuarantinedPosts> {
    return countByDue(await listQuarantined(this.#db), this.#clock.now(), latenessWindowMs);
  }

  /**
   * Releases quarantined posts: each is sent when it is due, or ends as missed when it is too late.
   * @param workspaceId workspace of the posts; undefined for all
   */
  release(workspaceId: string | undefined, latenessWindowMs: number): Promise<Released> {
    const clock = this.#clock;
    return this.#db.transaction().execute(async (trx) => {
      const now = clock.now();
      const isLate = (post: PostRow) => now > latestStart(post, latenessWindowMs);
      // Locked before the workspaces, which the log entries lock, and these before the channels: see the order in locks.ts.
      const held = await lockQuarantined(trx, workspaceId);
      const [late, others] = [held.filter(isLate), held.filter((post) => !isLate(post))];
      // A post that is too late ends while it is in quarantine, so that its result says that it may be published already.
      for (const post of late) {
        await endScheduled(trx, post, { status: 'missed', why: 'it was held until it was too late', clock });
      }
      await endQuarantine(trx, others, isoNow(clock));
      const webhooks = await releaseDeliveries(trx, workspaceId, isoNow(clock));
      return { ...countByDue(held, now, latenessWindowMs), webhooks };
    });
  }

  async #doubt(trx: Queryable, target: TargetRow, takenAt: string | undefined): Promise<void> {
    const backup = takenAt === undefined ? 'a backup' : `the backup of ${takenAt}`;
    const message = `${backup} was restored, which was made while this was being published; look at ${target.platform}, then resolve it with: social post resolve ${target.post_id}`;
    const read = await readTargetInLog(trx, target);
    if (!read) return;
    const change = {
      code: 'outcome_unknown',
      error: message,
      retryable: 0,
      not_before: null,
      worker_id: null,
      profile_id: read.post.profile_id,
      sent_at: target.sent_at ?? target.updated_at,
      updated_at: isoNow(this.#clock),
    };
    await this.#states.apply(trx, 'doubt', read, { change, logged: { error: message, code: 'outcome_unknown' } });
  }
}

/** Mails that waited may have been sent since the backup, or tell of what is no longer so. Links may have been used or revoked since. */
async function endMails(trx: Queryable): Promise<void> {
  await endWaitingMails(trx);
  await deleteAllResets(trx);
  await endConfirmations(trx);
  await deleteAllInvitations(trx);
  await markAllSeen(trx);
}

/** Refuses a backup that was merely copied into place: it would send posts that are published already. @throws ConfigError */
export async function refuseCopiedBackup(db: Database): Promise<void> {
  const takenAt = await readMeta(db, BACKUP_TAKEN_AT);
  if (takenAt === undefined) return;
  const fix = `the database is a backup of ${takenAt} that was copied into place, and would send again what went out since; run first: social-server hold`;
  throw new ConfigError('SOCIAL_DATA_DIR', fix);
}
