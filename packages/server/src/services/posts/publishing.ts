import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { faultPoint } from '../../fault-points.ts';
import { newId } from '../../ids.ts';
import type { Logger } from '../../logger.ts';
import { findProfile, type ProfileRow } from '../../store/connections/profiles.ts';
import { lockWorkspace } from '../../store/database/locks.ts';
import { appendPostEvents } from '../../store/posts/post-events.ts';
import { findPost, firstStepOf, insertPost, type PostRow, type PostWithTargets } from '../../store/posts/posts.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { recordEvent } from '../../store/webhooks/webhook-events.ts';
import { type Rights, requirePlatforms } from '../access/rights.ts';
import type { Connections } from '../connections/connections.ts';
import type { Plan } from '../credits/plans.ts';
import type { QuotaChecks } from '../credits/quotas.ts';
import type { Delivery, TakeTurns } from '../delivery/delivery.ts';
import type { StoreToSend } from '../delivery/store-to-send.ts';
import type { FindNextSlot } from '../slots/slots.ts';
import type { Accepted, AcceptTargets } from '../targets/accept.ts';
import { type Assessment, assess } from '../targets/assessment.ts';
import type { Dispatch } from '../targets/dispatch.ts';
import {
  contentsOf,
  contentsOfIncomplete,
  type PlatformContent,
  type PublishRequest,
} from '../targets/publish-request.ts';
import type { StoreAnswer } from '../targets/store-outcome.ts';
import { toColumns } from '../targets/stored-request.ts';
import { type PreviewCard, withCards } from './card-previews.ts';
import { type LookAtFile, withFiles } from './file-checks.ts';
import type { FollowCopies } from './follow-copies.ts';

/** Workspace and profile for which a call publishes. */
export interface Publisher {
  readonly workspaceId: string;
  readonly plan: Plan;
  readonly profile: ProfileRow;
  readonly rights: Rights;
}

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

/** Requested time of a post. */
export interface Timing {
  /** Time as the caller wrote it, and in milliseconds since 1970; null for now. With `slot`, the one that is expected; null before a look. */
  readonly scheduledFor: { readonly text: string; readonly at: number } | null;
  /** `next` to take the next free slot of the profile when the post is stored; null for none. */
  readonly slot: 'next' | null;
}

export type Publishing = ReturnType<typeof createPublishing>;

interface PublishingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly connections: Connections;
  readonly delivery: Delivery;
  readonly acceptTargets: AcceptTargets;
  readonly storeToSend: StoreToSend;
  readonly quotas: QuotaChecks;
  readonly findNextSlot: FindNextSlot;
  readonly lookAtFile: LookAtFile;
  readonly followCopies: Pick<FollowCopies, 'planNew'>;
  readonly previewCard: PreviewCard;
  /** Longest time, in milliseconds, that a call waits for its platforms. */
  readonly publishTimeoutMs: number;
}

