// What is published becomes targets, one for each platform and part of a thread, in the transaction that stores the post or finds it
// due: refused ones, those whose request follows at once, and those that wait for their channel; with what they cost reserved.
// `send.ts` takes the dispatches from here, or `due.ts` and `recover.ts` read them again later. A scheduled post that is never begun
// ends here too, and failed targets that are sent again begin here.
import { hasComments } from '@social/rules';
import type { Target } from '@social/types';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { appendActivity } from '../../store/activity-log.ts';
import { listAwaited } from '../../store/connections/account-names.ts';
import type { ConnectionRow } from '../../store/connections/connections.ts';
import { deleteKeyOfPost } from '../../store/idempotency-keys.ts';
import type { NewPostEvent } from '../../store/posts/post-events.ts';
import { finishPost, lockParts, type PostRow, updatePostIn } from '../../store/posts/posts.ts';
import type { Queryable, TargetState } from '../../store/schema.ts';
import { listRemovals } from '../../store/targets/removals.ts';
import { insertTargets, type TargetRow, targetsOfPost, UNSENT_TARGET } from '../../store/targets/targets.ts';
import { recordEvent } from '../../store/webhooks/webhook-events.ts';
import { accountLabel, channelOf } from '../connections/accounts.ts';
import { type Assessment, notedFor } from '../contents/assessment.ts';
import { contentsOf, type PlatformContent } from '../contents/publish-request.ts';
import { fromColumns, latestStart } from '../contents/stored-request.ts';
import {
  type KnownTarget,
  loggedProfile,
  type ProfileInLog,
  readKnownTarget,
  resultEntry,
} from '../contents/target-log.ts';
import { spendingOf } from '../credits/key-limits.ts';
import type { Lease } from '../workers/channels.ts';
import type { Attempt } from './outcomes.ts';
import { type EngineDeps, outcomeEvent, type TargetStates } from './states.ts';

/** A target on its way, with all that sending, ending and logging it needs. */
export interface Dispatch extends KnownTarget, Attempt {
  readonly target: TargetRow;
  /** Present connection of the profile, which may have another account than when the target was stored. */
  readonly connection: ConnectionRow;
  /** Lease of the channel, which ends with the dispatch; without one, sending takes it. */
  readonly lease?: Lease;
}

/** A dispatch read from the database. Its connection is null when the profile has no usable one. */
export type StoredTarget = KnownTarget &
  Pick<Dispatch, 'place' | 'retryUntil'> & { readonly post: PostRow; readonly connection: ConnectionRow | null };

/** Targets of an accepted post, and those of them that are to be sent. */
export interface AcceptedTargets {
  readonly targets: readonly TargetRow[];
  readonly dispatches: readonly Dispatch[];
}

interface ReacceptDeps extends Pick<EngineDeps, 'clock' | 'credits' | 'worker'> {
  readonly states: TargetStates;
}

/** How the targets of an accepted post are sent. */
export interface AcceptOptions extends Pick<Dispatch, 'profile' | 'retryUntil'> {
  /** Due time of a post that was scheduled, whose channels send the targets; null to send them in this process. A target with a lease is not due. */
  readonly dueAt: string | null;
  /** Leases that are taken. The request of such a target follows at once. */
  readonly leases: ReadonlyMap<Assessment, Lease>;
  /** Steps of the post to store before those of its targets. */
  readonly begun?: readonly NewPostEvent[];
}

/**
 * Stores the targets of a post: refused ones as `failed`, those with a lease as `sending`, the others as `pending`, with their credits
 * reserved. Must run in the transaction that stores the post or claims it. @throws AppError insufficient_credits, credit_limit_reached
 */
export async function acceptTargets(
  trx: Queryable,
  post: PostRow,
  assessments: readonly Assessment[],
  { profile, retryUntil, dueAt, leases, begun }: AcceptOptions,
  deps: EngineDeps,
): Promise<AcceptedTargets> {
  const at = isoNow(deps.clock);
  const spending = await spendingOf(trx, post.workspace_id, JSON.parse(post.limited_by ?? '[]') as string[]);
  const isAnyGone = dueAt !== null && assessments.some(({ connection }) => !connection);
  const awaited = isAnyGone ? await listAwaited(trx, post) : null;
  const targets = assessments.map((assessment, position) => {
    const isSending = leases.has(assessment);
    const workerId = isSending || dueAt === null ? deps.worker.id : null;
    const counted = spending && JSON.stringify(spending);
    const accountName = awaited?.get(assessment.content.target)?.name ?? null;
    return newTarget(post, assessment, { position, at, workerId, dueAt, isSending, spending: counted, accountName });
  });
  await insertTargets(trx, targets, begun);
  const dispatches: Dispatch[] = [];
  for (const [index, assessment] of assessments.entries()) {
    const { content, connection, refusal } = assessment;
    const target = targets[index];
    if (!target) continue;
    if (refusal) {
      // The entry of a refused post covers what would follow it.
      if (content.part > 1 && isRefused(assessments, content)) continue;
      const result = { status: 'failed', at, profile, text: content.text, credits: 0 } as const;
      await appendActivity(trx, resultEntry(target, result, { error: refusal.message, code: refusal.code }));
    } else {
      const lease = leases.get(assessment);
      dispatches.push({ profile, target, place: dueAt, content, connection, retryUntil, ...(lease && { lease }) });
    }
  }
  const held = targets.map((target) => target.held);
  await deps.credits.reserveForTargets(trx, post.workspace_id, held, spending);
  const ended = dispatches.length === 0 ? await finishPost(trx, post.id, at) : undefined;
  const event = ended && outcomeEvent(ended, targets, at);
  if (event) await recordEvent(trx, event);
  return { targets, dispatches };
}

