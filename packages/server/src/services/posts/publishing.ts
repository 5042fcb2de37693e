import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError, keyInProgress } from '../../errors.ts';
import { faultPoint } from '../../fault-points.ts';
import { newId } from '../../ids.ts';
import type { Logger } from '../../logger.ts';
import { lockWorkspace } from '../../store/database/locks.ts';
import { type ClaimedKey, linkPost } from '../../store/idempotency-keys.ts';
import { findPost, insertPost, type PostRow, type PostWithTargets } from '../../store/posts.ts';
import { findProfile, type ProfileRow } from '../../store/profiles.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import type { Connections } from '../connections/connections.ts';
import type { Plan } from '../credits/plans.ts';
import type { QuotaChecks } from '../credits/quotas.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { AcceptTargets } from '../targets/accept.ts';
import { type Assessment, assess } from '../targets/assessment.ts';
import type { Dispatch } from '../targets/dispatch.ts';
import { contentsOf, type PlatformContent, type PublishRequest } from '../targets/publish-request.ts';
import { toColumns } from '../targets/stored-request.ts';

/** Workspace and profile for which a call publishes. */
export interface Publisher {
  readonly workspaceId: string;
  readonly plan: Plan;
  readonly profile: ProfileRow;
  /** Idempotency-Key of the call, which is linked to the post in the transaction that creates the post. */
  readonly idempotencyKey: ClaimedKey | null;
}

/** Requested time of a post. */
export interface Timing {
  /** Time as the caller wrote it, and in milliseconds since 1970; null for now. */
  readonly scheduledFor: { readonly text: string; readonly at: number } | null;
}

export type Publishing = ReturnType<typeof createPublishing>;

interface PublishingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly connections: Connections;
  readonly delivery: Delivery;
  readonly acceptTargets: AcceptTargets;
  readonly quotas: QuotaChecks;
  /** Longest time, in milliseconds, that a call waits for its platforms. */
  readonly publishTimeoutMs: number;
}

/** Makes the service that publishes posts: checks the request, stores targets and holds, sends, stores the results. */
export function createPublishing(deps: PublishingDeps) {
  const { db, clock, connections, delivery } = deps;

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
    const isLinked = await linkPost(trx, { workspaceId: publisher.workspaceId, ...publisher.idempotencyKey }, postId);
    // This call took so long that another call has taken over the key.
    if (!isLinked) throw keyInProgress();
  }

  /** Checks under the workspace's lock that the profile still exists. @throws AppError profile_not_found */
  async function keepProfile(trx: Queryable, { workspaceId, profile }: Publisher): Promise<void> {
    await lockWorkspace(trx, workspaceId);
    if (!(await findProfile(trx, workspaceId, profile.id))) {
      throw new AppError('profile_not_found', 'The profile has just been deleted; nothing was stored');
    }
  }

  /** Sends and waits for the results, up to the limit of a call. Slower results are stored when they arrive. */
  async function deliverInTime(dispatches: readonly Dispatch[]): Promise<void> {
    // Recovery finds a result that could not be stored. An error here would make the caller send everything again.
    const delivered = delivery
      .deliver(dispatches)
      .catch((error: unknown) => deps.logger.error({ err: error }, 'could not store results'));
    const timeout = new AbortController();
    const late = delay(deps.publishTimeoutMs, undefined, { signal: timeout.signal }).catch(() => undefined);
    await Promise.race([delivered, late]);
    timeout.abort();
  }

  /**
   * Reads the post again. Returns it as it was stored when the database cannot be read, since an error would make the caller
   * publish it again. @throws AppError not_found
   */
  async function readAfter(stored: PostWithTargets): Promise<PostWithTargets> {
    const { id, workspace_id: workspaceId } = stored.post;
    const found = await findPost(db, workspaceId, id).catch((error: unknown) => {
      deps.logger.error({ err: error, postId: id }, 'could not read a post; the answer shows it as it was stored');
      return stored;
    });
    if (!found) throw new AppError('not_found', 'The post was deleted meanwhile');
    return found;
  }

  return {
    deliverInTime,

    /**
     * Publishes now, or stores a post for a time in the future.
     * @throws AppError invalid_request, paid_plan_required, insufficient_credits, quota_exceeded; nothing is stored or sent then
     */
    async publish(request: PublishRequest, publisher: Publisher, timing: Timing): Promise<PostWithTargets> {
      const assessments = await check(request, publisher);
      const scheduled = timing.scheduledFor !== null && timing.scheduledFor.at > clock.now();
      const post = newPost(request, publisher, timing, scheduled);
      const isUnsent = scheduled || assessments.every(({ refusal }) => refusal !== null);
      const { targets, dispatches } = await db.transaction().execute(async (trx) => {
        // Takes the workspace's lock, so that concurrent calls cannot exceed the quota together.
        if (isUnsent) await keepProfile(trx, publisher);
        const bytes = isUnsent ? bytesOf(post, publisher) : 0;
        if (isUnsent)
          await deps.quotas.oneMoreUnsentPost(trx, publisher.workspaceId, { bytes, isScheduled: scheduled });
        await insertPost(trx, { ...post, unsent_bytes: bytes });
        await link(trx, publisher, post.id);
        const { name: profileName } = publisher.profile;
        if (scheduled) return { targets: [], dispatches: [] };
        return deps.acceptTargets(trx, post, assessments, { profileName, retryUntil: null });
      });
      faultPoint('after-reserve');
      if (dispatches.length > 0) await deliverInTime(dispatches);
      return readAfter({ post, targets });
    },

    /** Runs every check without storing, sending or charging. A text that is too long refuses only its platform. */
    preview(request: PublishRequest, publisher: Publisher): Promise<Assessment[]> {
      return assessAll(contentsOf(request), publisher);
    },

    readAfter,
  };
}

const ROW_BYTES = 1_000;

/** Estimates the bytes of a post in the database: row, stored answer of its key, a result and a log entry per platform. */
function bytesOf(post: PostRow, { idempotencyKey }: Publisher): number {
  const content = [post.text, post.thread, post.media_urls, post.media, post.meta, post.overrides, post.source];
  const bytes = content.reduce((sum, part) => sum + Buffer.byteLength(part ?? ''), 0);
  const platforms = (JSON.parse(post.platforms) as string[]).length;
  const copies = 1 + (idempotencyKey === null ? 0 : 1);
  return copies * bytes + platforms * Buffer.byteLength(post.text) + (copies + platforms) * ROW_BYTES;
}
