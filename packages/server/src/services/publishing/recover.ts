// What did not go straight: targets whose process died while it sent them, and those whose answer was lost. `Recovery.freeLeft` finds
// what dead processes left; `due.ts` continues it, one lease at a time, with the same steps as a publish: `send.ts` and `settle.ts`.
import { isoNow } from '../../clock.ts';
import type { ConnectionRow } from '../../store/connections/connections.ts';
import { lockWorkspace } from '../../store/database/locks.ts';
import { updatePostIn } from '../../store/posts/posts.ts';
import { RESTORED_AT, readMeta } from '../../store/server-meta.ts';
import { freeRemovals, listRemovalsOfWorker, lookAtUnknownRemovals } from '../../store/targets/removals.ts';
import {
  adoptTarget,
  freeTargets,
  listOpenOfWorker,
  lookAtUnknown,
  setDue,
  type TargetRow,
} from '../../store/targets/targets.ts';
import { channelOf } from '../connections/accounts.ts';
import type { Uploads } from '../networks/uploads.ts';
import type { Channels, Lease } from '../workers/channels.ts';
import { failedAsMissed, isTooLate, readStored, type StoredTarget } from './accept.ts';
import { type LostPosts, nextLookAt, repeatableUntil, withRepeats } from './outcomes.ts';
import type { Removals } from './remove.ts';
import { type Sender, threadGate } from './send.ts';
import type { Settlement } from './settle.ts';
import type { EngineDeps, TargetStates } from './states.ts';

/** Age of the unknown outcomes of publishes and removals that a start looks at. */
const LOOK_BACK_AT_START_MS = 24 * 3_600_000;

/** Age at which this process takes up what it left itself because it could not write to the database. */
const OWN_LEFTOVER_MS = 60_000;

interface RecoveryDeps extends EngineDeps {
  readonly channels: Channels;
  readonly removals: Removals;
  readonly sender: Sender;
  readonly settlement: Settlement;
  readonly lostPosts: LostPosts;
  readonly states: TargetStates;
  readonly uploads: Uploads;
}

/** Continues targets whose sending was interrupted, and looks for posts whose answer was lost. */
export class Recovery {
  readonly #deps: RecoveryDeps;

  constructor(deps: RecoveryDeps) {
    this.#deps = deps;
  }

  /** Frees the targets and removals that no living process works on, and ends stray leases: `due.ts` finds them due. */
  async freeLeft(): Promise<void> {
    await endOfAll([this.#freeTargets(), this.#freeRemovals()]);
  }

  async #freeTargets(): Promise<void> {
    const { db, clock, channels, sender, worker } = this.#deps;
    const before = new Date(clock.now() - OWN_LEFTOVER_MS).toISOString();
    const workerId = worker.id;
    const isLeft = ({ id, channel }: TargetRow) =>
      !sender.isUnderWay(id) && (channel === null || !channels.isBusy(channel));
    const ids = (await listOpenOfWorker(db, workerId, before)).filter(isLeft).map(({ id }) => id);
    await freeTargets(db, isoNow(clock), { ids, workerId, before });
    await channels.endStray();
  }

  async #freeRemovals(): Promise<void> {
    const { db, clock, removals, worker } = this.#deps;
    const before = new Date(clock.now() - OWN_LEFTOVER_MS).toISOString();
    const own = await listRemovalsOfWorker(db, worker.id, before);
    const ids = own.filter((id) => !removals.isUnderWay(id));
    await freeRemovals(db, isoNow(clock), { ids, workerId: worker.id, before });
  }

  /** Makes the unknown outcomes of the last day due for a look. */
  async planLooks(): Promise<void> {
    const { db, clock } = this.#deps;
    const day = { after: new Date(clock.now() - LOOK_BACK_AT_START_MS).toISOString(), at: isoNow(clock) };
    await endOfAll([lookAtUnknown(db, day), lookAtUnknownRemovals(db, day)]);
  }

