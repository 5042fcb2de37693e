import type { Clock } from '../../clock.ts';
import { isoNow } from '../../clock.ts';
import { ConfigError } from '../../errors.ts';
import { appendActivity } from '../../store/activity-log.ts';
import { countByDue, type HeldPosts, holdScheduled, listHeld, releasePost } from '../../store/held-posts.ts';
import { releaseLocks } from '../../store/idempotency-keys.ts';
import { findPostRow, finishPost, type PostRow } from '../../store/posts.ts';
import { findProfile } from '../../store/profiles.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { BACKUP_TAKEN_AT, deleteMeta, readMeta } from '../../store/server-meta.ts';
import { listOpenTargets, type TargetRow } from '../../store/targets.ts';
import { deleteWorkers } from '../../store/workers.ts';
import { contentFor } from '../targets/publish-request.ts';
import { fromColumns } from '../targets/stored-request.ts';
import { moveTarget } from '../targets/target-states.ts';
import { partOf } from '../targets/targets.ts';
import { createUnsentPosts } from '../targets/unsent-posts.ts';

/** What was done to a restored database before anything is sent from it. */
export interface Held {
  /** Scheduled posts that wait to be released. */
  readonly scheduled: number;
  /** Targets that were on their way when the backup was made. */
  readonly unknown: number;
}

/** What becomes of a database that was brought back from a backup: it does not know what was sent after it was made. */
export function createRestoration({ db, clock }: { db: Database; clock: Clock }) {
  const endUnsent = createUnsentPosts({ clock });

  async function doubt(trx: Queryable, target: TargetRow, takenAt: string | undefined): Promise<void> {
    const at = isoNow(clock);
    const backup = takenAt === undefined ? 'a backup' : `the backup of ${takenAt}`;
    const message = `${backup} was restored, which was made while this was on its way; look at ${target.platform}, then resolve it with: social post resolve ${target.post_id}`;
    const change = { code: 'outcome_unknown', error: message, retryable: 0, not_before: null, worker_id: null };
    const sentAt = target.sent_at ?? target.updated_at;
    if (!(await moveTarget(trx, 'doubt', target, { ...change, sent_at: sentAt, updated_at: at }))) return;
    const post = await findPostRow(trx, target.post_id);
    if (!post) return;
    const profile = await findProfile(trx, post.workspace_id, post.profile_id);
    const { text } = contentFor(fromColumns(post), target.platform, target.part);
    await appendActivity(trx, {
      workspace_id: target.workspace_id,
      action: 'post.published',
      platform: target.platform,
      profile_name: profile?.name ?? post.profile_slug,
      status: 'unknown',
      metadata: {
        postId: target.post_id,
        ...partOf(target),
        text,
        credits: 0,
        error: message,
        code: 'outcome_unknown',
      },
      created_at: at,
    });
    await finishPost(trx, target.post_id, at);
  }

  function windowOf(latenessWindowMs: number) {
    return { now: isoNow(clock), tooLate: new Date(clock.now() - latenessWindowMs).toISOString() };
  }

  /** A post that is too late ends as long as it is held: then everybody knows that it may be out already. */
  async function letGo(trx: Queryable, post: PostRow, { now, tooLate }: ReturnType<typeof windowOf>): Promise<boolean> {
    if ((post.due_at ?? '') >= tooLate) return releasePost(trx, post.id, now);
    return endUnsent(trx, post, { status: 'missed', why: 'it was held until it was too late' });
  }

  return {
    /** Holds every scheduled post and doubts what was on its way. For a database that no process serves. */
    hold(): Promise<Held> {
      return db.transaction().execute(async (trx) => {
        const open = [...(await listOpenTargets(trx, 'pending')), ...(await listOpenTargets(trx, 'sending'))];
        const takenAt = await readMeta(trx, BACKUP_TAKEN_AT);
        for (const target of open) await doubt(trx, target, takenAt);
        const scheduled = await holdScheduled(trx, isoNow(clock));
        await deleteWorkers(trx);
        await releaseLocks(trx, isoNow(clock));
        await deleteMeta(trx, BACKUP_TAKEN_AT);
        return { scheduled, unknown: open.length };
      });
    },

    /** What would become of the held posts if they were released now. */
    assess: async (latenessWindowMs: number): Promise<HeldPosts> =>
      countByDue(await listHeld(db, undefined), windowOf(latenessWindowMs)),

    /** Lets held posts go out when they are due; what is too late ends. @param workspaceId of one workspace; undefined: of all */
    release: (workspaceId: string | undefined, latenessWindowMs: number): Promise<HeldPosts> =>
      db.transaction().execute(async (trx) => {
        const window = windowOf(latenessWindowMs);
        const released: PostRow[] = [];
        for (const post of await listHeld(trx, workspaceId)) {
          if (await letGo(trx, post, window)) released.push(post);
        }
        return countByDue(released, window);
      }),
  };
}

/** A backup that was only copied into place would send what is out already. @throws ConfigError */
export async function refuseCopiedBackup(db: Database): Promise<void> {
  const takenAt = await readMeta(db, BACKUP_TAKEN_AT);
  if (takenAt === undefined) return;
  const fix = `the database is a backup of ${takenAt} that was copied into place, and would send again what went out since; run first: social-server hold`;
  throw new ConfigError('SOCIAL_DATA_DIR', fix);
}
