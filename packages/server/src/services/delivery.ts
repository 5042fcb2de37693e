import { type OutgoingMedia, PlatformError, type Published } from '@social/platforms';
import { ERROR_CODES, type ErrorCode } from '@social/types';
import type { Clock } from '../clock.ts';
import { isoNow } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { type MediaBatch, MediaError, type MediaSource } from '../media/media-source.ts';
import { appendActivity } from '../store/activity-log.ts';
import type { ConnectionRow } from '../store/connections.ts';
import { finishPost, type TargetRow, updateTargetIn } from '../store/posts.ts';
import type { Database } from '../store/schema.ts';
import type { Charge, Credits } from './credits.ts';
import type { Platforms } from './platforms.ts';
import type { PlatformContent, PublishRequest } from './publish-request.ts';
import type { Reconciliation } from './reconciliation.ts';
import type { SerialQueue } from './serial-queue.ts';
import type { Tokens } from './tokens.ts';

/** One target on its way: what to send, and over which connection. */
export interface Shipment {
  readonly target: TargetRow;
  readonly content: PlatformContent;
  readonly connection: ConnectionRow;
}

/** How a target ended. */
type Outcome =
  | { readonly state: 'published'; readonly published: Published }
  | { readonly state: 'failed' | 'unknown'; readonly code: ErrorCode; readonly message: string };

export type Delivery = ReturnType<typeof createDelivery>;

interface DeliveryDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly credits: Credits;
  readonly platforms: Platforms;
  readonly tokens: Tokens;
  readonly media: MediaSource;
  readonly queue: SerialQueue;
  readonly findPublished: Reconciliation;
  readonly upstreamTimeoutMs: number;
}

/** Name of the hold that pays for one attempt of a target. */
export function holdIdOf(target: Pick<TargetRow, 'id' | 'attempt'>): string {
  return `${target.id}.${target.attempt}`;
}

/** What publishing a target is charged as. */
export function postCharge(target: Pick<TargetRow, 'post_id' | 'platform'>): Charge {
  return {
    action: 'post.published',
    operationId: target.post_id,
    metadata: { postId: target.post_id, platform: target.platform },
  };
}

/**
 * Sends targets whose intent and hold are already stored, and stores what became of them. A target is marked as being
 * sent before its first byte leaves, and nothing here sends it a second time.
 */
export function createDelivery(deps: DeliveryDeps) {
  const { db, clock, logger, credits, platforms, tokens, queue } = deps;
  const underWay = new Map<string, Promise<void>>();

  async function send(shipment: Shipment, request: PublishRequest, media: OutgoingMedia[]): Promise<Outcome | null> {
    const { target, content, connection } = shipment;
    const started = await updateTargetIn(db, target.id, ['pending'], { state: 'sending', sent_at: isoNow(clock) });
    if (!started) return null;
    const { driver } = platforms.require(target.platform);
    const post = { text: content.text, media, meta: request.meta };
    const published = await tokens.withAccount(connection, (account) =>
      driver.publish(post, account, { timeoutMs: deps.upstreamTimeoutMs }),
    );
    return { state: 'published', published };
  }

  async function settle(
    { target, content }: Pick<Shipment, 'target' | 'content'>,
    profileName: string,
    outcome: Outcome,
  ): Promise<void> {
    const at = isoNow(clock);
    await db.transaction().execute(async (trx) => {
      const ok = outcome.state === 'published';
      const charged = ok ? await credits.settle(trx, holdIdOf(target), postCharge(target)) : 0;
      if (outcome.state === 'failed') await credits.release(trx, holdIdOf(target));
      await updateTargetIn(trx, target.id, ['pending', 'sending', 'unknown'], {
        state: outcome.state,
        updated_at: at,
        credits: charged,
        ...(ok
          ? {
              platform_post_id: outcome.published.platformPostId,
              url: outcome.published.url,
              error: null,
              code: null,
              retryable: 0,
              note: [content.note, outcome.published.note].filter(Boolean).join('; ') || null,
            }
          : { error: outcome.message, code: outcome.code, retryable: isRetryable(outcome) ? 1 : 0 }),
      });
      await appendActivity(trx, {
        workspace_id: target.workspace_id,
        action: 'post.published',
        platform: target.platform,
        profile_name: profileName,
        status: ok ? 'success' : outcome.state,
        metadata: {
          postId: target.post_id,
          text: content.text,
          credits: charged,
          ...(ok
            ? { platformPostId: outcome.published.platformPostId, url: outcome.published.url }
            : { error: outcome.message, code: outcome.code }),
        },
        created_at: at,
      });
      await finishPost(trx, target.post_id, at);
    });
  }

  async function attempt(shipment: Shipment, request: PublishRequest, files: MediaBatch): Promise<Outcome | null> {
    const { target, content, connection } = shipment;
    let sentAt = clock.now();
    try {
      const media = await files.load(content);
      return await queue.run(connection.id, () => {
        sentAt = clock.now();
        return send(shipment, request, media);
      });
    } catch (error) {
      const outcome = toOutcome(error, target, logger);
      if (outcome.state !== 'unknown') return outcome;
      const lost = { platform: target.platform, text: content.text, sentAt, connection };
      const published = await deps.findPublished(lost);
      return published ? { state: 'published', published } : outcome;
    }
  }

  return {
    settle,

    /**
     * Sends the shipments of one post at the same time, each independent of the others. Resolves when all are stored;
     * rejects only when storing failed.
     */
    async deliver(shipments: readonly Shipment[], request: PublishRequest, profileName: string): Promise<void> {
      const files = deps.media.openBatch();
      const ship = async (shipment: Shipment) => {
        const outcome = await attempt(shipment, request, files);
        if (outcome) await settle(shipment, profileName, outcome);
      };
      const running = shipments.map((shipment) => {
        const done = ship(shipment).finally(() => underWay.delete(shipment.target.id));
        underWay.set(shipment.target.id, done);
        return done;
      });
      await Promise.all(running);
    },

    /** Whether this process is sending the target now. */
    isUnderWay: (targetId: string): boolean => underWay.has(targetId),

    /** Resolves when nothing is on its way any more. */
    async drain(): Promise<void> {
      await Promise.allSettled([...underWay.values()]);
    },
  };
}

function isRetryable(outcome: { state: string; code: ErrorCode }): boolean {
  return outcome.state === 'failed' && ERROR_CODES[outcome.code].retryable;
}

function toOutcome(error: unknown, target: TargetRow, logger: Logger): Outcome {
  if (error instanceof MediaError) return { state: 'failed', code: error.code, message: error.message };
  if (error instanceof PlatformError) {
    const state = error.kind === 'outcome-unknown' ? 'unknown' : 'failed';
    logger.warn(
      {
        platform: target.platform,
        postId: target.post_id,
        kind: error.kind,
        status: error.status,
        upstream: error.upstreamCode,
      },
      'a platform did not publish',
    );
    return { state, code: error.code, message: error.message };
  }
  // Nobody knows how far the request came: it must not be taken for a failure that may be repeated.
  logger.error({ err: error, platform: target.platform, postId: target.post_id }, 'publishing broke off');
  return {
    state: 'unknown',
    code: 'outcome_unknown',
    message: `publishing to ${target.platform} broke off; look at the account before publishing again`,
  };
}
