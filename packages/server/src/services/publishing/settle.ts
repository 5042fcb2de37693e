// After the request: stores what came of it, of a publish or of a removal, in one transaction: the state, the charge, the log entry,
// the event, and of a publish the answer of the call and the end of the post. `send.ts`, `recover.ts` and `remove.ts` settle.
import { ERROR_CODES, type ErrorCode } from '@social/types';
import { type Clock, isoNow } from '../../clock.ts';
import { faultPoint } from '../../fault-points.ts';
import { appendActivity, type NewActivity } from '../../store/activity-log.ts';
import { lockWorkspace, transactInLine } from '../../store/database/locks.ts';
import { appendPostEvents, type PostEventDetails, type PostEventKind } from '../../store/posts/post-events.ts';
import type { PostRow, PostWithTargets } from '../../store/posts/posts.ts';
import type { Queryable } from '../../store/schema.ts';
import { markDue } from '../../store/targets/channels.ts';
import { endRemoval, noteRemovalCredits, type RemovalRow } from '../../store/targets/removals.ts';
import { markRemoved, type TargetRow, targetsOfPost } from '../../store/targets/targets.ts';
import { recordTakenBack } from '../../store/webhooks/webhook-events.ts';
import { fittedOf, noteOf, partOf, readTargetInLog, type TargetInLog } from '../contents/target-log.ts';
import { insist } from '../workers/insist.ts';
import type { Dispatch } from './accept.ts';
import type { EngineDeps } from './channels.ts';
import { nextLookAt, type Outcome } from './outcomes.ts';
import type { Applied, TargetEvent, TargetStates } from './states.ts';

/** Claim of a target by a worker of this process. */
export interface Claim {
  readonly as: string;
  /** Set once the database has confirmed the claim. Nothing is sent before. */
  readonly isCertain: boolean;
}

/** Stores the answer of the call that waits for a post, in the transaction in which the post ends. */
export type StoreAnswer = (trx: Queryable, post: PostWithTargets) => Promise<void>;

interface SettlementDeps extends EngineDeps {
  readonly states: TargetStates;
}

/** Stores outcomes: result, charge and log entry of a target in one transaction. */
export class Settlement {
  readonly #deps: SettlementDeps;

  constructor(deps: SettlementDeps) {
    this.#deps = deps;
  }

  /**
   * Stores the outcome of an attempt, once.
   * @param claim null when this process tried no claim: the attempt sent nothing, or the outcome was found by a look
   * @returns the post when it has ended with this target, else null
   * @throws Error when the database could not be written after some retries
   */
  settle(
    known: TargetInLog,
    outcome: Outcome,
    claim: Claim | null,
    storeAnswer?: StoreAnswer,
  ): Promise<PostWithTargets | null> {
    const { post_id: postId, workspace_id: workspaceId, platform } = known.target;
    const store = () =>
      transactInLine(this.#deps.db, workspaceId, (trx) => this.#settleIn(trx, { known, outcome, claim, storeAnswer }));
    return insist(store, (err) => {
      this.#deps.logger.error({ err, platform, postId, state: outcome.state }, 'a result could not be stored yet');
    });
  }

  async #settleIn(trx: Queryable, { known, outcome, claim, storeAnswer }: Settled): Promise<PostWithTargets | null> {
    const { clock, logger, states } = this.#deps;
    const { target } = known;
    const change = { updated_at: isoNow(clock), ...columnsOf(outcome, known, clock) };
    const logged = loggedOf(outcome);
    for (const { event, ...by } of eventsOf(outcome, claim, target)) {
      const applied = await states.apply(trx, event, known, { change, ...by, ...(logged && { logged }) });
      if (!applied) continue;
      if (!applied.ended) return null;
      const ended = await withTargets(trx, applied.ended, applied);
      await storeAnswer?.(trx, ended);
      return ended;
    }
    if (outcome.state !== 'published') return null;
    const { post_id: postId, platform, attempt } = target;
    const { platformPostId, url } = outcome.published;
    logger.error(
      { postId, platform, attempt, platformPostId, url },
      'published, but the target has changed since, so the result is not stored; the post may be there twice',
    );
    return null;
  }

  /**
   * Undoes the sending of a target that a transaction may have stored although its answer was lost: it becomes `pending` and due, since
   * nothing of it was sent, which nobody else can know. A caller without a key may publish the post again, so it becomes `failed`.
   * @param isKeyed set when a repeated call gets the same post, so that this one is still sent
   */
  async undoSending({ target, place, ...known }: Dispatch, isKeyed: boolean): Promise<void> {
    if (target.state !== 'sending' || target.worker_id === null) return;
    const dueAt = place === null ? this.#deps.clock.now() : Date.parse(place);
    const failure = { code: 'unavailable', message: 'the server failed before it sent anything' } as const;
    const outcome = isKeyed
      ? ({ ...failure, state: 'postponed', notBefore: null, dueAt } as const)
      : ({ ...failure, state: 'failed' } as const);
    await this.settle({ ...known, target }, outcome, { as: target.worker_id, isCertain: true }).catch(
      (err: unknown) => {
        this.#deps.logger.error(
          { err, postId: target.post_id },
          'could not undo the sending of a target whose storing failed',
        );
      },
    );
  }
}

