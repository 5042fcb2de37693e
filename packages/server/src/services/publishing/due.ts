// Due in a channel: a scheduled post, which becomes targets here; a target that waits, which is sent; one whose sending was interrupted
// or whose answer was lost (`recover.ts`); a removal (`remove.ts`). `jobs/channel-loop.ts` leases channels in which something is due
// and calls `DueWork.continueChannel`.
import type { Target } from '@social/types';
import { isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { faultPoint } from '../../fault-points.ts';
import { transactInLine } from '../../store/database/locks.ts';
import {
  beginDuePost,
  channelsOfPost,
  findPostToBegin,
  type PostRow,
  type PostToBegin,
  syncDue,
} from '../../store/posts/posts.ts';
import type { Queryable } from '../../store/schema.ts';
import { type DueItem, findDueWork, markDue, postponePost } from '../../store/targets/channels.ts';
import { postponeRemoval } from '../../store/targets/removals.ts';
import {
  adoptTarget,
  findPart,
  findTarget,
  moveToChannel,
  setDue,
  type TargetRow,
} from '../../store/targets/targets.ts';
import { channelOf } from '../connections/accounts.ts';
import type { Refusal } from '../connections/refusals.ts';
import { type Assessment, assess } from '../contents/assessment.ts';
import { contentsOf } from '../contents/publish-request.ts';
import { fromColumns, latestStart } from '../contents/stored-request.ts';
import type { ProfileInLog } from '../contents/target-log.ts';
import { Backoff } from '../workers/backoff.ts';
import type { Lease } from '../workers/channels.ts';
import {
  acceptTargets,
  accountColumns,
  type Dispatch,
  endScheduled,
  failedAsMissed,
  isTooLate,
  readStored,
} from './accept.ts';
import type { Recovery } from './recover.ts';
import type { Removals } from './remove.ts';
import { type Outgoing, type Sender, threadGate } from './send.ts';
import type { Settlement } from './settle.ts';
import type { EngineDeps } from './states.ts';

interface DueWorkDeps extends EngineDeps {
  readonly sender: Sender;
  readonly settlement: Settlement;
  readonly recovery: Recovery;
  readonly removals: Removals;
}

/** Whether the work needed the lease of its channel. */
type Continued = 'lease used' | 'lease unused';

/** Codes of what a post costs too much for. */
const UNCOVERED: readonly string[] = ['insufficient_credits', 'credit_limit_reached'];

/** What is due in a channel: scheduled posts begin, targets are sent, unknown outcomes looked at, removals continued. */
export class DueWork {
  readonly #deps: DueWorkDeps;
  readonly #backoff = new Backoff();

  constructor(deps: DueWorkDeps) {
    this.#deps = deps;
  }

  /**
   * Continues what has waited longest in a channel. The caller ends the lease, though the work may end it before.
   * @returns true when more may be due; false when nothing is, or what is due has failed and keeps its place
   */
  async continueChannel(lease: Lease): Promise<boolean> {
    const { db, clock, logger } = this.#deps;
    // A post that was only begun has a target of this channel, which usually is what is due next.
    for (let steps = 0; steps < 2; steps++) {
      const due = await findDueWork(db, lease.channel, isoNow(clock), this.#backoff.waiting());
      if (!due) return false;
      try {
        if ((await this.#continueItem(lease, due)) === 'lease used') return true;
      } catch (err) {
        logger.error({ err, ...due }, 'could not continue what is due yet');
        const waitMs = this.#backoff.fail(due.id);
        if (waitMs === 0) return false;
        const until = new Date(clock.now() + waitMs).toISOString();
        // Where this cannot be stored either, the item waits in this process only, and its channel stays due.
        await this.#postpone(lease, due, until).catch(() => undefined);
        return true;
      }
    }
    return true;
  }

  /** @returns whether something else of the channel may be continued under the same lease */
  async #continueItem(lease: Lease, { kind, id }: DueItem): Promise<Continued> {
    if (kind === 'post') return this.#beginPost(id, lease);
    const { db, clock, removals } = this.#deps;
    if (kind === 'removal') {
      await removals.continueRemoval(id, lease);
      return 'lease used';
    }
    const target = await findTarget(db, id);
    // If the process was frozen since the target was found, another may have the lease and the target.
    const isOurs = target?.due_at != null && target.due_at <= isoNow(clock) && (await lease.isHeld());
    if (isOurs) await this.#continueTarget(target, lease);
    return 'lease used';
  }

  /** Continues a target that is due, under the lease of its channel, then the rest of its thread. */
  async #continueTarget(target: TargetRow, lease: Lease): Promise<void> {
    const { db, recovery } = this.#deps;
    if (target.state === 'unknown') return recovery.lookAgain(target, lease);
    if (target.state === 'sending') {
      if (!(await recovery.continueSending(target, lease))) return;
    } else if (target.state === 'pending' && (await threadGate(db, target)).kind !== 'later') {
      await this.#sendPending(target, lease);
    } else {
      // A part that follows another one, or a target that has ended: due for ever, it would block the channel.
      return setDue(db, target, null);
    }
    await lease.end();
    await this.#sendRest(target);
  }

  /** Sends a pending target, or ends it as failed when it is too late or has no connection. */
  async #sendPending(target: TargetRow, lease?: Lease): Promise<void> {
    const { db, sender, settlement, worker } = this.#deps;
    const stored = await readStored(target, this.#deps);
    if (!stored) return;
    const { connection } = stored;
    const channel = connection && channelOf(connection);
    // The account is bound to another channel than the one in which the target is due.
    if (channel !== null && lease && channel !== lease.channel.id) return moveToChannel(db, target, channel);
    const account = connection && accountColumns(connection);
    const row = await adoptTarget(db, target, { worker_id: worker.id, ...account });
    if (row === null) return;
    const ours = { ...stored, target: row };
    const end = async (failure: Refusal) => {
      await settlement.settle(ours, { ...failure, state: 'failed' }, null);
    };
    const gate = await threadGate(db, ours.target);
    if (gate.kind === 'never') return end(gate.refusal);
    const { platform } = target;
    if (isTooLate(stored, gate.kind === 'now' ? gate.since : null, this.#deps)) return end(failedAsMissed(platform));
    if (!connection) {
      const account = target.account_name === null ? platform : `${platform}:${target.account_name}`;
      return end({ code: 'not_connected', message: `${account} was disconnected before the post was sent` });
    }
    await sender.send([{ ...ours, connection, ...(lease && { lease }) }]);
  }

  /** Sends the rest of a thread. Each part waits for its lease as any other target does. */
  async #sendRest({ post_id, target, part }: TargetRow): Promise<void> {
    const { db } = this.#deps;
    const next = await findPart(db, { post_id, target }, part + 1);
    if (next?.state !== 'pending' || (await threadGate(db, next)).kind === 'later') return;
    await this.#sendPending(next);
    await this.#sendRest(next);
  }

  async #postpone({ channel }: Lease, { kind, id }: DueItem, until: string): Promise<void> {
    const { db } = this.#deps;
    if (kind === 'post') return postponePost(db, channel, id, until);
    if (kind === 'removal') return postponeRemoval(db, id, until);
    const target = await findTarget(db, id);
    // A look or a postponement that was stored before the failure stays as it is.
    if (target?.due_at && target.due_at < until) await setDue(db, target, until);
  }

  /**
   * Begins a scheduled post: stores its targets. Sends the target of the lease's channel at once if nothing is to be waited for; the
   * others are due in their own channels. A post that is too late, or whose profile was deleted, ends instead. Another process may
   * have begun the post before.
   */
  async #beginPost(postId: string, lease: Lease): Promise<Continued> {
    const { db, clock, credits, latenessWindowMs } = this.#deps;
    const found = await findPostToBegin(db, postId);
    // The post may have been moved since it was found.
    if (!found || !isDue(found.post, isoNow(clock))) {
      await syncDue(db, postId);
      return 'lease unused';
    }
    const { post, plan, periodEnd, profile } = found;
    if (!profile) return this.#endUnsent(post, 'canceled', 'its profile was deleted');
    if (clock.now() > latestStart(post, latenessWindowMs)) {
      return this.#endUnsent(post, 'missed', 'the server was stopped for too long before it could be published');
    }
    await credits.renewIfDue(post.workspace_id, periodEnd);
    const outgoing: Outgoing = { leases: new Map(), dispatches: [] };
    await this.#storeTargets({ post, plan, profile, lease }, outgoing);
    const own = outgoing.dispatches.filter((dispatch) => dispatch.lease === lease);
    if (own.length === 0) return 'lease unused';
    faultPoint('after-intent');
    // Recovery finds a result that could not be stored.
    await this.#deps.sender
      .send(own)
      .catch((err: unknown) => this.#deps.logger.error({ err, postId }, 'could not store results'));
    await lease.end();
    return 'lease used';
  }

  async #endUnsent(post: PostRow, status: 'missed' | 'canceled', why: string): Promise<Continued> {
    const { db, clock, logger } = this.#deps;
    const isEnded = await db.transaction().execute((trx) => endScheduled(trx, post, { status, why, clock }));
    if (isEnded) logger.warn({ postId: post.id, dueAt: post.due_at, status }, 'a scheduled post was not sent');
    return 'lease unused';
  }

  /** Stores the targets of a due post. Where the credits do not suffice, each target says so. */
  async #storeTargets(due: DuePost, outgoing: Outgoing): Promise<void> {
    const { db, sender } = this.#deps;
    const { workspace_id: workspaceId } = due.post;
    try {
      await transactInLine(db, workspaceId, (trx) => this.#storeTargetsIn(trx, due, outgoing));
    } catch (error) {
      if (error instanceof AppError && UNCOVERED.includes(error.code)) {
        const refusal = { code: error.code, message: error.message };
        await transactInLine(db, workspaceId, (trx) => this.#storeTargetsIn(trx, due, outgoing, refusal));
        return;
      }
      sender.undo(outgoing, error, true);
      throw error;
    }
  }

  async #storeTargetsIn(
    trx: Queryable,
    { post, plan, profile, lease }: DuePost,
    outgoing: Outgoing,
    refusal?: Refusal,
  ): Promise<void> {
    const { clock, connections, plans, latenessWindowMs } = this.#deps;
    const channels = await channelsOfPost(trx, post);
    const connected = await connections.bound(profile.id, channels, trx);
    const assessed = assess(contentsOf(fromColumns(post)), { plan: plans.get(plan), connected });
    const assessments = refusal ? assessed.map((one) => ({ ...one, refusal: one.refusal ?? refusal })) : assessed;
    const isSent = assessments.some((one) => one.refusal === null);
    if (!(await beginDuePost(trx, post, { isSent, at: isoNow(clock) }))) return;
    const own = this.#sentAtOnce(assessments, lease);
    if (own) outgoing.leases.set(own, lease);
    const { dispatches } = await acceptTargets(
      trx,
      post,
      assessments,
      {
        profile,
        dueAt: post.due_at,
        retryUntil: latestStart(post, latenessWindowMs),
        leases: outgoing.leases,
      },
      this.#deps,
    );
    outgoing.dispatches = dispatches;
    await this.#markOthersDue(trx, dispatches, { lease, channels });
  }

  /** Has targets sent in their channels, which are due since the post is, but for those of accounts that were connected since. */
  async #markOthersDue(
    trx: Queryable,
    dispatches: readonly Dispatch[],
    { lease, channels }: { readonly lease: Lease; readonly channels: ReadonlyMap<Target, string | null> },
  ): Promise<void> {
    const known = new Set(channels.values());
    const others = dispatches.flatMap(({ target: { channel: id, workspace_id, due_at } }) =>
      id === null || due_at === null || id === lease.channel.id || known.has(id) ? [] : [{ id, workspace_id, due_at }],
    );
    await markDue(trx, others);
  }

  /** Finds the target of the lease's channel, if its request can follow at once. The parts of a thread follow each other. */
  #sentAtOnce(assessments: readonly Assessment[], lease: Lease): Assessment | null {
    const own = assessments.filter(({ connection }) => connection && channelOf(connection) === lease.channel.id);
    const [only] = own.length === 1 ? own : [];
    return only && this.#deps.sender.canSendAtOnce(only) && lease.isHeldSoFar() ? only : null;
  }
}

interface DuePost extends Pick<PostToBegin, 'post' | 'plan'> {
  readonly profile: ProfileInLog;
  readonly lease: Lease;
}

function isDue({ status, held_at, due_at }: PostRow, now: string): boolean {
  return status === 'scheduled' && held_at === null && due_at !== null && due_at <= now;
}
