// A request becomes a post, now or for a time. One that is sent now takes the leases of the channels that are free and stores its
// targets, in one transaction (`accept.ts`); sends (`send.ts`); and stores what came of it (`settle.ts`). What cannot be sent at once
// is due in its channel (`due.ts`).
import { after } from '@social/platforms/guarded';
import type { Target } from '@social/types';
import { AppError } from '../../errors.ts';
import { faultPoint } from '../../fault-points.ts';
import { findProfile, type ProfileRow } from '../../store/connections/profiles.ts';
import { lockWorkspace, transactInLine } from '../../store/database/locks.ts';
import { appendPostEvents } from '../../store/posts/post-events.ts';
import { findPost, firstStepOf, insertPost, type PostRow, type PostWithTargets } from '../../store/posts/posts.ts';
import type { Queryable } from '../../store/schema.ts';
import { recordEvent } from '../../store/webhooks/webhook-events.ts';
import { channelOf, channelOfProfile } from '../connections/accounts.ts';
import { type Assessment, assessFor, type Publisher } from '../contents/assessment.ts';
import { contentsOf, mayBeLonger, type PlatformContent, type PublishRequest } from '../contents/publish-request.ts';
import { newPostRow, storedBytes, type Timing } from '../contents/stored-request.ts';
import { acceptTargets, type Dispatch } from './accept.ts';
import type { Outgoing, Sender } from './send.ts';
import type { StoreAnswer } from './settle.ts';
import type { EngineDeps } from './states.ts';

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
    throwFirst(contents.filter((content) => !mayBeLonger(content)));
    const outgoing: Outgoing = { leases: new Map(), dispatches: [] };
    const post = newPostRow(request, timing, {
      ...publisher,
      key: draft?.key ?? key?.name ?? null,
      approval: draft?.approval ?? null,
      now: this.#deps.clock.now(),
    });
    const stored = await this.#storePost({ post, contents, publisher, timing, key, draft }, outgoing);
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
    const { promise: late, resolve } = Promise.withResolvers<null>();
    const timeout = after(this.#deps.publishTimeoutMs, () => resolve(null));
    return Promise.race([sent, late]).finally(() => clearTimeout(timeout));
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
  async #storePost(made: NewPost, outgoing: Outgoing): Promise<PostWithTargets> {
    try {
      return await transactInLine(this.#deps.db, made.post.workspace_id, (trx) =>
        this.#storePostIn(trx, made, outgoing),
      );
    } catch (error) {
      this.#deps.sender.undo(outgoing, error, made.key !== null);
      throw error;
    }
  }

  async #storePostIn(trx: Queryable, made: NewPost, outgoing: Outgoing): Promise<PostWithTargets> {
    const { contents, publisher, timing, key, draft } = made;
    const { workspaceId, profile } = publisher;
    // So that concurrent calls cannot exceed the quota together, and before leases: see the order of locks in locks.ts.
    await lockWorkspace(trx, workspaceId);
    // Reads the connections behind the lock, so that one that was just removed is not used.
    const assessments = await assessFor(publisher, contents, this.#deps.connections, trx);
    throwFirst(assessments.map(({ content }) => content).filter(mayBeLonger));
    const isScheduled = made.post.status === 'scheduled';
    const sendsNothingNow = isScheduled || assessments.every(({ refusal }) => refusal !== null);
    if (sendsNothingNow && !(await findProfile(trx, workspaceId, profile.id))) {
      throw new AppError('profile_not_found', 'The profile has just been deleted; nothing was stored');
    }
    // Before the quota, so that of two calls with one key the second learns that.
    await key?.link(trx, made.post.id);
    await draft?.approve(trx, made.post.id);
    const timed = timing.slot === null ? made.post : await this.#inNextSlot(trx, made.post, profile);
    const post = isScheduled ? { ...timed, ...this.#deps.followCopies.planNew(timed, contents) } : timed;
    const bytes = sendsNothingNow ? storedBytes(post, contents, key !== null) : 0;
    if (sendsNothingNow) await this.#deps.quotas.oneMoreUnsentPost(trx, workspaceId, { bytes, isScheduled });
    const channels = isScheduled ? channelsOf(assessments, profile.id) : undefined;
    await insertPost(trx, { ...post, unsent_bytes: bytes }, channels);
    const begun = [firstStepOf(post)];
    if (isScheduled) {
      await appendPostEvents(trx, begun);
      await recordEvent(trx, { workspaceId, kind: 'post.scheduled', objectId: post.id, at: post.created_at });
      return { post, targets: [] };
    }
    await this.#deps.sender.tryLeases(trx, assessments, outgoing);
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

/** @throws AppError the problem of the first content that has one */
function throwFirst(contents: readonly PlatformContent[]): void {
  const wrong = contents.find(({ problem }) => problem !== null);
  if (wrong?.problem) throw wrong.problem;
}

/** Channels in which a scheduled post is begun. */
function channelsOf(assessments: readonly Assessment[], profileId: string): Map<Target, string> {
  return new Map(
    assessments.map(({ content: { target }, connection }) => [
      target,
      connection ? channelOf(connection) : channelOfProfile(profileId, target),
    ]),
  );
}
