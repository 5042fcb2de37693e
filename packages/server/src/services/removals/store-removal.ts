import { type Clock, isoNow } from '../../clock.ts';
import { faultPoint } from '../../fault-points.ts';
import type { Logger } from '../../logger.ts';
import { appendActivity, type NewActivity } from '../../store/activity-log.ts';
import { lockWorkspace } from '../../store/database/locks.ts';
import { appendPostEvents, type PostEventDetails, type PostEventKind } from '../../store/posts/post-events.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { endRemoval, noteRemovalCredits, type RemovalRow } from '../../store/targets/removals.ts';
import { markRemoved, type TargetRow } from '../../store/targets/targets.ts';
import { recordTakenBack } from '../../store/webhooks/webhook-events.ts';
import type { Credits } from '../credits/credits.ts';
import { readTargetInLog } from '../targets/dispatch.ts';
import { nextLookAt } from '../targets/outcomes.ts';
import { partOf } from '../targets/target-rows.ts';
import { insist } from '../workers/insist.ts';
import { isGone, type Removal, type RemovalEnd } from './removal.ts';

const STEPS = {
  deleted: 'removed',
  gone: 'removed',
  failed: 'removal_failed',
  unknown: 'removal_unknown',
} as const satisfies Record<RemovalEnd['state'], PostEventKind>;

const LOG_STATUS = {
  deleted: 'success',
  gone: 'success',
  failed: 'failed',
  unknown: 'unknown',
} as const satisfies Record<RemovalEnd['state'], NewActivity['status']>;

export type StoreRemoval = ReturnType<typeof createStoreRemoval>;

/** Makes the functions that store how removals ended: the target, the charge, a step and a line in the log, in one transaction. */
export function createStoreRemoval(deps: { db: Database; clock: Clock; logger: Logger; credits: Credits }) {
  const { db, clock, logger, credits } = deps;

  /** Charges a removal, or releases what is held for it. @returns the charged credits */
  async function pay(trx: Queryable, { target, row }: Removal, end: RemovalEnd): Promise<number> {
    if (end.state === 'unknown') return 0;
    if (end.state !== 'deleted') return (await credits.release(trx, row.hold_id)).credits;
    const { post_id: postId, platform, profile_id: profileId } = target;
    const metadata = { postId, platform, ...partOf(target), ...(profileId !== null && { profileId }) };
    const reason = { action: 'post.unpublished', operationId: row.operation_id, metadata };
    // A hold is released after a day without an answer: what turns out to be deleted after that costs nothing.
    const charged = (await credits.charge(trx, row.hold_id, reason)).credits;
    if (charged > 0) await noteRemovalCredits(trx, target.id, charged);
    return charged;
  }

  async function storeIn(trx: Queryable, removal: Removal, end: RemovalEnd): Promise<boolean> {
    const { target, row } = removal;
    const at = isoNow(clock);
    const failure = 'code' in end ? { error: end.message, code: end.code } : {};
    const due_at = end.state === 'unknown' ? nextLookAt(row.asked_at, clock.now()) : null;
    // Before its removal, as everywhere: two transactions that lock both wait in one order.
    const removed = isGone(end) ? await markRemoved(trx, { id: target.id, workspace_id: target.workspace_id }, at) : [];
    const change = { state: end.state, ...failure, due_at, updated_at: at };
    // Only its own worker says that a removal failed; any worker may say that the post is gone.
    if (!(await endRemoval(trx, target.id, change, isGone(end) ? null : (row.worker_id ?? '')))) {
      await tellTakenBack(trx, removed, at);
      return false;
    }
    const charged = await pay(trx, removal, end);
    await noteRemoval(
      trx,
      target,
      { kind: STEPS[end.state], status: LOG_STATUS[end.state], at, credits: charged },
      failure,
    );
    await tellTakenBack(trx, removed, at);
    return true;
  }

  return {
    /** Stores the end of a removal, once. @throws Error when the database could not be written after some retries */
    async store(removal: Removal, end: RemovalEnd): Promise<void> {
      const { post_id: postId, platform } = removal.target;
      const failed = (err: unknown) =>
        logger.error({ err, postId, platform }, 'the end of a removal could not be stored yet');
      await insist(() => db.transaction().execute((trx) => storeIn(trx, removal, end)), failed);
      faultPoint('after-settle');
    },

    /**
     * Notes that a post was deleted at a network in another way than by taking it back. Must run in the transaction that charges it.
     * @param post network's post, which may be none of this workspace's, and the account that deleted it: an answer that another
     * account's post is not there says nothing
     */
    async noteDeleted(
      trx: Queryable,
      post: Pick<TargetRow, 'workspace_id' | 'platform' | 'platform_post_id' | 'account'>,
    ): Promise<void> {
      const at = isoNow(clock);
      const removed = await markRemoved(trx, post, at);
      for (const target of removed) {
        const open: RemovalRow | undefined = await endRemoval(trx, target.id, { state: 'gone', updated_at: at }, null);
        if (open) await credits.release(trx, open.hold_id);
        await noteRemoval(trx, target, { kind: 'removed', status: 'success', at, credits: 0 });
      }
      await tellTakenBack(trx, removed, at);
    },
  };
}

/** Records the new outcome of posts of which nothing is left. @param removed targets that this transaction has marked as removed */
async function tellTakenBack(trx: Queryable, removed: readonly TargetRow[], at: string): Promise<void> {
  const [first] = removed;
  if (!first) return;
  const { workspace_id: workspaceId } = first;
  // Of two removals that end at the same moment, the second one sees both.
  await lockWorkspace(trx, workspaceId);
  for (const postId of new Set(removed.map((target) => target.post_id))) {
    await recordTakenBack(trx, { workspaceId, postId, at });
  }
}

/** Appends a step to a target's post, and a line to the log. */
export async function noteRemoval(
  trx: Queryable,
  target: TargetRow,
  { kind, status, at, credits }: { kind: PostEventKind; status: NewActivity['status']; at: string; credits: number },
  failure: Pick<PostEventDetails, 'error' | 'code'> = {},
): Promise<void> {
  const { workspace_id, post_id, platform, attempt, platform_post_id: platformPostId } = target;
  const details = { ...partOf(target), ...failure };
  await appendPostEvents(trx, [{ workspace_id, post_id, platform, kind, attempt, at, details }]);
  const read = await readTargetInLog(trx, target);
  if (!read) return;
  await appendActivity(trx, {
    ...{ workspace_id, action: 'post.unpublished', platform, status, created_at: at },
    ...{ profile_id: read.profile.id, profile_name: read.profile.name },
    metadata: { postId: post_id, ...partOf(target), text: read.content.text, credits, platformPostId, ...failure },
  });
}