/** Returns true when the first part of a target is refused. */
function isRefused(assessments: readonly Assessment[], { target }: PlatformContent): boolean {
  return assessments.some((one) => one.content.target === target && one.content.part === 1 && one.refusal !== null);
}

/**
 * Has failed targets of a post sent again: with a new attempt, by this process, through the present account of the profile. One that is
 * refused now stays `failed` with the new reason. Must run in a transaction.
 * @param limitedBy keys whose limits count the credits: those of the caller, who may not be the maker of the post
 * @throws AppError insufficient_credits, credit_limit_reached; conflict while something of the post is being taken back
 */
export async function reacceptTargets(
  trx: Queryable,
  post: PostRow,
  again: readonly { readonly target: TargetRow; readonly assessment: Assessment }[],
  { profile, limitedBy }: { readonly profile: ProfileInLog; readonly limitedBy: readonly string[] },
  { clock, credits, states, worker }: ReacceptDeps,
): Promise<readonly Dispatch[]> {
  const at = isoNow(clock);
  await lockParts(trx, post.id);
  const asked = again.map(({ target }) => target.target);
  const parts = (await targetsOfPost(trx, post.id)).filter(({ target }) => asked.includes(target));
  const ids = parts.map(({ id }) => id);
  // A part that replies to one which is being taken back would be left without it.
  if ((await listRemovals(trx, ids)).some(({ state }) => state === 'removing')) {
    const message = 'The post is being taken back, so nothing of it is sent again now; retry it when that has ended';
    throw new AppError('conflict', message);
  }
  const spending = await spendingOf(trx, post.workspace_id, limitedBy);
  const dispatches: Dispatch[] = [];
  for (const { target, assessment } of again) {
    const { refusal, connection, content, cost } = assessment;
    if (refusal) continue;
    const change = {
      ...{ attempt: target.attempt + 1, sent_at: null, not_before: null, worker_id: worker.id },
      ...{ profile_id: post.profile_id, ...accountColumns(connection) },
      ...{ held: cost, spending: spending && JSON.stringify(spending) },
      ...{ error: null, code: null, updated_at: at },
    };
    if (!(await states.apply(trx, 'retry', { target, content, profile }, { change }))) continue;
    const restarted: TargetRow = { ...target, ...change, state: 'pending' };
    dispatches.push({ profile, target: restarted, place: null, content, connection, retryUntil: null });
  }
  // After the others: a log entry locks the workspace, which other calls lock after their targets.
  const logged = new Set<Target>();
  for (const { target, assessment } of again) {
    const { refusal, content } = assessment;
    if (!refusal) continue;
    const { message: error, code } = refusal;
    const change = { error, code, retryable: 0, updated_at: at };
    const details = { change, ...(!logged.has(target.target) && { logged: { error, code } }) };
    if (await states.apply(trx, 'decline', { target, content, profile }, details)) logged.add(target.target);
  }
  const held = dispatches.map(({ target }) => target.held);
  await credits.reserveForTargets(trx, post.workspace_id, held, spending);
  if (dispatches.length > 0) {
    await updatePostIn(trx, post.id, 'published', { status: 'publishing', unsent_bytes: 0, updated_at: at });
  }
  return dispatches;
}

/** Reads what belongs to a stored target, with the connection of its account. @returns undefined when the post was deleted */
export async function readStored(
  target: TargetRow,
  { db, connections, latenessWindowMs }: EngineDeps,
): Promise<StoredTarget | undefined> {
  const found = await readKnownTarget(db, target);
  if (!found) return undefined;
  const bound = await connections.bound(found.post.profile_id, new Map([[target.target, target.channel]]));
  const connection = bound.get(target.target)?.connection ?? null;
  const retryUntil = found.post.scheduled_for === null ? null : latestStart(found.post, latenessWindowMs);
  const content = connection ? notedFor(connection.network, found.content) : found.content;
  return { ...found, content, place: target.due_at, connection, retryUntil };
}