interface Settled {
  readonly known: TargetInLog;
  readonly outcome: Outcome;
  readonly claim: Claim | null;
  readonly storeAnswer: StoreAnswer | undefined;
}

/** Returns a post with its targets. Reads them only when there are others than the one that was just stored. */
async function withTargets(
  trx: Queryable,
  post: PostRow,
  { target, targets }: Pick<Applied, 'target' | 'targets'>,
): Promise<PostWithTargets> {
  if (targets) return { post, targets };
  const isOnly = post.thread === null && post.platforms === JSON.stringify([target.platform]);
  return { post, targets: isOnly ? [target] : await targetsOfPost(trx, post.id) };
}

/** Lists the events that an outcome can be, in the order to try. Another worker may have taken over the target. */
function eventsOf(
  outcome: Outcome,
  claim: Claim | null,
  target: TargetRow,
): { readonly event: TargetEvent; readonly by?: string | null }[] {
  // A success applies whichever worker has the target: the network has the post.
  if (outcome.state === 'published') return [{ event: outcome.isProven ? 'prove' : 'succeed' }];
  if (outcome.state === 'unknown') return [{ event: 'lose', ...(claim?.isCertain && { by: claim.as }) }];
  const begun = { event: outcome.state === 'failed' ? 'fail' : 'postpone', by: claim?.as ?? null } as const;
  if (claim?.isCertain) return [begun];
  const unbegun = { event: outcome.state === 'failed' ? 'refuse' : 'defer', by: target.worker_id } as const;
  // The answer to a claim was lost: the claim may be stored or not.
  return claim ? [unbegun, begun] : [unbegun];
}

function columnsOf(outcome: Outcome, { target, content }: TargetInLog, clock: Clock) {
  if (outcome.state === 'published') {
    const { platformPostId, url, note } = outcome.published;
    return {
      platform_post_id: platformPostId,
      url,
      error: null,
      code: null,
      retryable: 0,
      progress: null,
      checkpoint: null,
      note: noteOf(content, fittedOf(target), note),
    };
  }
  const { message: error, code } = outcome;
  if (outcome.state !== 'postponed') {
    const retryable = outcome.state === 'failed' && ERROR_CODES[code].retryable ? 1 : 0;
    const due_at = outcome.state === 'unknown' ? nextLookAt(target.sent_at ?? isoNow(clock), clock.now()) : null;
    return { progress: null, error, code, retryable, due_at };
  }
  return {
    ...{ progress: null, error, code, retryable: 0 },
    ...{ attempt: target.attempt + 1, sent_at: null, worker_id: null },
    not_before: outcome.notBefore === null ? null : new Date(outcome.notBefore).toISOString(),
    due_at: new Date(outcome.dueAt).toISOString(),
  };
}

/** Details of the log entry; null for skipped thread parts, since the entry of the part that failed covers them. */
function loggedOf(outcome: Outcome) {
  if (outcome.state === 'published') {
    return { platformPostId: outcome.published.platformPostId, url: outcome.published.url };
  }
  const { message: error, code } = outcome;
  if (code === 'earlier_part_missing') return null;
  if (outcome.state !== 'postponed') return { error, code };
  return { error, code, nextAttemptAt: new Date(outcome.notBefore ?? outcome.dueAt).toISOString() };
}

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
    const removed = isGone(end) ? await markRemoved(trx, { id: target.id, workspace_id: target.workspace_id }, at) : [];
    const change = { state: end.state, ...failure, due_at, updated_at: at };
    // Only its own worker says that a removal failed; any worker may say that the post is gone.
    const ended = await endRemoval(trx, target.id, change, isGone(end) ? null : (row.worker_id ?? ''));
    if (ended) {
      const credits = await this.#pay(trx, removal, end);
      await noteRemoval(trx, target, { kind: STEPS[end.state], status: LOG_STATUS[end.state], at, credits }, failure);
    }
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
    const removed = await markRemoved(trx, post, at);
    for (const target of removed) {
      const open: RemovalRow | undefined = await endRemoval(trx, target.id, { state: 'gone', updated_at: at }, null);
      if (open) await this.#deps.credits.release(trx, open.reservation_id);
      await noteRemoval(trx, target, { kind: 'removed', status: 'success', at, credits: 0 });
    }
    await tellTakenBack(trx, removed, at);
  }
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
  return { workspace_id, post_id, platform, attempt, details: partOf(target) };
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
  const read = await readTargetInLog(trx, target);
  if (!read) return;
  const { workspace_id, post_id: postId, platform, platform_post_id: platformPostId } = target;
  await appendActivity(trx, {
    workspace_id,
    action: 'post.unpublished',
    platform,
    profile_id: read.profile.id,
    profile_name: read.profile.name,
    status,
    metadata: { postId, ...partOf(target), text: read.content.text, credits, platformPostId, ...failure },
    created_at: at,
  });
}
