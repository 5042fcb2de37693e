import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import { isoNow } from '../../clock.ts';
import { AppError, keyInProgress } from '../../errors.ts';
import { faultPoint } from '../../fault-points.ts';
import { newId } from '../../ids.ts';
import type { Logger } from '../../logger.ts';
import { appendActivity } from '../../store/activity-log.ts';
import { type DialectName, lockWorkspace } from '../../store/dialects.ts';
import { type HeldKey, linkPost } from '../../store/idempotency-keys.ts';
import { findPost, finishPost, insertPost, type PostRow, type PostWithTargets } from '../../store/posts.ts';
import { findProfile, type ProfileRow } from '../../store/profiles.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { insertTargets, type TargetRow } from '../../store/targets.ts';
import type { Connections } from '../connections/connections.ts';
import type { Credits } from '../credits/credits.ts';
import type { Plan } from '../credits/plans.ts';
import type { QuotaChecks } from '../credits/quotas.ts';
import type { Delivery, Shipment } from '../delivery/delivery.ts';
import { type Assessment, assess } from '../targets/assessment.ts';
import { contentsOf, type PlatformContent, type PublishRequest } from '../targets/publish-request.ts';
import { holdIdOf } from '../targets/settlement.ts';
import { toColumns } from '../targets/stored-request.ts';
import { newTarget, refusedEntry } from '../targets/targets.ts';
import type { Worker } from '../workers/worker.ts';

/** Who publishes, and for which profile. */
export interface Publisher {
  readonly workspaceId: string;
  readonly plan: Plan;
  readonly profile: ProfileRow;
  /** Idempotency-Key of the call, to be tied to the post in the post's own transaction. */
  readonly idempotencyKey: HeldKey | null;
}

/** When a post is to go out. */
export interface Timing {
  /** As it was given, and in milliseconds; null: now. */
  readonly scheduledFor: { readonly text: string; readonly at: number } | null;
}

export type Publishing = ReturnType<typeof createPublishing>;

interface PublishingDeps {
  readonly db: Database;
  readonly dialect: DialectName;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly credits: Credits;
  readonly connections: Connections;
  readonly delivery: Delivery;
  readonly worker: Worker;
  readonly quotas: QuotaChecks;
  /** How long a call waits for its platforms. */
  readonly publishTimeoutMs: number;
}