/** Makes the service that publishes posts: checks the request, stores targets and holds, sends, stores the results. */
export function createPublishing(deps: PublishingDeps) {
  const { db, clock, connections, delivery } = deps;

  /** @throws AppError forbidden for a platform that the caller may not use; paid_plan_required when the plan allows none */
  async function assessAll(
    contents: readonly PlatformContent[],
    publisher: Publisher,
    trx: Queryable,
  ): Promise<Assessment[]> {
    const { plan, profile, rights } = publisher;
    requirePlatforms(
      rights,
      contents.map(({ platform }) => platform),
    );
    const assessments = await assess(contents, { profileId: profile.id, plan, connections, trx });
    const gated = assessments.every(({ refusal }) => refusal?.code === 'paid_plan_required');
    if (gated) throw new AppError('paid_plan_required', `${assessments[0]?.refusal?.message}; nothing was sent`);
    return assessments;
  }

  function newPost(
    request: PublishRequest,
    publisher: Publisher,
    timing: Timing,
    { key, draft }: { readonly key: PostKey | null; readonly draft: DraftOfPost | null },
  ): PostRow {
    const isLater = timing.scheduledFor !== null && timing.scheduledFor.at > clock.now();
    const scheduled = isLater || timing.slot !== null;
    const { limitedBy } = publisher.rights;
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
      ...{ copies: null, copies_due_at: null, copier_id: null },
      from_slot: 0,
      unsent_bytes: 0,
      limited_by: limitedBy.length === 0 ? null : JSON.stringify(limitedBy),
      idempotency_key: scheduled ? (draft?.key ?? key?.name ?? null) : null,
      approval: draft?.approval ?? null,
      created_at: at,
      updated_at: at,
    };
  }

  /** Checks that the profile still exists. Must hold the workspace's lock. @throws AppError profile_not_found */
  async function keepProfile(trx: Queryable, { workspaceId, profile }: Publisher): Promise<void> {
    if (!(await findProfile(trx, workspaceId, profile.id))) {
      throw new AppError('profile_not_found', 'The profile has just been deleted; nothing was stored');
    }
  }

  /** Gives a post the next free slot. Must hold the workspace's lock, so that no other post gets the same. @throws AppError no_free_slot */
  async function inNextSlot(trx: Queryable, post: PostRow, { profile }: Publisher): Promise<PostRow> {
    const slot = await deps.findNextSlot(trx, profile);
    const at = new Date(slot.at).toISOString();
    return { ...post, scheduled_for: slot.text, due_at: at, happens_at: at, from_slot: 1 };
  }

  /**
   * Sends and waits for the results, up to the limit of a call. Slower results are stored when they arrive.
   * @returns the post as it has ended; null when it has not ended yet
   */
  async function deliverInTime(
    dispatches: readonly Dispatch[],
    storeAnswer?: StoreAnswer,
  ): Promise<PostWithTargets | null> {
    // Recovery finds a result that could not be stored. An error here would make the caller send everything again.
    const delivered = delivery.deliver(dispatches, storeAnswer).catch((error: unknown) => {
      deps.logger.error({ err: error }, 'could not store results');
      return null;
    });
    const timeout = new AbortController();
    const late = delay(deps.publishTimeoutMs, null, { signal: timeout.signal }).catch(() => null);
    const ended = await Promise.race([delivered, late]);
    timeout.abort();
    return ended;
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

  /** Adds to the findings of a dry run what is known of files and links. @param isQuick set to read nothing from other servers */
  async function withNotes(
    assessments: readonly Assessment[],
    { workspaceId }: Publisher,
    isQuick = false,
  ): Promise<Assessment[]> {
    const checked = await withFiles(assessments, (url) => deps.lookAtFile(workspaceId, url, isQuick));
    return isQuick ? checked : withCards(checked, deps.previewCard);
  }

  return {
    deliverInTime,

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
      let post = newPost(request, publisher, timing, { key, draft });
      const scheduled = post.status === 'scheduled';
      const store = (takeTurns: TakeTurns, keep: (accepted: Accepted) => Accepted) =>
        db.transaction().execute(async (trx) => {
          // So that concurrent calls cannot exceed the quota together, and before turns: see the order of locks in locks.ts.
          await lockWorkspace(trx, publisher.workspaceId);
          // Reads the connections behind the lock, so that one that was just removed is not used.
          const assessments = await assessAll(contents, publisher, trx);
          const isUnsent = scheduled || assessments.every(({ refusal }) => refusal !== null);
          if (isUnsent) await keepProfile(trx, publisher);
          // Before the quota, so that of two calls with one key the second learns that.
          await key?.link(trx, post.id);
          await draft?.approve(trx, post.id);
          if (timing.slot !== null) post = await inNextSlot(trx, post, publisher);
          if (scheduled) post = { ...post, ...deps.followCopies.planNew(post, contents) };
          const bytes = isUnsent ? bytesOf(post, key !== null) : 0;
          if (isUnsent)
            await deps.quotas.oneMoreUnsentPost(trx, publisher.workspaceId, { bytes, isScheduled: scheduled });
          await insertPost(trx, { ...post, unsent_bytes: bytes });
          const begun = [firstStepOf(post)];
          if (scheduled) {
            await appendPostEvents(trx, begun);
            const { id: objectId, created_at: at } = post;
            await recordEvent(trx, { workspaceId: publisher.workspaceId, kind: 'post.scheduled', objectId, at });
            return { targets: [], dispatches: [] };
          }
          const sender = { profile: publisher.profile, retryUntil: null, dueAt: null };
          const turns = await takeTurns(trx, assessments);
          return keep(await deps.acceptTargets(trx, post, assessments, { ...sender, turns, begun }));
        });
      const { targets, dispatches } = await deps.storeToSend(
        (keep) => delivery.withFreeTurns((takeTurns) => store(takeTurns, keep)),
        key !== null,
      );
      faultPoint('after-reserve');
      const ended = dispatches.length > 0 ? await deliverInTime(dispatches, key?.storeAnswer) : null;
      return ended ?? readAfter({ post, targets });
    },

    /**
     * Runs every check without storing, sending or charging. A text that is too long refuses only its platform.
     * @param isQuick set to read nothing from other servers, neither files nor pages for link cards
     */
    async preview(request: PublishRequest, publisher: Publisher, isQuick = false): Promise<Assessment[]> {
      const assessments = await assessAll(contentsOf(request), publisher, db);
      return withNotes(assessments, publisher, isQuick);
    },

    /** Runs every check like `preview` for a request that may be incomplete. Refuses nothing as a whole. */
    async previewIncomplete(request: PublishRequest, publisher: Publisher): Promise<Assessment[]> {
      const where = { profileId: publisher.profile.id, plan: publisher.plan, connections };
      return withNotes(await assess(contentsOfIncomplete(request), where), publisher);
    },

    readAfter,
  };
}

const ROW_BYTES = 1_000;

/** Estimates the bytes of a post in the database: row, stored answer of its key, a result and a log entry per platform. */
function bytesOf(post: PostRow, isKeyed: boolean): number {
  const content = [
    post.text,
    post.thread,
    post.media_urls,
    post.media,
    post.meta,
    post.overrides,
    post.copies,
    post.source,
  ];
  const bytes = content.reduce((sum, part) => sum + Buffer.byteLength(part ?? ''), 0);
  const platforms = (JSON.parse(post.platforms) as string[]).length;
  const copies = isKeyed ? 2 : 1;
  return copies * bytes + platforms * Buffer.byteLength(post.text) + (copies + platforms) * ROW_BYTES;
}
