import { type OutgoingMedia, PlatformError } from '@social/platforms';
import type { Clock } from '../clock.ts';
import { isoNow } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { type MediaBatch, MediaError, type MediaSource } from '../media/media-source.ts';
import type { ConnectionRow } from '../store/connections.ts';
import { type TargetRow, updateTargetIn } from '../store/posts.ts';
import type { Database } from '../store/schema.ts';
import type { Platforms } from './platforms.ts';
import type { PlatformContent, PublishRequest } from './publish-request.ts';
import type { Reconciliation } from './reconciliation.ts';
import type { SerialQueue } from './serial-queue.ts';
import type { Outcome, Settle } from './settlement.ts';
import type { Tokens } from './tokens.ts';
import { retryUnsent } from './unsent-retry.ts';

/** One target on its way: what to send, and over which connection. */
export interface Shipment {
  readonly target: TargetRow;
  readonly content: PlatformContent;
  readonly connection: ConnectionRow;
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
  readonly upstreamTimeoutMs: number;
}

/** How far an attempt came: what breaks off before the driver is called has certainly sent nothing. */
interface Progress {
  isClaimed: boolean;
  sentAt: number | null;
}

/**
 * Sends targets whose intent and hold are already stored, and has stored what became of them. A target is marked as being
 * sent before its first byte leaves, and nothing here sends a second time what a network may have accepted.
 */
export function createDelivery(deps: DeliveryDeps) {
  const { db, clock, logger, platforms, tokens, queue } = deps;
  const underWay = new Map<string, Promise<void>>();
  let isStopping = false;

  /** Null: the target is not sent, because the server stops or somebody else has taken it; it stays as it is. */
  async function send(
    { target, content, connection }: Shipment,
    request: PublishRequest,
    loading: Promise<OutgoingMedia[]>,
    progress: Progress,
  ): Promise<Outcome | null> {
    if (isStopping) return null;
    const media = await loading;
    const isOurs = await updateTargetIn(db, target.id, ['pending'], { state: 'sending', sent_at: isoNow(clock) });
    if (!isOurs) return null;
    progress.isClaimed = true;
    const { driver } = platforms.require(target.platform);
    const post = { text: content.text, media, meta: request.meta };
    const published = await tokens.withAccount(connection, (account) => {
      progress.sentAt ??= clock.now();
      const publish = () => driver.publish(post, account, { timeoutMs: deps.upstreamTimeoutMs });
      return retryUnsent(publish, () => isStopping);
    });
    return { state: 'published', published };
  }

  async function attempt(
    shipment: Shipment,
    request: PublishRequest,
    files: MediaBatch,
    progress: Progress,
  ): Promise<Outcome | null> {
    const { target, content, connection } = shipment;
    // Files are fetched while the account is still busy, but the turn is kept: a later post must not overtake.
    const loading = files.load(content);
    loading.catch(() => undefined);
    try {
      return await queue.run(connection.id, () => send(shipment, request, loading, progress));
    } catch (error) {
      const outcome = toOutcome(error, target, progress, logger);
      if (outcome.state !== 'unknown' || progress.sentAt === null) return outcome;
      const lost = { platform: target.platform, text: content.text, sentAt: progress.sentAt, connection };
      const published = await deps.findPublished(lost);
      return published ? { state: 'published', published } : outcome;
    }
  }

  async function ship(shipment: Shipment, request: PublishRequest, files: MediaBatch, profileName: string) {
    const progress: Progress = { isClaimed: false, sentAt: null };
    const outcome = await attempt(shipment, request, files, progress);
    if (!outcome) return;
    // Another process may have called it unknown meanwhile: a result is better evidence than that.
    const sent = outcome.state === 'published' ? (['sending', 'unknown'] as const) : (['sending'] as const);
    await deps.settle({ ...shipment, profileName, from: progress.isClaimed ? sent : ['pending'] }, outcome);
  }

  return {
    /**
     * Sends the shipments of one post at the same time, each independent of the others. Resolves when all are stored;
     * rejects only when storing failed.
     */
    async deliver(shipments: readonly Shipment[], request: PublishRequest, profileName: string): Promise<void> {
      const files = deps.media.openBatch();
      const running = shipments.map((shipment) => {
        const done = ship(shipment, request, files, profileName).finally(() => underWay.delete(shipment.target.id));
        underWay.set(shipment.target.id, done);
        return done;
      });
      await Promise.all(running);
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

function toOutcome(error: unknown, target: TargetRow, progress: Progress, logger: Logger): Outcome {
  const { platform, post_id: postId } = target;
  if (error instanceof MediaError) return { state: 'failed', code: error.code, message: error.message };
  if (error instanceof PlatformError) {
    const { kind, status, upstreamCode: upstream, code, message } = error;
    logger.warn({ platform, postId, kind, status, upstream }, 'a platform did not publish');
    return { state: kind === 'outcome-unknown' ? 'unknown' : 'failed', code, message };
  }
  logger.error({ err: error, platform, postId }, 'publishing broke off');
  if (progress.sentAt === null) {
    return {
      state: 'failed',
      code: 'unavailable',
      message: 'the server had trouble before anything was sent; retry it',
    };
  }
  // Nobody knows how far the request came: it must not be taken for a failure that may be repeated.
  return {
    state: 'unknown',
    code: 'outcome_unknown',
    message: `publishing to ${platform} broke off; look at the account before publishing again`,
  };
}
