// A request becomes a post, now or for a time, and a post that is due becomes targets. Both go the same way: take the leases of the
// channels that are free and store, in one transaction (`accept.ts`); send (`send.ts`); store what came of it (`settle.ts`). What cannot
// be sent at once is due in its channel, and `DueWork` continues it there.
import { setTimeout as delay } from 'node:timers/promises';
import type { PlatformId } from '@social/types';
import { isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { faultPoint } from '../../fault-points.ts';
import { findWorkspace, type WorkspaceRow } from '../../store/accounts/workspaces.ts';
import { findProfile, type ProfileRow } from '../../store/connections/profiles.ts';
import { lockWorkspace } from '../../store/database/locks.ts';
import { appendPostEvents } from '../../store/posts/post-events.ts';
import {
  findPost,
  findPostRow,
  firstStepOf,
  insertPost,
  listChannelsOfPost,
  type PostRow,
  type PostWithTargets,
  syncDue,
  updatePostIn,
} from '../../store/posts/posts.ts';
import type { Queryable } from '../../store/schema.ts';
import { type DueItem, findDueWork, markDue, postponePost } from '../../store/targets/channels.ts';
import { postponeRemoval } from '../../store/targets/removals.ts';
import { findTarget, setDue } from '../../store/targets/targets.ts';
import { recordEvent } from '../../store/webhooks/webhook-events.ts';
import { channelOf, channelOfProfile } from '../connections/connections.ts';
import type { Refusal } from '../connections/refusals.ts';
import { type Assessment, assess, assessFor, type Publisher } from '../contents/assessment.ts';
import { contentsOf, type PlatformContent, type PublishRequest } from '../contents/publish-request.ts';
import { fromColumns, latestStart, newPostRow, storedBytes, type Timing } from '../contents/stored-request.ts';
import { Backoff } from '../workers/backoff.ts';
import { acceptTargets, type Dispatch, endScheduled } from './accept.ts';
import type { EngineDeps, Lease } from './channels.ts';
import type { Recovery } from './recover.ts';
import type { Removals } from './remove.ts';
import type { Outgoing, Sender } from './send.ts';
import type { StoreAnswer } from './settle.ts';

/** Idempotency-Key of a call that creates a post. */
export interface PostKey {
  readonly name: string;
  /** Binds the key to the post, in the transaction that creates the post. @throws AppError idempotency_in_progress, KeyTakenError */
  readonly link: (trx: Queryable, postId: string) => Promise<void>;
  /** Stores the answer of the call, in the transaction that ends the post. */
  readonly storeAnswer: StoreAnswer;
}

/** Draft from which a post is made. */
export interface DraftOfPost {
  /** JSON of `PostApproval`. */
  readonly approval: string;
  /** Idempotency-Key of the draft, under which the post is known; null without one. */
  readonly key: string | null;
  /** Approves the draft, in the transaction that creates the post. @throws AppError conflict, not_found */
  readonly approve: (trx: Queryable, postId: string) => Promise<void>;
}

interface PublishingDeps extends EngineDeps {
  readonly sender: Sender;
}

/** A post that is about to be stored. */
interface NewPost {
  readonly post: PostRow;
  readonly contents: readonly PlatformContent[];
  readonly publisher: Publisher;
  readonly timing: Timing;
  readonly key: PostKey | null;
  readonly draft: DraftOfPost | null;
}

/** Publishes posts: checks the request, stores targets and reserves credits, sends, stores the results. */
export class Publishing {
  readonly #deps: PublishingDeps;

  constructor(deps: PublishingDeps) {
    this.#deps = deps;
  }

  /**
   * Publishes now, or stores a post for a time in the future.
   * @param draft is approved in the same transaction
   * @throws AppError invalid_request, paid_plan_required, insufficient_credits, quota_exceeded, no_free_slot; nothing is stored or
   *   sent then
   */
  async publish(
    request: PublishRequest,
    publisher: Publisher,
    timing: Timing,
    key: PostKey | null,
    draft: DraftOfPost | null = null,
  ): Promise<PostWithTargets> {
    const contents = contentsOf(request);
    const wrong = contents.find(({ problem }) => problem !== null);
    if (wrong?.problem) throw wrong.problem;
    const outgoing: Outgoing = { leases: new Map(), dispatches: [] };
    const post = newPostRow(request, timing, {
      ...publisher,
      key: draft?.key ?? key?.name ?? null,
      approval: draft?.approval ?? null,
      now: this.#deps.clock.now(),
    });
    const stored = await this.#storeToSend({ post, contents, publisher, timing, key, draft }, outgoing);
    faultPoint('after-intent');
    const { dispatches } = outgoing;
    const ended = dispatches.length > 0 ? await this.sendInTime(dispatches, key?.storeAnswer) : null;
    return ended ?? this.readAfter(stored);
  }

  /**
   * Sends and waits for the results, up to the limit of a call. Slower results are stored when they arrive.
   * @returns the post as it has ended; null when it has not ended yet
   */
  async sendInTime(dispatches: readonly Dispatch[], storeAnswer?: StoreAnswer): Promise<PostWithTargets | null> {
    // Recovery finds a result that could not be stored. An error here would make the caller send everything again.
    const sent = this.#deps.sender.send(dispatches, storeAnswer).catch((error: unknown) => {
      this.#deps.logger.error({ err: error }, 'could not store results');
      return null;
    });
    const timeout = new AbortController();
    const late = delay(this.#deps.publishTimeoutMs, null, { signal: timeout.signal }).catch(() => null);
    const ended = await Promise.race([sent, late]);
    timeout.abort();
    return ended;
  }

  /**
   * Reads the post again. Returns it as it was stored when the database cannot be read, since an error would make the caller
   * publish it again. @throws AppError not_found
   */
  async readAfter(stored: PostWithTargets): Promise<PostWithTargets> {
    const { id, workspace_id: workspaceId } = stored.post;
    const found = await findPost(this.#deps.db, workspaceId, id).catch((error: unknown) => {
      this.#deps.logger.error(
        { err: error, postId: id },
        'could not read a post; the answer shows it as it was stored',
      );
      return stored;
    });
    if (!found) throw new AppError('not_found', 'The post was deleted meanwhile');
    return found;
  }

  /** Stores a post, with leases for its targets whose request can follow at once. When that fails, nothing stays taken. */
  async #storeToSend(made: NewPost, outgoing: Outgoing): Promise<PostWithTargets> {
    try {
      return await this.#deps.db.transaction().execute((trx) => this.#store(trx, made, outgoing));
    } catch (error) {
      for (const lease of outgoing.leases.values()) void lease.end();
      this.#deps.sender.undoSending(outgoing, error, made.key !== null);
      throw error;
    }
  }

  async #store(trx: Queryable, made: NewPost, outgoing: Outgoing): Promise<PostWithTargets> {
    const { contents, publisher, timing, key, draft } = made;
    const { workspaceId, profile } = publisher;
    // So that concurrent calls cannot exceed the quota together, and before leases: see the order of locks in locks.ts.
    await lockWorkspace(trx, workspaceId);
    // Reads the connections behind the lock, so that one that was just removed is not used.
    const assessments = await assessFor(publisher, contents, this.#deps.connections, trx);
    const isScheduled = made.post.status === 'scheduled';
    const isUnsent = isScheduled || assessments.every(({ refusal }) => refusal !== null);
    if (isUnsent && !(await findProfile(trx, workspaceId, profile.id))) {
      throw new AppError('profile_not_found', 'The profile has just been deleted; nothing was stored');
    }
    // Before the quota, so that of two calls with one key the second learns that.
    await key?.link(trx, made.post.id);
    await draft?.approve(trx, made.post.id);
    const timed = timing.slot === null ? made.post : await this.#inNextSlot(trx, made.post, profile);
    const post = isScheduled ? { ...timed, ...this.#deps.followCopies.planNew(timed, contents) } : timed;
    const bytes = isUnsent ? storedBytes(post, key !== null) : 0;
    if (isUnsent) await this.#deps.quotas.oneMoreUnsentPost(trx, workspaceId, { bytes, isScheduled });
    const channels = isScheduled ? channelsOf(assessments, profile.id) : undefined;
    await insertPost(trx, { ...post, unsent_bytes: bytes }, channels);
    const begun = [firstStepOf(post)];
    if (isScheduled) {
      await appendPostEvents(trx, begun);
      await recordEvent(trx, { workspaceId, kind: 'post.scheduled', objectId: post.id, at: post.created_at });
      return { post, targets: [] };
    }
    await this.#deps.sender.leaseFree(trx, assessments, outgoing);
    const sending = { profile, retryUntil: null, dueAt: null, leases: outgoing.leases, begun };
    const { targets, dispatches } = await acceptTargets(trx, post, assessments, sending, this.#deps);
    outgoing.dispatches = dispatches;
    return { post, targets };
  }

  /** Gives a post the next free slot. Must hold the workspace's lock, so that no other post gets the same. @throws AppError no_free_slot */
  async #inNextSlot(trx: Queryable, post: PostRow, profile: ProfileRow): Promise<PostRow> {
    const slot = await this.#deps.findNextSlot(trx, profile);
    const at = new Date(slot.at).toISOString();
    return { ...post, scheduled_for: slot.text, due_at: at, happens_at: at, from_slot: 1 };
  }
}

