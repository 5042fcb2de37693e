import type { ErrorCode } from '@social/types';
import { type Clock, isoNow } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import type { ConnectionRow } from '../../store/connections/connections.ts';
import { lockWorkspace } from '../../store/database/locks.ts';
import { type PostRow, updatePostIn } from '../../store/posts/posts.ts';
import type { Database } from '../../store/schema.ts';
import { adoptTarget, findPart, setDue, type TargetRow } from '../../store/targets/targets.ts';
import type { Connections } from '../connections/connections.ts';
import type { Platforms } from '../networks/platforms.ts';
import type { ApplyEvent } from '../targets/apply-event.ts';
import { type Dispatch, readTargetInLog, type TargetInLog } from '../targets/dispatch.ts';
import { nextLookAt } from '../targets/outcomes.ts';
import type { StoreOutcome } from '../targets/store-outcome.ts';
import { latestStart } from '../targets/stored-request.ts';
import { accountLabel } from '../targets/target-rows.ts';
import { threadGate } from '../targets/thread-order.ts';
import type { Turn } from '../workers/turns.ts';
import type { Worker } from '../workers/worker.ts';
import type { Delivery } from './delivery.ts';
import type { Reconciliation } from './reconciliation.ts';
import type { UploadProgress } from './upload-progress.ts';

/** A dispatch read from the database. Its connection is null when the profile has no usable one. */
type StoredTarget = TargetInLog &
  Pick<Dispatch, 'retryUntil'> & { readonly post: PostRow; readonly connection: ConnectionRow | null };

export type TakeOver = ReturnType<typeof createTakeOver>;

/**
 * Makes the service that continues stored targets in their turns: those of due posts, postponed ones, those whose process died, and
 * unknown outcomes.
 */
