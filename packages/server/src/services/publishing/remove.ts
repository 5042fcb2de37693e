// The other way: deletes at the networks what a post has published, under the leases of the same channels, with states of its own. As in a
// publish, what is asked for and its reserved credits are stored before the first request, and how each removal ended after it. A
// deletion whose answer was lost may be repeated: that harms at no network.
import { setTimeout as delay } from 'node:timers/promises';
import { areCommentsPosts, deletionCost } from '@social/rules';
import type { ErrorCode, PlatformId, Target } from '@social/types';
import { isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { faultPoint } from '../../fault-points.ts';
import { newId } from '../../ids.ts';
import { isReserved } from '../../store/ledger.ts';
import { appendPostEvents } from '../../store/posts/post-events.ts';
import { findPost, lockParts, type PostWithTargets } from '../../store/posts/posts.ts';
import type { Queryable } from '../../store/schema.ts';
import {
  adoptRemoval,
  beginRemoval,
  listDueRemovals,
  listRemovals,
  type RemovalRow,
} from '../../store/targets/removals.ts';
import { findTarget, type TargetRow, targetsOfPost } from '../../store/targets/targets.ts';
import type { Rights } from '../access/rights.ts';
import { channelOf, otherPublisher } from '../connections/accounts.ts';
import { accessTo, type Refusal } from '../connections/refusals.ts';
import { readKnownTarget } from '../contents/target-log.ts';
import type { Plan } from '../credits/plans.ts';
import type { Lease } from '../workers/channels.ts';
import { type AbleDeleter, Deletions, type RemovalsDeps } from './delete-parts.ts';
import { noteRemoval, type Removal, stepOf } from './settle-removal.ts';
import { isOpen } from './states.ts';

const POLL_MS = 100;

/** An account that can delete, or the reason why nothing can be deleted. */
type Deleter = AbleDeleter | { readonly refusal: Refusal };

/** What a post has published for one target, and the account that could delete it. */
export interface PlatformRemoval {
  readonly target: Target;
  /** Published targets, in the order of the thread. */
  readonly published: readonly TargetRow[];
  /** Null where nothing is left, or it is not known what there is. */
  readonly deleter: Deleter | null;
  readonly refusal: (Refusal & { readonly isUnknown?: true }) | null;
}

/** A post as it is after it was taken back. */
export interface TakenBack extends PostWithTargets {
  readonly platformRemovals: readonly PlatformRemoval[];
  /** Removals of its targets, whichever call has made them. */
  readonly removals: ReadonlyMap<string, RemovalRow>;
  /** Targets whose removals this call has made. */
  readonly own: ReadonlySet<string>;
}

/** Takes posts back. */
export class Removals {
  readonly #deps: RemovalsDeps;
  readonly #deletions: Deletions;
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(deps: RemovalsDeps) {
    this.#deps = deps;
    this.#deletions = new Deletions(deps);
  }

  /**
   * Deletes what a post has published on platforms.
   * @throws AppError paid_plan_required, insufficient_credits, credit_limit_reached; nothing is deleted then
   */
  async takeBack(
    found: PostWithTargets,
    platforms: readonly Target[],
    { plan, rights }: { readonly plan: Plan; readonly rights: Rights },
  ): Promise<TakenBack> {
    const left = await Promise.all(platforms.map((target) => this.#whatIsLeftOn(found, target, plan)));
    refuseUnpaid(left);
    const { platformRemovals, begun } = await this.#deps.db.transaction().execute(async (trx) => {
      await lockParts(trx, found.post.id);
      const targets = await targetsOfPost(trx, found.post.id);
      // A part may have been sent again since the post was read: the part to which it replies must stay.
      const platformRemovals = left.map((one) =>
        isUnchanged(one.target, found.targets, targets) ? one : { ...one, deleter: null, refusal: stillSending(one) },
      );
      return { platformRemovals, begun: await this.#begin(trx, platformRemovals, rights.limitedBy) };
    });
    faultPoint('after-intent');
    for (const { target: asked, deleter } of platformRemovals) {
      const own = begun.filter(({ target }) => target.target === asked);
      if (deleter?.refusal === null && own.length > 0) void this.#run(own, this.#deletions.deleteInTime(own, deleter));
    }
    const rows = await this.#awaitEnds(platformRemovals.flatMap(({ published }) => published.map(({ id }) => id)));
    const { id, workspace_id: workspaceId } = found.post;
    const takenBack = (await findPost(this.#deps.db, workspaceId, id)) ?? found;
    const removals = new Map(rows.map((row) => [row.target_id, row]));
    return { ...takenBack, platformRemovals, removals, own: new Set(begun.map(({ target }) => target.id)) };
  }

  /**
   * Continues a removal that is due, under the lease of its channel, with the other parts of its thread: a dead process left it, or its
   * answer was lost.
   */
  async continueRemoval(targetId: string, lease: Lease): Promise<void> {
    const { db, clock, worker } = this.#deps;
    const found = await findTarget(db, targetId);
    if (!found || this.#deletions.isStopping || !(await lease.isHeld())) return;
    const removals: Removal[] = [];
    const due = { channel: lease.channel.id, now: isoNow(clock) };
    for (const row of await listDueRemovals(db, found, due)) {
      const target = await findTarget(db, row.target_id);
      const at = isoNow(clock);
      if (!target || !(await adoptRemoval(db, row, worker.id, at))) continue;
      const adopted = { ...row, state: 'removing', worker_id: worker.id, due_at: null, updated_at: at } as const;
      removals.push({ target, row: adopted, isRepeated: true });
    }
    const [first, ...others] = removals;
    const read = first && (await readKnownTarget(db, first.target));
    if (!read) return;
    const targets = [first.target, ...others.map(({ target }) => target)] as const;
    const deleter = await this.#findDeleter(read.post.profile_id, targets, null);
    if (deleter.refusal === null) {
      if (channelOf(deleter.connection) === lease.channel.id)
        return this.#run(removals, this.#deletions.deleteParts(removals, deleter, lease));
      // The account was connected again over another app, which gives it another id.
      void this.#run(removals, this.#deletions.deleteInTime(removals, deleter));
      return;
    }
    const message = `it is not known whether the post was deleted, and it cannot be looked up: ${deleter.refusal.message}`;
    for (const removal of removals)
      await this.#deps.removalSettlement.settle(removal, { state: 'unknown', code: 'outcome_unknown', message });
  }

  /** Returns true while this process carries out the removal of a target. */
  isUnderWay(targetId: string): boolean {
    return this.#underWay.has(targetId);
  }

  /** Starts no more. Resolves when no deletion is under way. */
  async stop(): Promise<void> {
    this.#deletions.isStopping = true;
    await Promise.allSettled([...this.#underWay.values()]);
  }

  /** Finds what a post has published for a target. */
  async #whatIsLeftOn({ post, targets }: PostWithTargets, asked: Target, plan: Plan): Promise<PlatformRemoval> {
    const own = targets.filter(({ target }) => target === asked);
    const published = own.filter(({ state }) => state === 'published');
    const [first, ...others] = published.filter(({ removed_at }) => removed_at === null);
    const nothing = (refusal: PlatformRemoval['refusal']) => ({ target: asked, published, deleter: null, refusal });
    if (own.some(({ state }) => isOpen(state))) {
      return nothing(stillSending({ target: asked }));
    }
    if (own.some(({ state }) => state === 'unknown')) {
      const message = `it is not known whether ${asked} has all of it: look there, resolve it with: social post resolve ${post.id}, then take it back`;
      return nothing({ code: 'outcome_unknown', message, isUnknown: true });
    }
    if (published.length === 0) {
      const message = `it was not published on ${asked}; there is nothing to take back`;
      return nothing({ code: 'conflict', message });
    }
    if (!first) return nothing(null);
    const deleter = await this.#findDeleter(post.profile_id, [first, ...others], plan);
    return { target: asked, published, deleter, refusal: deleter.refusal };
  }

  /**
   * Finds the account that published targets of one platform, where its network lets programs delete.
   * @param plan plan of the workspace; null when the removal was allowed before
   */
  async #findDeleter(
    profileId: string,
    targets: readonly [TargetRow, ...TargetRow[]],
    plan: Plan | null,
  ): Promise<Deleter> {
    const { db, connections, platforms } = this.#deps;
    const [first] = targets;
    const { platform } = first;
    // Before the connection: connecting an account would not help.
    if (deletionCost(platform) === null) return noWay(platform);
    const { connection, refusal } = accessTo(first.target, await connections.findFor(profileId, first), plan);
    if (refusal) return { refusal };
    const other = await otherPublisher(db, connection, targets);
    if (other !== null) return refuse('not_connected', other);
    const driver = platforms.of(connection)?.driver;
    if (!driver) return refuse('platform_not_configured', `${platform} is not set up on this server`);
    const { deletePost } = driver.actions;
    return deletePost ? { connection, deletePost, refusal: null } : noWay(platform);
  }

  /**
   * Stores removals with the credits that are reserved for them, before anything is sent, and notes those that are refused.
   * @param limitedBy keys whose limits count the credits
   * @returns the removals that this call makes; one that another call makes at the moment is not among them
   * @throws AppError insufficient_credits, credit_limit_reached; nothing is stored then
   */
  async #begin(
    trx: Queryable,
    platformRemovals: readonly PlatformRemoval[],
    limitedBy: readonly string[],
  ): Promise<Removal[]> {
    const at = isoNow(this.#deps.clock);
    const left = ({ published }: PlatformRemoval) =>
      withoutComments(published.filter(({ removed_at }) => removed_at === null)).reverse();
    const able = platformRemovals.flatMap((platformRemoval) => {
      const { deleter } = platformRemoval;
      if (deleter?.refusal !== null) return [];
      const channel = channelOf(deleter.connection);
      return left(platformRemoval).map((target) => ({ target, channel }));
    });
    // Calls at the same moment store their removals in one order, so that neither waits for the other.
    able.sort((one, other) => (one.target.id < other.target.id ? -1 : 1));
    const ids = able.map(({ target }) => target.id);
    const earlier = new Map((await listRemovals(trx, ids)).map((row) => [row.target_id, row] as const));
    const operationId = newId();
    const begun: (Removal & { readonly isPaid: boolean })[] = [];
    for (const { target, channel } of able) {
      const removal = await this.#beginOne(trx, target, { earlier: earlier.get(target.id), channel, operationId, at });
      if (removal) begun.push(removal);
    }
    // After the removals, which others lock before the workspace.
    const unpaid = begun.filter(({ isPaid }) => !isPaid);
    const reservations = unpaid.map(({ target, row }) => ({
      id: row.reservation_id,
      amount: deletionCost(target.platform) ?? 0,
    }));
    const [first] = unpaid;
    if (first) await this.#deps.credits.reserve(trx, first.target.workspace_id, reservations, limitedBy);
    const steps = begun.map(({ target }) => ({ ...stepOf(target), kind: 'removing' as const, at }));
    await appendPostEvents(trx, steps);
    for (const platformRemoval of platformRemovals) {
      const [last] = left(platformRemoval);
      if (!platformRemoval.deleter?.refusal || !last) continue;
      const { message: error, code } = platformRemoval.deleter.refusal;
      await noteRemoval(trx, last, { kind: 'removal_failed', status: 'failed', at, credits: 0 }, { error, code });
    }
    return begun;
  }

  async #beginOne(
    trx: Queryable,
    target: TargetRow,
    { earlier, ...given }: { earlier: RemovalRow | undefined; channel: string; operationId: string; at: string },
  ): Promise<(Removal & { readonly isPaid: boolean }) | null> {
    // An unknown removal still has its credits, for a day.
    const isPaid = earlier?.state === 'unknown' && (await isReserved(trx, earlier.reservation_id));
    const row: RemovalRow = {
      target_id: target.id,
      workspace_id: target.workspace_id,
      channel: given.channel,
      state: 'removing',
      operation_id: given.operationId,
      reservation_id: isPaid ? earlier.reservation_id : newId(),
      credits: 0,
      error: null,
      code: null,
      worker_id: this.#deps.worker.id,
      asked_at: given.at,
      due_at: null,
      updated_at: given.at,
    };
    if (!(await beginRemoval(trx, row, earlier))) return null;
    return { target, row, isRepeated: earlier?.state === 'unknown', isPaid };
  }

  /** Waits until none of the targets is being removed, by this process or another, up to the limit of a call. */
  async #awaitEnds(ids: readonly string[]): Promise<readonly RemovalRow[]> {
    const deadline = performance.now() + this.#deps.publishTimeoutMs;
    for (;;) {
      const rows = await listRemovals(this.#deps.db, ids);
      if (performance.now() >= deadline || !rows.some(({ state }) => state === 'removing')) return rows;
      await delay(POLL_MS);
    }
  }

  /** Notes that removals are under way until the work on them has ended. Recovery finds what could not be stored. */
  #run(removals: readonly Removal[], work: Promise<void>): Promise<void> {
    const done = work
      .catch((err: unknown) =>
        this.#deps.logger.error({ err }, 'a removal could not be finished; it is looked up again'),
      )
      .finally(() => {
        for (const { target } of removals) this.#underWay.delete(target.id);
      });
    for (const { target } of removals) this.#underWay.set(target.id, done);
    return done;
  }
}

/** Leaves out the comments that the network deletes with their post. */
function withoutComments(parts: readonly TargetRow[]): TargetRow[] {
  return parts.filter(({ part, platform }) => part === 1 || parts[0]?.part !== 1 || areCommentsPosts(platform));
}

/** Returns true when each part for a target has the state and attempt that it had, and none is on its way. */
function isUnchanged(asked: Target, before: readonly TargetRow[], now: readonly TargetRow[]): boolean {
  return now
    .filter(({ target }) => target === asked)
    .every(({ id, state, attempt }) => {
      const known = before.find((target) => target.id === id);
      return !isOpen(state) && known?.state === state && known.attempt === attempt;
    });
}

function stillSending({ target }: Pick<PlatformRemoval, 'target'>): Refusal {
  return { code: 'still_sending', message: `${target} is still being sent; take it back when that has ended` };
}

function noWay(platform: PlatformId): Deleter {
  return refuse('not_deletable', `${platform} offers programs no way to delete a post: delete it there`);
}

function refuse(code: ErrorCode, message: string): Deleter {
  return { refusal: { code, message } };
}

/** @throws AppError paid_plan_required when the plan has none of the platforms from which something can be taken back */
function refuseUnpaid(platformRemovals: readonly PlatformRemoval[]): void {
  const asked = platformRemovals.flatMap(({ deleter }) => (deleter ? [deleter.refusal] : []));
  const [first] = asked;
  if (first && asked.every((refusal) => refusal?.code === 'paid_plan_required')) {
    throw new AppError(first.code, `${first.message}. Nothing was deleted`);
  }
}
