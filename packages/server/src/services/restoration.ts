import { type Clock, isoNow } from '../clock.ts';
import { ConfigError } from '../errors.ts';
import { deleteAllInvitations } from '../store/accounts/invitations.ts';
import { deleteAllFlows } from '../store/connections/oauth-flows.ts';
import { endConfirmations, markAllSeen } from '../store/mail/mail-settings.ts';
import { endWaitingMails } from '../store/mail/mails.ts';
import { deleteAllResets } from '../store/mail/password-resets.ts';
import type { PostRow } from '../store/posts/posts.ts';
import {
  endQuarantine,
  listQuarantined,
  lockQuarantined,
  quarantineScheduled,
} from '../store/posts/quarantined-posts.ts';
import type { Database, Queryable } from '../store/schema.ts';
import { BACKUP_TAKEN_AT, deleteMeta, RESTORED_AT, readMeta, writeMeta } from '../store/server-meta.ts';
import { dropCheckpoints, listOpenTargets, type TargetRow } from '../store/targets/targets.ts';
import { countHeld, holdDeliveries, makeDeliveries, releaseDeliveries } from '../store/webhooks/webhook-deliveries.ts';
import { listAllEndpoints } from '../store/webhooks/webhook-endpoints.ts';
import { skipNumbers } from '../store/webhooks/webhook-events.ts';
import { deleteWorkers } from '../store/workers.ts';
import { latestStart } from './contents/stored-request.ts';
import { readKnownTarget } from './contents/target-log.ts';
import { createReservations } from './credits/reservations.ts';
import { endScheduled } from './publishing/accept.ts';
import { TargetStates } from './publishing/states.ts';

/** Numbers of quarantined posts, by when they are due. */
export interface QuarantinedPosts {
  readonly later: number;
  readonly now: number;
  /** Posts that are too late: once released, they end as missed. */
  readonly missed: number;
}

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
      // Their tokens may be those of a connection that the backup does not have yet.
      await deleteAllFlows(trx);
      const scheduled = await quarantineScheduled(trx, now);
      const webhooks = await holdWebhooks(trx, now);
      await deleteWorkers(trx);
      await deleteMeta(trx, BACKUP_TAKEN_AT);
      await writeMeta(trx, RESTORED_AT, now);
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

/** Counts scheduled posts by when they are due. @param now milliseconds since 1970 */
export function countByDue(posts: readonly PostRow[], now: number, latenessWindowMs: number): QuarantinedPosts {
  const missed = posts.filter((post) => now > latestStart(post, latenessWindowMs)).length;
  const later = posts.filter(({ due_at, happens_at }) => Date.parse(due_at ?? happens_at) > now).length;
  return { later, missed, now: posts.length - missed - later };
}

/** Makes the outcome of every target on its way unknown. @returns number of targets */
async function doubtOpenTargets(trx: Queryable, clock: Clock): Promise<number> {
  const takenAt = await readMeta(trx, BACKUP_TAKEN_AT);
  const states = new TargetStates(createReservations({ clock }));
  const open = [...(await listOpenTargets(trx, 'pending')), ...(await listOpenTargets(trx, 'sending'))];
  for (const target of open) await doubt(trx, target, { states, takenAt, at: isoNow(clock) });
  await dropCheckpoints(trx);
  return open.length;
}

async function doubt(
  trx: Queryable,
  target: TargetRow,
  { states, takenAt, at }: { readonly states: TargetStates; readonly takenAt: string | undefined; readonly at: string },
): Promise<void> {
  const backup = takenAt === undefined ? 'a backup' : `the backup of ${takenAt}`;
  const message = `${backup} was restored, which was made while this was being published; look at ${target.platform}, then resolve it with: social post resolve ${target.post_id}`;
  const read = await readKnownTarget(trx, target);
  if (!read) return;
  const change = {
    code: 'outcome_unknown',
    error: message,
    retryable: 0,
    not_before: null,
    worker_id: null,
    profile_id: read.post.profile_id,
    sent_at: target.sent_at ?? target.updated_at,
    updated_at: at,
  };
  await states.apply(trx, 'doubt', read, { change, logged: { error: message, code: 'outcome_unknown' } });
}

/**
 * Releases quarantined posts: each is sent when it is due, or ends as missed when it is too late.
 * @param workspaceId workspace of the posts; undefined for all
 */
async function releaseQuarantined(
  trx: Queryable,
  workspaceId: string | undefined,
  { clock, latenessWindowMs }: { readonly clock: Clock; readonly latenessWindowMs: number },
): Promise<QuarantinedPosts> {
  const now = clock.now();
  const isLate = (post: PostRow) => now > latestStart(post, latenessWindowMs);
  // Locked before the workspaces, which the log entries lock, and these before the channels: see the order in locks.ts.
  const posts = await lockQuarantined(trx, workspaceId);
  // A post that is too late ends while it is in quarantine, so that its result says that it may be published already.
  for (const post of posts.filter(isLate)) {
    await endScheduled(trx, post, { status: 'missed', why: 'it was held until it was too late', clock });
  }
  const others = posts.filter((post) => !isLate(post));
  await endQuarantine(trx, others, isoNow(clock));
  return countByDue(posts, now, latenessWindowMs);
}

/** Refuses a backup that was merely copied into place: it would send posts that are published already. @throws ConfigError */
export async function refuseCopiedBackup(db: Database): Promise<void> {
  const takenAt = await readMeta(db, BACKUP_TAKEN_AT);
  if (takenAt === undefined) return;
  const fix = `the database is a backup of ${takenAt} that was copied into place, and would send again what went out since; run first: social-server hold`;
  throw new ConfigError('SOCIAL_DATA_DIR', fix);
}