export function createTakeOver(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  connections: Connections;
  delivery: Delivery;
  storeOutcome: StoreOutcome;
  findPublished: Reconciliation;
  applyEvent: ApplyEvent;
  platforms: Platforms;
  worker: Worker;
  uploads: UploadProgress;
  latenessWindowMs: number;
}) {
  const { db, clock, logger, delivery, storeOutcome, worker, latenessWindowMs } = deps;

  /** Reads what belongs to a target, with the present connection. @returns undefined when the post was deleted */
  async function read(target: TargetRow): Promise<StoredTarget | undefined> {
    const found = await readTargetInLog(db, target);
    if (!found) return undefined;
    const connection = await deps.connections.find(found.post.profile_id, target.platform);
    return { ...found, connection, retryUntil: retryUntil(found.post) };
  }

  function retryUntil(post: PostRow): number | null {
    return post.scheduled_for === null ? null : latestStart(post, latenessWindowMs);
  }

  /** @param publishedBefore instant at which the part before was published, ISO 8601; null for the first part */
  function isTooLate({ target, post }: StoredTarget, publishedBefore: string | null): boolean {
    const latest = target.not_before === null ? null : retryUntil(post);
    const since = Math.max(Date.parse(target.updated_at), Date.parse(publishedBefore ?? target.updated_at));
    return clock.now() > (latest ?? since + latenessWindowMs);
  }

  /** Sends a pending target, or ends it as failed when it is too late or has no connection. */
  async function takeOverPending(target: TargetRow, turn?: Turn): Promise<void> {
    const stored = await read(target);
    if (!stored) return;
    const { connection } = stored;
    const sender = connection && { connection_id: connection.id, account: accountLabel(connection) };
    const adopted = { worker_id: worker.id, ...sender };
    if (!(await adoptTarget(db, target, adopted))) return;
    // The due time stays known, for the place of the target if it is postponed.
    const ours = { ...stored, target: { ...target, ...adopted, not_before: null } };
    const end = async (code: ErrorCode, message: string) => {
      await storeOutcome(ours, { state: 'failed', code, message }, null);
    };
    const order = await threadGate(db, ours.target);
    if (order.kind === 'never') return end(order.code, order.message);
    if (isTooLate(stored, order.kind === 'now' ? order.since : null)) {
      return end('missed', missedMessage(target.platform));
    }
    if (!connection) return end('not_connected', `${target.platform} was disconnected before the post was sent`);
    await delivery.deliver([{ ...ours, connection, ...(turn && { turn }) }]);
  }

  /** Returns true when the dead process has certainly sent nothing: without a checkpoint, at a driver that stores one first. */
  function isUnsent({ target, connection }: StoredTarget): boolean {
    // Another account may be connected now.
    if (!connection || target.checkpoint !== null || accountLabel(connection) !== target.account) return false;
    return deps.platforms.of(connection)?.driver.storesCheckpointFirst === true;
  }

  /**
   * Continues a target that a dead process was sending from its checkpoint, else looks for the post at the network. A driver
   * resumes from its own checkpoint without a second post, however late: it asks the network first.
   * @returns false when another process was faster, or the post was deleted
   */
  async function takeOverSending(target: TargetRow, turn: Turn): Promise<boolean> {
    const stored = await read(target);
    if (!stored) return false;
    const isMissed = isTooLate(stored, null);
    // A publish that begins again is sent now: looks and repetitions count from here.
    const adopted = { worker_id: worker.id, ...(isUnsent(stored) && !isMissed && { sent_at: isoNow(clock) }) };
    if (!(await adoptTarget(db, target, adopted))) return false;
    const { post_id: postId, platform } = target;
    const { connection } = stored;
    const ours = { ...stored, target: { ...target, ...adopted } };
    if (connection && deps.uploads.open(target, connection) !== null) {
      logger.warn({ postId, platform }, 'a publish was interrupted; it continues from its checkpoint');
      await delivery.deliver([{ ...ours, connection, turn, isResumed: true }]);
      return true;
    }
    const claim = { as: worker.id, isCertain: true };
    if (connection && isUnsent(stored)) {
      if (isMissed) {
        await storeOutcome(ours, { state: 'failed', code: 'missed', message: missedMessage(platform) }, claim);
        return true;
      }
      logger.warn({ postId, platform }, 'a publish was interrupted before anything was sent; it begins again');
      await delivery.deliver([{ ...ours, connection, turn }]);
      return true;
    }
    logger.warn({ postId, platform }, 'a publish was interrupted; its outcome is unknown until the network is read');
    if (await storeFound(stored)) return true;
    const message = `publishing to ${platform} was interrupted; look at the account, then resolve it with: social post resolve ${postId}`;
    await storeOutcome(stored, { state: 'unknown', code: 'outcome_unknown', message }, claim);
    return true;
  }

  /** Looks for the post at the network and stores it. @returns true when it was found */
  async function storeFound(stored: StoredTarget, isListed = false): Promise<boolean> {
    const { target, connection } = stored;
    // The profile may be connected to another account now, whose posts say nothing about this target.
    if (!connection || accountLabel(connection) !== target.account) return false;
    const sentAt = Date.parse(target.sent_at ?? target.updated_at);
    return deps.findPublished({ ...stored, connection }, { sentAt, isListed }, async (published) => {
      await storeOutcome(stored, { state: 'published', published, isProven: true }, null);
    });
  }

  /** Looks again for a post whose outcome is unknown. Where it is not found, resumes it if the network takes a post once. */
  async function lookAgain(target: TargetRow, turn: Turn): Promise<void> {
    // A look that fails is not repeated before its next time, so that the network is not asked again and again.
    await setDue(db, target, nextLookAt(target.sent_at ?? target.updated_at, clock.now()));
    const stored = target.sent_at === null ? undefined : await read(target);
    if (stored && !(await storeFound(stored, true))) await repeat(stored, turn);
  }

  /** Sends a target again whose answer was lost, from its checkpoint, while its network takes the same request only once. */
  async function repeat(stored: StoredTarget, turn: Turn): Promise<void> {
    const { target, post, connection } = stored;
    if (!connection || target.sent_at === null || deps.uploads.open(target, connection) === null) return;
    const until = deps.platforms.of(connection)?.driver.repeatableUntil?.(new Date(target.sent_at));
    if (until === undefined || clock.now() >= until.getTime()) return;
    const change = { worker_id: worker.id, error: null, code: null, updated_at: isoNow(clock) };
    const repeated = await db.transaction().execute(async (trx) => {
      const applied = await deps.applyEvent(trx, 'repeat', stored, { change });
      // Another target that ends now must see this one: it locks the workspace too.
      await lockWorkspace(trx, post.workspace_id);
      const reopened = { status: 'publishing', updated_at: change.updated_at } as const;
      if (applied) await updatePostIn(trx, post.id, 'published', reopened);
      return applied?.target;
    });
    if (!repeated) return;
    logger.warn({ postId: post.id, platform: target.platform }, 'an unknown publish continues from its checkpoint');
    await delivery.deliver([{ ...stored, connection, target: repeated, turn, isResumed: true }]);
  }

  /** Sends the rest of a thread. Each part waits for its turn as any other target does. */
  async function takeOverRest({ post_id, platform, part }: TargetRow): Promise<void> {
    const next = await findPart(db, { post_id, platform }, part + 1);
    if (next?.state !== 'pending' || (await threadGate(db, next)).kind === 'later') return;
    await takeOverPending(next);
    await takeOverRest(next);
  }

  return {
    /** Continues a target that is due, in the turn of its channel, then the rest of its thread. */
    async continueTarget(target: TargetRow, turn: Turn): Promise<void> {
      if (target.state === 'unknown') return lookAgain(target, turn);
      if (target.state === 'sending') {
        if (!(await takeOverSending(target, turn))) return;
      } else if (target.state === 'pending' && (await threadGate(db, target)).kind !== 'later') {
        await takeOverPending(target, turn);
      } else {
        // A part that follows another one, or a target that has ended: due for ever, it would block the channel.
        return setDue(db, target, null);
      }
      await turn.end();
      await takeOverRest(target);
    },
  };
}

function missedMessage(platform: string): string {
  return `the server was stopped for too long before it could publish to ${platform}; nothing was sent`;
}
