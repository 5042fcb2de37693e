// After a backup was restored: what was being sent is in doubt, since the backup does not say what went out after it was made, and
// scheduled posts are quarantined until they are released. Runs from commands, over a database that no process serves.
import { type Clock, isoNow } from '../../clock.ts';
import { ConfigError } from '../../errors.ts';
import type { PostRow } from '../../store/posts/posts.ts';
import { endQuarantine, lockQuarantined } from '../../store/posts/quarantined-posts.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { BACKUP_TAKEN_AT, readMeta } from '../../store/server-meta.ts';
import { dropCheckpoints, listOpenTargets, type TargetRow } from '../../store/targets/targets.ts';
import { latestStart } from '../contents/stored-request.ts';
import { readTargetInLog } from '../contents/target-log.ts';
import { createReservations } from '../credits/reservations.ts';
import { endScheduled } from './accept.ts';
import { TargetStates } from './states.ts';

/** Numbers of quarantined posts, by when they are due. */
export interface QuarantinedPosts {
  readonly later: number;
  readonly now: number;
  /** Posts that are too late: once released, they end as missed. */
  readonly missed: number;
}

/** Counts scheduled posts by when they are due. @param now milliseconds since 1970 */
export function countByDue(posts: readonly PostRow[], now: number, latenessWindowMs: number): QuarantinedPosts {
  const missed = posts.filter((post) => now > latestStart(post, latenessWindowMs)).length;
  const later = posts.filter(({ due_at, happens_at }) => Date.parse(due_at ?? happens_at) > now).length;
  return { later, missed, now: posts.length - missed - later };
}

/** Makes the outcome of every target on its way unknown. @returns number of targets */
export async function doubtOpenTargets(trx: Queryable, clock: Clock): Promise<number> {
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
    updated_at: at,
  };
  await states.apply(trx, 'doubt', read, { change, logged: { error: message, code: 'outcome_unknown' } });
}

/**
 * Releases quarantined posts: each is sent when it is due, or ends as missed when it is too late.
 * @param workspaceId workspace of the posts; undefined for all
 */
export async function releaseQuarantined(
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
