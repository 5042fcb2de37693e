// After a deletion: stores how it ended in one transaction: the removal, the charge, the log entry, the step of the post and, when nothing
// is left of the post, the event. `remove.ts` settles; what a network action has deleted is noted here too.
import { areCommentsPosts } from '@social/rules';
import type { ErrorCode } from '@social/types';
import { isoNow } from '../../clock.ts';
import { faultPoint } from '../../fault-points.ts';
import { appendActivity, type NewActivity } from '../../store/activity-log.ts';
import { lockWorkspace } from '../../store/database/locks.ts';
import { appendPostEvents, type PostEventDetails, type PostEventKind } from '../../store/posts/post-events.ts';
import type { Queryable } from '../../store/schema.ts';
import { markDue } from '../../store/targets/channels.ts';
import { endRemoval, noteRemovalCredits, type RemovalRow } from '../../store/targets/removals.ts';
import { markRemoved, type TargetRow } from '../../store/targets/targets.ts';
import { recordTakenBack } from '../../store/webhooks/webhook-events.ts';
import { accountAndPartOf, partOf, readKnownTarget } from '../contents/target-log.ts';
import { insist } from '../workers/insist.ts';
import { nextLookAt } from './outcomes.ts';
import type { EngineDeps } from './states.ts';

/** A removal that is stored, with the target that it takes back. */
export interface Removal {
  readonly target: TargetRow;
  readonly row: RemovalRow;
  /** Set when an earlier request may have deleted the post, so that a post that is gone counts as deleted. */
  readonly isRepeated: boolean;
}

/** End of a removal. `unknown` is not final: it is looked up again. */
export type RemovalEnd =
  | { readonly state: 'deleted' | 'gone' }
  | { readonly state: 'failed' | 'unknown'; readonly code: ErrorCode; readonly message: string };

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

/** A post of a network, and the account that deleted it. */
export type DeletedPost = Pick<TargetRow, 'workspace_id' | 'platform' | 'platform_post_id' | 'account'>;