  /** Returns true when the dead process has certainly sent nothing: without a checkpoint, at a driver that stores one first. */
  #hasSentNothing({ target }: StoredTarget, connection: ConnectionRow): boolean {
    // Another account may be connected now.
    if (target.checkpoint !== null || channelOf(connection) !== target.channel) return false;
    return this.#deps.platforms.of(connection)?.driver.storesCheckpointFirst === true;
  }

  /**
   * Continues a target that a dead process was sending from its checkpoint, else looks for the post at the network. A driver
   * resumes from its own checkpoint without a second post, however late: it asks the network first.
   * @returns false when another process was faster, or the post was deleted
   */
  async continueSending(target: TargetRow, lease: Lease): Promise<boolean> {
    const { db, clock, logger, sender, settlement, uploads, worker } = this.#deps;
    const stored = await readStored(target, this.#deps);
    if (!stored) return false;
    const { connection } = stored;
    const sentNothing = connection !== null && this.#hasSentNothing(stored, connection);
    const isMissed = sentNothing && isTooLate(stored, null, this.#deps);
    const beginsAgain = sentNothing && !isMissed;
    // A publish that begins again is sent now: looks and repetitions count from here.
    const adopted = { worker_id: worker.id, ...(beginsAgain && { sent_at: isoNow(clock) }) };
    const row = await adoptTarget(db, target, adopted);
    if (row === null) return false;
    const { post_id: postId, platform } = target;
    const ours = { ...stored, target: row };
    const claim = { as: worker.id, isCertain: true };
    if (connection && uploads.checkpointOf(target, connection) !== null) {
      logger.warn({ postId, platform }, 'a publish was interrupted; it continues from its checkpoint');
      await sender.send([{ ...ours, connection, lease, isResumed: true }]);
    } else if (isMissed) {
      await settlement.settle(ours, failedAsMissed(platform), claim);
    } else if (connection && beginsAgain) {
      logger.warn({ postId, platform }, 'a publish was interrupted before anything was sent; it begins again');
      await sender.send([{ ...ours, connection, lease }]);
    } else {
      logger.warn({ postId, platform }, 'a publish was interrupted; its outcome is unknown until the network is read');
      if ((await this.#search(ours)).isFound) return true;
      const message = `publishing to ${platform} was interrupted; look at the account, then resolve it with: social post resolve ${postId}`;
      const outcome = { state: 'unknown', code: 'outcome_unknown', message } as const;
      const until = await this.#repeatableUntil(ours);
      await settlement.settle(ours, withRepeats(outcome, until, this.#deps.clock.now()), claim);
    }
    return true;
  }

  /** Looks for the post at the network and stores it. @returns whether it was found, and whether that can be told */
  async #search(stored: StoredTarget, isListed = false): Promise<{ isFound: boolean; isComplete: boolean }> {
    const { lostPosts, settlement } = this.#deps;
    const { target, connection } = stored;
    // The profile may be connected to another account now, whose posts say nothing about this target.
    if (!connection || channelOf(connection) !== target.channel) return { isFound: false, isComplete: false };
    const sentAt = Date.parse(target.sent_at ?? target.updated_at);
    const { published, isComplete } = await lostPosts.find({ ...stored, connection }, { sentAt, isListed });
    if (published) await settlement.settle(stored, { state: 'published', published }, null);
    return { isFound: published !== null, isComplete };
  }

  /** Looks again for a post whose outcome is unknown. Where it is not found, resumes it if the network takes a post once. */
  async lookAgain(target: TargetRow, lease: Lease): Promise<void> {
    const { db, clock } = this.#deps;
    const stored = target.sent_at === null ? undefined : await readStored(target, this.#deps);
    const until = stored ? await this.#repeatableUntil(stored) : null;
    // A look that fails is not repeated before its next time, so that the network is not asked again and again.
    await setDue(db, target, nextLookAt(target.sent_at ?? target.updated_at, clock.now(), until));
    if (!stored) return;
    const { isFound, isComplete } = await this.#search(stored, true);
    // What could not be read may be there.
    if (!isFound && isComplete && until !== null) await this.#repeat(stored, until, lease);
  }

  /**
   * The instant until which a target may be sent again whose answer was lost; null where it may not: another account is connected, a
   * backup was restored since it was sent, or the clock was set back.
   */
  async #repeatableUntil({ target, content, connection }: StoredTarget): Promise<number | null> {
    const { db, clock, platforms, uploads } = this.#deps;
    const { sent_at: sent, channel } = target;
    if (!connection || sent === null || channelOf(connection) !== channel || Date.parse(sent) > clock.now())
      return null;
    const restored = await readMeta(db, RESTORED_AT);
    if (restored !== undefined && sent <= restored) return null;
    const request = { sentAt: Date.parse(sent), checkpoint: uploads.checkpointOf(target, connection) };
    return repeatableUntil({ content, connection }, platforms.of(connection)?.driver, request);
  }

  /** Sends a target again whose answer was lost, while its network takes the same request only once. */
  async #repeat(stored: StoredTarget, until: number, lease: Lease): Promise<void> {
    const { db, clock, logger, sender, states, worker } = this.#deps;
    const { target, post, connection } = stored;
    if (!connection || clock.now() >= until) return;
    // Before the post is reopened: without the part before, the thread would have a gap.
    if ((await threadGate(db, target)).kind !== 'now') return;
    const change = { worker_id: worker.id, error: null, code: null, updated_at: isoNow(clock) };
    const repeated = await db.transaction().execute(async (trx) => {
      const applied = await states.apply(trx, 'repeat', stored, { change });
      // Another target that ends now must see this one: it locks the workspace too.
      await lockWorkspace(trx, post.workspace_id);
      const reopened = { status: 'publishing', updated_at: change.updated_at } as const;
      if (applied) await updatePostIn(trx, post.id, 'published', reopened);
      return applied?.target;
    });
    if (!repeated) return;
    logger.warn({ postId: post.id, platform: target.platform }, 'an unknown publish is sent again');
    const dispatch = { ...stored, connection, target: repeated, place: null, lease };
    await sender.send([{ ...dispatch, isResumed: true, isRepeat: true }]);
  }
}

/** Waits for all works, also when one fails. @throws AggregateError of the failures */
async function endOfAll(works: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(works);
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  if (errors.length > 0) throw new AggregateError(errors, 'what dead processes left could not be freed yet');
}
