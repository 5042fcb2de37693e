import { type OutgoingMedia, PlatformError, type Published } from '@social/platforms';
import type { Clock } from '../../clock.ts';
import { isoNow } from '../../clock.ts';
import { faultPoint, HAS_FAULTS, isWithoutSafety } from '../../fault-points.ts';
import { timeOfId } from '../../ids.ts';
import type { Logger } from '../../logger.ts';
import type { MediaBatch, MediaSource } from '../../media/keep/media-source.ts';
import type { ConnectionRow } from '../../store/connections.ts';
import type { Database } from '../../store/schema.ts';
import type { TargetRow } from '../../store/targets.ts';
import type { Tokens } from '../connections/tokens.ts';
import type { Platforms } from '../networks/platforms.ts';
import { classify, classifyInterrupted, type Outcome, postponed } from '../targets/outcomes.ts';
import type { PlatformContent, PublishRequest } from '../targets/publish-request.ts';
import type { Settle } from '../targets/settlement.ts';
import { moveTarget } from '../targets/target-states.ts';
import { turnOf } from '../targets/thread-order.ts';
import type { SerialQueue } from '../workers/serial-queue.ts';
import { StoodStillError, type Worker } from '../workers/worker.ts';
import type { PublishProgressStore } from './publish-progress.ts';
import type { Reconciliation } from './reconciliation.ts';
import { retryUnsent } from './unsent-retry.ts';

/** One target on its way: what to send, and over which connection. */
export interface Shipment {
  readonly target: TargetRow;
  readonly content: PlatformContent;
  readonly connection: ConnectionRow;
  /** It is being sent already, by a process that died, and goes on from where that had come. */
  readonly isInterrupted?: true;
  /** Until when (milliseconds since 1970) it is sent again later if it was certainly not accepted; null: the caller is told at once. */
  readonly retryUntil: number | null;
}

export type Delivery = ReturnType<typeof createDelivery>;

interface DeliveryDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly platforms: Platforms;
  readonly tokens: Tokens;
  readonly media: MediaSource;
  readonly queue: SerialQueue;
  readonly settle: Settle;
  readonly findPublished: Reconciliation;
  readonly worker: Worker;
  readonly progress: PublishProgressStore;
  readonly upstreamTimeoutMs: number;
}

/** How an attempt ended, and when to look for its post at the network where that can tell more than the answer did. */
interface Ended {
  /** Null: it was not begun, and stays as it is. */
  readonly outcome: Outcome | null;
  readonly look?: { readonly sentAt: number; readonly isListed: boolean };
}

/** How far an attempt came: what breaks off before the driver is called has certainly sent nothing. */
interface Progress {
  /** Worker that it is claimed as, once that was tried. */
  claimingAs: string | null;
  isClaimed: boolean;
  sentAt: number | null;
}

/**
 * Sends targets whose intent and hold are already stored, and has stored what became of them. A target is marked as being
 * sent before its first byte leaves, and nothing here sends a second time what a network may have accepted.
 */