/** Stores how removals ended: the target, the charge, a step and a line in the log, in one transaction. */
export class RemovalSettlement {
  readonly #deps: EngineDeps;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
  }

  /** Stores the end of a removal, once. @throws Error when the database could not be written after some retries */
  async settle(removal: Removal, end: RemovalEnd): Promise<void> {
    const { db, logger } = this.#deps;
    const { post_id: postId, platform } = removal.target;
    const failed = (err: unknown) =>
      logger.error({ err, postId, platform }, 'the end of a removal could not be stored yet');
    await insist(() => db.transaction().execute((trx) => this.#settleIn(trx, removal, end)), failed);
    faultPoint('after-settle');
  }

  async #settleIn(trx: Queryable, removal: Removal, end: RemovalEnd): Promise<void> {
    const { clock } = this.#deps;
    const { target, row } = removal;
    const at = isoNow(clock);
    const failure = 'code' in end ? { error: end.message, code: end.code } : {};
    const due_at = end.state === 'unknown' ? nextLookAt(row.asked_at, clock.now()) : null;
    // Before its removal, as everywhere: two transactions that lock both wait in one order.
    const removed = isGone(end) ? await markGone(trx, { id: target.id, workspace_id: target.workspace_id }, at) : [];
    const change = { state: end.state, ...failure, due_at, updated_at: at };
    // Only its own worker says that a removal failed; any worker may say that the post is gone.
    const ended = await endRemoval(trx, target.id, change, isGone(end) ? null : (row.worker_id ?? ''));
    if (ended) {
      const credits = await this.#pay(trx, removal, end);
      await noteRemoval(trx, target, { kind: STEPS[end.state], status: LOG_STATUS[end.state], at, credits }, failure);
    }
    for (const comment of removed.filter(({ id }) => id !== target.id)) await this.#noteGone(trx, comment, at);
    await tellTakenBack(trx, removed, at);
    // After the log entry, which locks the workspace: a transaction that takes a lease locks its workspace first.
    if (ended && due_at !== null) await markDue(trx, [{ id: ended.channel, workspace_id: ended.workspace_id, due_at }]);
  }

  /** Charges a removal, or releases what is reserved for it. @returns the charged credits */
  async #pay(trx: Queryable, { target, row }: Removal, end: RemovalEnd): Promise<number> {
    const { credits } = this.#deps;
    if (end.state === 'unknown') return 0;
    if (end.state !== 'deleted') return (await credits.release(trx, row.reservation_id)).credits;
    const { post_id: postId, platform, profile_id: profileId } = target;
    const metadata = { postId, platform, ...partOf(target), ...(profileId !== null && { profileId }) };
    const reason = { action: 'post.unpublished', operationId: row.operation_id, metadata };
    // A reservation is released after a day without an answer: what turns out to be deleted after that costs nothing.
    const charged = (await credits.charge(trx, row.reservation_id, reason)).credits;
    if (charged > 0) await noteRemovalCredits(trx, target.id, charged);
    return charged;
  }

  /**
   * Notes that a post was deleted at a network in another way than by taking it back. Must run in the transaction that charges it.
   * @param post network's post, which may be none of this workspace's, and the account that deleted it: an answer that another
   * account's post is not there says nothing
   */
  async noteDeleted(trx: Queryable, post: DeletedPost): Promise<void> {
    const at = isoNow(this.#deps.clock);
    const removed = await markGone(trx, post, at);
    for (const target of removed) await this.#noteGone(trx, target, at);
    await tellTakenBack(trx, removed, at);
  }

  /** Notes that a target was deleted without a removal of its own, and ends one that is open. */
  async #noteGone(trx: Queryable, target: TargetRow, at: string): Promise<void> {
    const open = await endRemoval(trx, target.id, { state: 'gone', updated_at: at }, null);
    if (open) await this.#deps.credits.release(trx, open.reservation_id);
    await noteRemoval(trx, target, { kind: 'removed', status: 'success', at, credits: 0 });
  }
}

/** Marks what was deleted as removed, and with a post the comments that its network deletes with it. @returns the marked targets */
async function markGone(trx: Queryable, deleted: Parameters<typeof markRemoved>[1], at: string): Promise<TargetRow[]> {
  const removed = await markRemoved(trx, deleted, at);
  for (const { platform, part, workspace_id, post_id, target } of [...removed]) {
    const isCommented = part === 1 && !areCommentsPosts(platform);
    if (isCommented) removed.push(...(await markRemoved(trx, { workspace_id, post_id, target }, at)));
  }
  return removed;
}

export function isGone({ state }: RemovalEnd): boolean {
  return state === 'deleted' || state === 'gone';
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

/** The place of a step in the timeline of a target's post. */
export function stepOf({ workspace_id, post_id, platform, attempt, ...target }: TargetRow) {
  return { workspace_id, post_id, platform, attempt, details: accountAndPartOf(target) };
}

/** Appends a step to a target's post, and a line to the log. */
export async function noteRemoval(
  trx: Queryable,
  target: TargetRow,
  { kind, status, at, credits }: { kind: PostEventKind; status: NewActivity['status']; at: string; credits: number },
  failure: Pick<PostEventDetails, 'error' | 'code'> = {},
): Promise<void> {
  const step = stepOf(target);
  await appendPostEvents(trx, [{ ...step, kind, at, details: { ...step.details, ...failure } }]);
  const read = await readKnownTarget(trx, target);
  if (!read) return;
  const { workspace_id, post_id: postId, platform, platform_post_id: platformPostId } = target;
  await appendActivity(trx, {
    workspace_id,
    action: 'post.unpublished',
    platform,
    profile_id: read.profile.id,
    profile_name: read.profile.name,
    status,
    metadata: { postId, ...accountAndPartOf(target), text: read.content.text, credits, platformPostId, ...failure },
    created_at: at,
  });
}