interface DueWorkDeps extends EngineDeps {
  readonly sender: Sender;
  readonly recovery: Recovery;
  readonly removals: Removals;
}

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
   * @returns false when nothing is due, or what is due has failed and keeps its place
   */
  async continueChannel(lease: Lease): Promise<boolean> {
    const { db, clock, logger } = this.#deps;
    // A post that was only begun has a target of this channel, which usually is what is due next.
    for (let steps = 0; steps < 2; steps++) {
      const due = await findDueWork(db, lease.channel, isoNow(clock), this.#backoff.waiting());
      if (!due) return false;
      try {
        if (await this.#continueItem(lease, due)) return true;
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

  /** @returns false when something else of the channel may be continued under the same lease */
  async #continueItem(lease: Lease, { kind, id }: DueItem): Promise<boolean> {
    if (kind === 'post') return this.#beginPost(id, lease);
    const { db, clock, recovery, removals } = this.#deps;
    if (kind === 'removal') {
      await removals.continueRemoval(id, lease);
      return true;
    }
    const target = await findTarget(db, id);
    // If the process was frozen since the target was found, another may have the lease and the target.
    const isDue = target?.due_at != null && target.due_at <= isoNow(clock) && (await lease.isStill());
    if (isDue) await recovery.continueTarget(target, lease);
    return true;
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
   * @returns true when the lease was used and has ended
   */
  async #beginPost(postId: string, lease: Lease): Promise<boolean> {
    const { db, clock, credits, latenessWindowMs } = this.#deps;
    const post = await findPostRow(db, postId);
    // The post may have been moved since it was found.
    const isDue =
      post?.status === 'scheduled' && post.held_at === null && post.due_at !== null && post.due_at <= isoNow(clock);
    if (!isDue) {
      await syncDue(db, postId);
      return false;
    }
    const workspace = await findWorkspace(db, post.workspace_id);
    if (!workspace) return false;
    const profile = await findProfile(db, post.workspace_id, post.profile_id);
    if (!profile) return this.#endUnsent(post, 'canceled', 'its profile was deleted');
    if (clock.now() > latestStart(post, latenessWindowMs)) {
      return this.#endUnsent(post, 'missed', 'the server was stopped for too long before it could be published');
    }
    await credits.renewIfDue(workspace.id, workspace.period_end);
    const outgoing: Outgoing = { leases: new Map(), dispatches: [] };
    await this.#storeToSend({ post, workspace, profile, lease }, outgoing);
    const own = outgoing.dispatches.filter((dispatch) => dispatch.lease === lease);
    if (own.length === 0) return false;
    faultPoint('after-intent');
    // Recovery finds a result that could not be stored.
    await this.#deps.sender
      .send(own)
      .catch((err: unknown) => this.#deps.logger.error({ err, postId }, 'could not store results'));
    await lease.end();
    return true;
  }

  async #endUnsent(post: PostRow, status: 'missed' | 'canceled', why: string): Promise<false> {
    const { db, clock, logger } = this.#deps;
    const isEnded = await db.transaction().execute((trx) => endScheduled(trx, post, { status, why, clock }));
    if (isEnded) logger.warn({ postId: post.id, dueAt: post.due_at, status }, 'a scheduled post was not sent');
    return false;
  }

  /** Stores the targets of a due post. Where the credits do not suffice, each target says so. */
  async #storeToSend(due: DuePost, outgoing: Outgoing): Promise<void> {
    const { db, sender } = this.#deps;
    try {
      await db.transaction().execute((trx) => this.#store(trx, due, outgoing));
    } catch (error) {
      if (error instanceof AppError && UNCOVERED.includes(error.code)) {
        const refusal = { code: error.code, message: error.message };
        await db.transaction().execute((trx) => this.#store(trx, due, outgoing, refusal));
        return;
      }
      sender.undoSending(outgoing, error, true);
      throw error;
    }
  }

  async #store(
    trx: Queryable,
    { post, workspace, profile, lease }: DuePost,
    outgoing: Outgoing,
    refusal?: Refusal,
  ): Promise<void> {
    const { clock, connections, plans, latenessWindowMs } = this.#deps;
    const where = { profileId: profile.id, plan: plans.get(workspace.plan), connections, trx };
    const assessed = await assess(contentsOf(fromColumns(post)), where);
    const assessments = refusal ? assessed.map((one) => ({ ...one, refusal: one.refusal ?? refusal })) : assessed;
    const change = {
      status: 'publishing' as const,
      due_at: null,
      copies_due_at: null,
      ...(assessments.some((one) => one.refusal === null) && { unsent_bytes: 0 }),
      updated_at: isoNow(clock),
    };
    if (!(await updatePostIn(trx, post.id, 'scheduled', change, post.due_at))) return;
    const following = this.#following(assessments, lease);
    if (following) outgoing.leases.set(following, lease);
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
    await this.#markOthersDue(trx, dispatches, lease);
  }

  /** Has targets sent in their channels, which are due since the post is, but for those of accounts that were connected since. */
  async #markOthersDue(trx: Queryable, dispatches: readonly Dispatch[], lease: Lease): Promise<void> {
    const others = dispatches.flatMap(({ target: { channel: id, workspace_id, due_at, post_id } }) =>
      id === null || due_at === null || id === lease.channel.id ? [] : [{ id, workspace_id, due_at, post_id }],
    );
    const [first] = others;
    const known = first && (await listChannelsOfPost(trx, first.post_id));
    await markDue(
      trx,
      others.filter(({ id }) => !known?.includes(id)),
    );
  }

  /** Finds the target of the lease's channel, if its request can follow at once. The parts of a thread follow each other. */
  #following(assessments: readonly Assessment[], lease: Lease): Assessment | null {
    const own = assessments.filter(({ connection }) => connection && channelOf(connection) === lease.channel.id);
    const [only] = own.length === 1 ? own : [];
    return only && this.#deps.sender.canFollow(only) && lease.isOurs() ? only : null;
  }
}

interface DuePost {
  readonly post: PostRow;
  readonly workspace: WorkspaceRow;
  readonly profile: ProfileRow;
  readonly lease: Lease;
}

/** Channels in which a scheduled post is begun. */
function channelsOf(assessments: readonly Assessment[], profileId: string): Map<PlatformId, string> {
  return new Map(
    assessments.map(({ content: { platform }, connection }) => [
      platform,
      connection ? channelOf(connection) : channelOfProfile(profileId, platform),
    ]),
  );
}