/**
 * Returns true when a target has waited for too long: one that was postponed until its post is too late, any other since it was stored,
 * or the part before it was published.
 * @param publishedBefore instant at which the part before was published, ISO 8601; null for the first part
 */
export function isTooLate(
  { target, retryUntil }: StoredTarget,
  publishedBefore: string | null,
  { clock, latenessWindowMs }: EngineDeps,
): boolean {
  const latest = target.not_before === null ? null : retryUntil;
  const since = Math.max(Date.parse(target.updated_at), Date.parse(publishedBefore ?? target.updated_at));
  return clock.now() > (latest ?? since + latenessWindowMs);
}

/** Outcome of a target for which it is too late. */
export function failedAsMissed(platform: string) {
  const message = `the server was stopped for too long before it could publish to ${platform}; nothing was sent`;
  return { state: 'failed', code: 'missed', message } as const;
}

/**
 * Ends a scheduled post without sending it: stores and logs every platform as canceled or missed, and deletes the post's idempotency
 * key. A quarantined post keeps its key: it may have been published after its backup was made.
 * @returns false when the post was sent, ended or rescheduled since it was read
 */
export async function endScheduled(
  trx: Queryable,
  post: PostRow,
  { status, why, clock }: { readonly status: 'canceled' | 'missed'; readonly why: string; readonly clock: Clock },
): Promise<boolean> {
  const at = isoNow(clock);
  const isQuarantined = post.held_at !== null;
  const change = { status, due_at: null, copies_due_at: null, held_at: null, updated_at: at };
  if (!(await updatePostIn(trx, post.id, 'scheduled', change, post.due_at))) return false;
  if (!isQuarantined) await deleteKeyOfPost(trx, post);
  const awaited = await listAwaited(trx, post);
  const contents = contentsOf(fromColumns(post)).filter(
    ({ isComment, platform, target }) => !isComment || hasComments(platform, awaited.get(target)?.network),
  );
  const targets = contents.map((content, position) => ({
    ...unsentTarget(post, content, { state: status, position, at }),
    account_name: awaited.get(content.target)?.name ?? null,
    error: isQuarantined
      ? `nothing was sent since a backup was restored: ${why}. It may have been published before; look at ${content.platform}`
      : `nothing was sent: ${why}`,
  }));
  await insertTargets(trx, targets);
  const profile = await loggedProfile(trx, post);
  const result = { status, at, profile, text: post.text, credits: 0 };
  for (const target of targets.filter(({ part }) => part === 1)) {
    await appendActivity(trx, resultEntry(target, result, { dueAt: post.due_at, code: status }));
  }
  await recordEvent(trx, { workspaceId: post.workspace_id, kind: `post.${status}`, objectId: post.id, at });
  return true;
}

/** Makes the row of a target that has not been sent. */
function unsentTarget(
  post: PostRow,
  { platform, target, part }: PlatformContent,
  { state, position, at }: { state: TargetState; position: number; at: string },
): TargetRow {
  return {
    ...UNSENT_TARGET,
    id: newId(),
    post_id: post.id,
    workspace_id: post.workspace_id,
    profile_id: post.profile_id,
    platform,
    target,
    position,
    part,
    state,
    updated_at: at,
  };
}

/** Columns of a target that tell the account which publishes it. */
export function accountColumns(connection: ConnectionRow) {
  return {
    connection_id: connection.id,
    channel: channelOf(connection),
    account: accountLabel(connection),
    account_name: connection.name,
  };
}

interface NewTarget extends Pick<TargetRow, 'position' | 'spending'> {
  readonly at: string;
  readonly isSending: boolean;
  readonly workerId: string | null;
  readonly dueAt: string | null;
  /** Name of the account that it waited for, where that is not connected now. */
  readonly accountName: string | null;
}

/**
 * Makes the row of a target: `failed` when the platform is refused, else to be sent by `workerId`, at once or in its turn, or
 * by any worker from `dueAt` on. One that is stored as `sending` is not due. The parts of a thread follow the first one.
 * Its price is reserved.
 */
function newTarget(
  post: PostRow,
  { content, connection, refusal, cost }: Assessment,
  { isSending, dueAt, workerId, spending, accountName, ...place }: NewTarget,
): TargetRow {
  const state = refusal ? 'failed' : isSending ? 'sending' : 'pending';
  return {
    ...unsentTarget(post, content, { ...place, state }),
    account_name: accountName,
    ...(connection && accountColumns(connection)),
    error: refusal?.message ?? null,
    code: refusal?.code ?? null,
    note: content.note,
    held: refusal ? 0 : cost,
    spending: refusal ? null : spending,
    worker_id: refusal ? null : workerId,
    due_at: state !== 'pending' || content.part > 1 ? null : dueAt,
    sent_at: state === 'sending' ? place.at : null,
  };
}