/** Publishes posts: everything is checked, then intent and holds are stored, then it is sent and the results stored. */
export function createPublishing(deps: PublishingDeps) {
  const { db, clock, credits, connections, delivery } = deps;

  async function check(request: PublishRequest, publisher: Publisher): Promise<Assessment[]> {
    const contents = contentsOf(request);
    const wrong = contents.find(({ problem }) => problem !== null);
    if (wrong?.problem) throw wrong.problem;
    return assessAll(contents, publisher);
  }

  async function assessAll(contents: readonly PlatformContent[], publisher: Publisher): Promise<Assessment[]> {
    const assessments = await assess(contents, {
      profileId: publisher.profile.id,
      plan: publisher.plan,
      connections,
    });
    const gated = assessments.every(({ refusal }) => refusal?.code === 'paid_plan_required');
    if (gated) throw new AppError('paid_plan_required', `${assessments[0]?.refusal?.message}; nothing was sent`);
    return assessments;
  }

  /** Stores the targets: refused ones as failed, the others as pending with their credits held. */
  async function storeTargets(
    trx: Queryable,
    post: PostRow,
    assessments: readonly Assessment[],
    { profileName, retryUntil }: { profileName: string; retryUntil: number | null },
  ): Promise<{ targets: TargetRow[]; shipments: Shipment[] }> {
    const at = isoNow(clock);
    const workerId = deps.worker.id;
    const targets = assessments.map((assessment, position) => newTarget(post, assessment, { position, at, workerId }));
    await insertTargets(trx, targets);
    const shipments: Shipment[] = [];
    const holds: { id: string; amount: number }[] = [];
    for (const [index, { content, connection, refusal, cost }] of assessments.entries()) {
      const target = targets[index];
      if (!target) continue;
      if (refusal) {
        if (content.part > 1) continue;
        await appendActivity(trx, refusedEntry(target, refusal, { text: content.text, profileName }));
      } else {
        shipments.push({ target, content, connection, retryUntil });
        holds.push({ id: holdIdOf(target), amount: cost });
      }
    }
    await credits.reserve(trx, post.workspace_id, holds);
    if (shipments.length === 0) await finishPost(trx, post.id, at);
    return { targets, shipments };
  }

  function newPost(request: PublishRequest, publisher: Publisher, timing: Timing, scheduled: boolean): PostRow {
    const at = isoNow(clock);
    const scheduledAt = timing.scheduledFor && new Date(timing.scheduledFor.at).toISOString();
    return {
      id: newId(),
      workspace_id: publisher.workspaceId,
      profile_id: publisher.profile.id,
      profile_slug: publisher.profile.slug,
      ...toColumns(request),
      status: scheduled ? 'scheduled' : 'publishing',
      scheduled_for: timing.scheduledFor?.text ?? null,
      due_at: scheduled ? scheduledAt : null,
      held_at: null,
      happens_at: scheduledAt ?? at,
      unsent_bytes: 0,
      created_at: at,
      updated_at: at,
    };
  }

  async function link(trx: Queryable, publisher: Publisher, postId: string): Promise<void> {
    if (publisher.idempotencyKey === null) return;
    const isHeld = await linkPost(trx, { workspaceId: publisher.workspaceId, ...publisher.idempotencyKey }, postId);
    // Another call took the key over, because this one took too long: that one answers now.
    if (!isHeld) throw keyInProgress();
  }

  /** Makes sure that a profile which is being deleted at this moment gets no new post. @throws AppError */
  async function keepProfile(trx: Queryable, { workspaceId, profile }: Publisher): Promise<void> {
    await lockWorkspace(deps.dialect, trx, workspaceId);
    if (!(await findProfile(trx, workspaceId, profile.id))) {
      throw new AppError('profile_not_found', 'The profile was deleted at this moment; nothing was stored');
    }
  }

  /** Sends and waits for the results, but not longer than a call may take; what is slower is stored when it ends. */
  async function deliverInTime(shipments: Shipment[], request: PublishRequest, profileName: string): Promise<void> {
    // A result that cannot be stored is found out later: a failure now would be answered by sending it all again.
    const delivered = delivery
      .deliver(shipments, request, profileName)
      .catch((error: unknown) => deps.logger.error({ err: error }, 'results could not be stored'));
    const timeout = new AbortController();
    const late = delay(deps.publishTimeoutMs, undefined, { signal: timeout.signal }).catch(() => undefined);
    await Promise.race([delivered, late]);
    timeout.abort();
  }

  /**
   * The post as it is stored now, or as it was stored where the database cannot be read: who is told of a failure instead
   * would publish it again. @throws AppError not_found
   */
  async function readAfter(stored: PostWithTargets): Promise<PostWithTargets> {
    const { id, workspace_id: workspaceId } = stored.post;
    const found = await findPost(db, workspaceId, id).catch((error: unknown) => {
      deps.logger.error({ err: error, postId: id }, 'a post cannot be read; it is answered as it was stored');
      return stored;
    });
    if (!found) throw new AppError('not_found', 'The post was deleted meanwhile');
    return found;
  }

  return {
    storeTargets,
    deliverInTime,
    deliver: delivery.deliver,

    /**
     * Publishes now, or stores a post for a time in the future.
     * @throws AppError invalid_request, paid_plan_required, insufficient_credits, quota_exceeded; nothing is stored or sent then
     */
    async publish(request: PublishRequest, publisher: Publisher, timing: Timing): Promise<PostWithTargets> {
      const assessments = await check(request, publisher);
      const scheduled = timing.scheduledFor !== null && timing.scheduledFor.at > clock.now();
      const post = newPost(request, publisher, timing, scheduled);
      const isUnsent = scheduled || assessments.every(({ refusal }) => refusal !== null);
      const { targets, shipments } = await db.transaction().execute(async (trx) => {
        // Under the workspace's lock, so that calls at once cannot pass the quota together.
        if (isUnsent) await keepProfile(trx, publisher);
        const bytes = isUnsent ? bytesOf(post, publisher) : 0;
        if (isUnsent)
          await deps.quotas.oneMoreUnsentPost(trx, publisher.workspaceId, { bytes, isScheduled: scheduled });
        await insertPost(trx, { ...post, unsent_bytes: bytes });
        await link(trx, publisher, post.id);
        const { name: profileName } = publisher.profile;
        if (scheduled) return { targets: [], shipments: [] };
        return storeTargets(trx, post, assessments, { profileName, retryUntil: null });
      });
      faultPoint('after-reserve');
      if (shipments.length > 0) await deliverInTime(shipments, request, publisher.profile.name);
      return readAfter({ post, targets });
    },

    /** Every check and the cost; nothing is stored, sent or charged. A text that is too long is that platform's problem. */
    preview(request: PublishRequest, publisher: Publisher): Promise<Assessment[]> {
      return assessAll(contentsOf(request), publisher);
    },

    readAfter,
  };
}

const ROW_BYTES = 1_000;

/** About what a post takes of the database: itself, the stored answer of its key, and a result and a log entry per platform. */
function bytesOf(post: PostRow, { idempotencyKey }: Publisher): number {
  const content = [post.text, post.thread, post.media_urls, post.media, post.meta, post.overrides, post.source];
  const bytes = content.reduce((sum, part) => sum + Buffer.byteLength(part ?? ''), 0);
  const platforms = (JSON.parse(post.platforms) as string[]).length;
  const copies = 1 + (idempotencyKey === null ? 0 : 1);
  return copies * bytes + platforms * Buffer.byteLength(post.text) + (copies + platforms) * ROW_BYTES;
}