export function createDelivery(deps: DeliveryDeps) {
  const { db, clock, logger, platforms, tokens, queue, worker } = deps;
  const underWay = new Map<string, Promise<void>>();
  let isStopping = false;

  /** False: the target is not ours to send any more. */
  async function claim(target: TargetRow, progress: Progress): Promise<boolean> {
    // Taken for dead since it was stored: whoever looks next for what nobody sends finds it.
    if (!(await worker.isStill(worker.id))) return false;
    const known = { id: target.id, attempt: target.attempt, workerId: target.worker_id ?? worker.id };
    const claimingAs = worker.id;
    const at = isoNow(clock);
    progress.claimingAs = claimingAs;
    progress.isClaimed =
      (HAS_FAULTS && isWithoutSafety()) ||
      (await moveTarget(db, 'claim', known, { sent_at: at, worker_id: claimingAs, updated_at: at }));
    return progress.isClaimed;
  }

  /** Null: the target is not sent, because it is not its turn, the server stops or somebody else has taken it; it stays as it is. */
  async function send(
    { target, content, connection, isInterrupted }: Shipment,
    request: PublishRequest,
    loading: Promise<OutgoingMedia[]>,
    progress: Progress,
  ): Promise<Outcome | null> {
    if (isStopping) return null;
    const order = await turnOf(db, target);
    if (order.kind === 'later') return null;
    if (order.kind === 'never') return { state: 'failed', code: order.code, message: order.message };
    const media = await loading;
    faultPoint('before-claim');
    if (isInterrupted) {
      progress.claimingAs = target.worker_id;
      progress.isClaimed = true;
    } else if (!(await claim(target, progress))) return null;
    faultPoint('before-send');
    const { driver } = platforms.of(connection) ?? platforms.require(target.platform);
    const record = deps.progress.record(target, connection, progress.claimingAs ?? '');
    const { replyTo } = order;
    const post = { text: content.text, media, meta: request.meta, ...(replyTo !== null && { replyTo }) };
    const published = await tokens.withAccount(connection, (account) => {
      const publish = async () => {
        // Frozen since it was claimed, for example: others may have given it up, and the user sent it again.
        if (!(await worker.isStill(progress.claimingAs ?? ''))) throw new StoodStillError();
        progress.sentAt ??= clock.now();
        const { saveCheckpoint, onProgress } = record;
        const context = {
          timeoutMs: deps.upstreamTimeoutMs,
          uploadTimeoutMs: deps.upstreamTimeoutMs * 4,
          checkpoint: record.checkpoint(),
          saveCheckpoint,
          onProgress,
        };
        const answer = driver.publish(post, account, context);
        faultPoint('after-send');
        return answer;
      };
      return retryUnsent(publish, () => isStopping);
    });
    faultPoint('after-response');
    return { state: 'published', published, isProven: false };
  }

  /** Never rejects. */
  async function attempt(
    shipment: Shipment,
    request: PublishRequest,
    loading: Promise<OutgoingMedia[]>,
    progress: Progress,
  ): Promise<Ended> {
    try {
      return { outcome: await send(shipment, request, loading, progress) };
    } catch (error) {
      return endOf(error, shipment, progress);
    }
  }

  function endOf(error: unknown, shipment: Shipment, progress: Progress): Ended {
    const { target } = shipment;
    // In the middle of a publish: whoever takes it over goes on from its checkpoint, or looks what has become of it.
    if (error instanceof StoodStillError && progress.sentAt !== null) return { outcome: null };
    const outcome = shipment.isInterrupted
      ? classifyInterrupted(error, target, logger)
      : classify(error, target, progress.sentAt !== null, logger);
    if (outcome.state === 'unknown') {
      return { outcome, look: { sentAt: progress.sentAt ?? clock.now(), isListed: false } };
    }
    // The network has this text already: from an earlier attempt of this very target whose answer was lost, perhaps.
    if (error instanceof PlatformError && error.code === 'duplicate_content') {
      return { outcome, look: { sentAt: timeOfId(target.id), isListed: true } };
    }
    return { outcome: postponed(outcome, { error, shipment, now: clock.now() }) ?? outcome };
  }

  // Results are stored while it is still the account's turn: who reads the account next must know each post that is there.
  async function ship(shipment: Shipment, request: PublishRequest, files: MediaBatch, profileName: string) {
    const progress: Progress = { claimingAs: null, isClaimed: false, sentAt: null };
    const { content, connection } = shipment;
    // Files are fetched while the account is still busy, but the turn is kept: a later post must not overtake.
    const loading = files.load(content);
    loading.catch(() => undefined);
    const settle = async (outcome: Outcome | null) => {
      if (!outcome) return;
      const { isClaimed, claimingAs } = progress;
      await deps.settle({ ...shipment, profileName, isClaimed, ...(claimingAs !== null && { claimingAs }) }, outcome);
      faultPoint('after-settle');
    };
    const began: { ended?: Ended } = {};
    const turn = async () => {
      const ended = await attempt(shipment, request, loading, progress);
      began.ended = ended;
      if (!ended.look) await settle(ended.outcome);
    };
    await queue.run(connection.id, turn).catch(async (error: unknown) => {
      if (began.ended) throw error;
      await settle(endOf(error, shipment, progress).outcome);
    });
    const { outcome = null, look } = began.ended ?? {};
    if (!look) return;
    const lost = { platform: shipment.target.platform, text: content.text, connection, ...look };
    const prove = (published: Published) => settle({ state: 'published', published, isProven: true });
    if (!(await deps.findPublished(lost, prove))) await settle(outcome);
  }

  async function shipThread(
    parts: readonly Shipment[],
    request: PublishRequest,
    files: MediaBatch,
    profileName: string,
  ): Promise<void> {
    for (const part of parts) await ship(part, request, files, profileName);
  }

  return {
    /**
     * Sends the shipments of one post at the same time, each platform independent of the others; the parts of a thread one
     * after another. Resolves when all are stored; rejects only when storing failed.
     */
    async deliver(shipments: readonly Shipment[], request: PublishRequest, profileName: string): Promise<void> {
      const files = deps.media.openBatch(shipments[0]?.target.workspace_id ?? '');
      const threads = Map.groupBy(shipments, ({ target }) => target.platform);
      const running = [...threads.values()].map((parts) => {
        const done: Promise<void> = shipThread(parts, request, files, profileName).finally(() => {
          // A part that failed may be on its way again, before the last one of its thread has ended.
          for (const { target } of parts) if (underWay.get(target.id) === done) underWay.delete(target.id);
        });
        for (const { target } of parts) underWay.set(target.id, done);
        return done;
      });
      try {
        await Promise.all(running);
      } finally {
        // Where storing one result fails, the others still need their files.
        await Promise.allSettled(running);
        await files.close();
      }
    },

    /** Whether this process is sending the target now. */
    isUnderWay: (targetId: string): boolean => underWay.has(targetId),

    /** Begins nothing more (what waits stays pending for the next start) and resolves when nothing is on its way. */
    async stop(): Promise<void> {
      isStopping = true;
      await Promise.allSettled([...underWay.values()]);
    },
  };
}
