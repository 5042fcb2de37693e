import { every } from '@social/platforms/guarded';
import type { Target } from '@social/types';
import { type Clock, isoNow } from '../clock.ts';
import { AppError, keyInProgress } from '../errors.ts';
import { faultPoint } from '../fault-points.ts';
import { newId } from '../ids.ts';
import {
  type ClaimedKey,
  findIdempotencyKey,
  forgetExpiredKey,
  forgetKey,
  type IdempotencyRow,
  insertIdempotencyKey,
  linkDraft,
  linkPost,
  NO_CALL,
  ownerOf,
  setLock,
  storeAnswer,
  storeFirstAnswer,
  takeOverLock,
  workerOf,
} from '../store/idempotency-keys.ts';
import { findDraft } from '../store/posts/drafts.ts';
import { boundChannels, findPost } from '../store/posts/posts.ts';
import type { Database, Queryable } from '../store/schema.ts';
import { hasWorker } from '../store/workers.ts';
import { mayUse, type Rights, seesProfile } from './access/rights.ts';
import { partsMeant } from './contents/allowed-targets.ts';
import { insist } from './workers/insist.ts';
import type { Worker } from './workers/worker.ts';

const LOCK_MS = 90_000;
const KEPT_MS = 24 * 3_600_000;
// The log has the failure of the call itself.
const ignore = () => undefined;

/** An answer as it goes over the wire, so that a replay is the same byte for byte. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  /** Set for a dry run: the key can be used again. */
  readonly hadNoEffect: boolean;
}

/** The key or user that makes a call. */
interface Caller {
  readonly id: string;
  readonly rights: Rights;
}

/** A call with an Idempotency-Key. */
export interface KeyedCall {
  readonly workspaceId: string;
  readonly key: string;
  /** Hash of the request. */
  readonly fingerprint: string;
  readonly caller: Caller;
  /** Set for a call that may run again after an interruption, because no network can have carried it out. */
  readonly isRepeatable: boolean;
  /** Set for a call whose only effect is a post or draft: the key is stored in the transaction that creates it. */
  readonly createsPost: boolean;
  /** Set for a call that stores a draft. Under the key of a draft that waits for its approval, only such a call is answered. */
  readonly isForDraft: boolean;
}

/** A run of a call under its key. */
export interface KeyedRun {
  readonly key: string;
  /** Post that an earlier, interrupted run of the same call has created. */
  readonly createdPostId: string | null;
  /** Draft that an earlier, interrupted run of the same call has created. */
  readonly createdDraftId: string | null;
  /** Binds the key to a new post. Must run in the transaction that creates the post. @throws AppError idempotency_in_progress */
  readonly link: (trx: Queryable, postId: string) => Promise<void>;
  /** Binds the key to a new draft. Must run in the transaction that creates the draft. @throws AppError idempotency_in_progress */
  readonly linkDraft: (trx: Queryable, draftId: string) => Promise<void>;
  /** Stores the answer in the transaction that ends the post of the call, unless the call was answered before. */
  readonly storeAnswer: (trx: Queryable, answer: Answer) => Promise<void>;
}

/** Thrown where another call has stored the same key since this call has looked for it. */
class KeyTakenError extends Error {
  override readonly name = 'KeyTakenError';
}

type OwnKey = ClaimedKey & { readonly workspaceId: string };

export type Idempotency = ReturnType<typeof createIdempotency>;

/** Creates the service that runs calls with the same key once. @param deps `draftUrl` returns the address of a draft's page */
export function createIdempotency(deps: {
  db: Database;
  clock: Clock;
  worker: Worker;
  draftUrl: (id: string) => string;
}) {
  const { db, clock, worker } = deps;

  function lockedUntil(): string {
    return new Date(clock.now() + LOCK_MS).toISOString();
  }

  /** Stores a key. @returns false when the workspace has it already */
  function insert(trx: Queryable, call: KeyedCall, owner: string, postId: string | null): Promise<boolean> {
    return insertIdempotencyKey(trx, {
      ...{ workspace_id: call.workspaceId, key: call.key, fingerprint: call.fingerprint, owner },
      ...{ caller: call.createsPost ? null : call.caller.id },
      ...{ locked_until: lockedUntil(), post_id: postId, created_at: isoNow(clock) },
    });
  }

  /** Finds what the earlier call has created: its profile and its targets, with the channels that they are bound to. */
  async function findMade(workspaceId: string, { post_id: postId, draft_id: draftId }: IdempotencyRow) {
    const found = postId === null ? undefined : await findPost(db, workspaceId, postId);
    if (found) {
      const targets = JSON.parse(found.post.platforms) as Target[];
      return { profileId: found.post.profile_id, targets, bound: await boundChannels(db, found) };
    }
    const draft = draftId === null ? undefined : await findDraft(db, workspaceId, draftId);
    if (!draft) return undefined;
    const { platforms: targets } = JSON.parse(draft.content) as { platforms: Target[] };
    return { profileId: draft.profile_id, targets };
  }

  async function mayRead(rights: Rights, made: NonNullable<Awaited<ReturnType<typeof findMade>>>): Promise<boolean> {
    if (!seesProfile(rights, made.profileId)) return false;
    const parts = await partsMeant(db, rights, made.profileId, made.targets, 'bound' in made ? made.bound : undefined);
    return parts.every((part) => mayUse(rights, part));
  }

  /** Checks that a caller that is bound to profiles or platforms may read the earlier call. @throws AppError forbidden */
  async function requireOwn({ caller, workspaceId }: KeyedCall, row: IdempotencyRow): Promise<void> {
    const { rights } = caller;
    if ((rights.profiles === null && rights.platforms === null) || row.caller === caller.id) return;
    const found = await findMade(workspaceId, row);
    if (found && (await mayRead(rights, found))) return;
    const message =
      'This Idempotency-Key was used for a profile or a platform that this API key may not use; nothing was sent';
    throw new AppError('forbidden', message);
  }

  async function draftRefusal(workspaceId: string, draftId: string): Promise<AppError> {
    const postId = (await findDraft(db, workspaceId, draftId))?.post_id ?? null;
    if (postId !== null) {
      const message = `This Idempotency-Key was used for a draft that was approved since; nothing was sent. Its post is ${postId}`;
      return new AppError('idempotency_key_reused', message, { details: { postId } });
    }
    const url = deps.draftUrl(draftId);
    const message = `This post is a draft that is not approved yet; nothing was sent. Approve it at ${url}, or delete it to publish without approval`;
    return new AppError('is_draft', message, { details: { draftId, url } });
  }

  /** Finds the key of an earlier call. @throws AppError idempotency_key_reused, is_draft, forbidden */
  async function findEarlier(call: KeyedCall): Promise<IdempotencyRow | null> {
    const { workspaceId, key, fingerprint } = call;
    const row = await findIdempotencyKey(db, workspaceId, key);
    if (!row) return null;
    if (row.expires_at !== null && Date.parse(row.expires_at) <= clock.now()) {
      await forgetExpiredKey(db, workspaceId, key, isoNow(clock));
      return null;
    }
    await requireOwn(call, row);
    if (row.draft_id !== null && !call.isForDraft) throw await draftRefusal(workspaceId, row.draft_id);
    if (row.fingerprint !== fingerprint) {
      const message = 'This Idempotency-Key was used with another request; nothing was sent';
      const { post_id: postId, draft_id: draftId } = row;
      const draft = draftId === null ? {} : { draftId, url: deps.draftUrl(draftId) };
      const details = { ...(postId !== null && { postId }), ...draft };
      throw new AppError('idempotency_key_reused', message, { details });
    }
    return row;
  }

  /** Claims the key of a call. @returns key of an earlier call, or null when this call is the first one */
  async function claim(call: KeyedCall, owner: string): Promise<IdempotencyRow | null> {
    if (call.createsPost) return findEarlier(call);
    if (await insert(db, call, owner, null)) return null;
    return (await findEarlier(call)) ?? claim(call, owner);
  }

  /** Takes over the key of a call that was interrupted. @throws AppError idempotency_in_progress while that call may run */
  async function takeOver(row: IdempotencyRow, owner: string): Promise<void> {
    const isRunning = Date.parse(row.locked_until) > clock.now() && (await hasWorker(db, workerOf(row)));
    if (isRunning || !(await takeOverLock(db, row, { owner, lockedUntil: lockedUntil() }))) {
      throw keyInProgress();
    }
  }

  /** Returns true when a call with the same key has approved the draft since this call looked for the key. */
  async function isOvertaken(call: KeyedCall, error: unknown): Promise<boolean> {
    if (!call.createsPost || !(error instanceof AppError) || error.code !== 'conflict') return false;
    return (await findEarlier(call)) !== null;
  }

  /** Runs the call and renews its lock meanwhile. */
  async function execute(
    call: KeyedCall,
    { claimed, earlier }: { claimed: OwnKey; earlier: IdempotencyRow | null },
    run: (keyed: KeyedRun) => Promise<Answer>,
  ): Promise<{ answer: Answer; isStored: boolean }> {
    if (earlier && earlier.post_id === null && !call.isRepeatable) {
      throw new AppError(
        'outcome_unknown',
        'An earlier call with this key was interrupted; look at the network before doing it again with a new key',
      );
    }
    const isStoredLater = call.createsPost && earlier === null;
    let stored: string | null = null;
    const keyed: KeyedRun = {
      key: call.key,
      createdPostId: earlier?.post_id ?? null,
      createdDraftId: earlier?.draft_id ?? null,
      async link(trx, postId) {
        if (isStoredLater && !(await insert(trx, call, claimed.owner, postId))) throw new KeyTakenError();
        // A call that took this long may have lost its key to another one.
        if (!isStoredLater && !(await linkPost(trx, claimed, postId))) throw keyInProgress();
      },
      async linkDraft(trx, draftId) {
        if (isStoredLater && !(await insert(trx, call, claimed.owner, null))) throw new KeyTakenError();
        if (!(await linkDraft(trx, claimed, draftId))) throw keyInProgress();
      },
      async storeAnswer(trx, answer) {
        if (await storeFirstAnswer(trx, claimed, answer)) stored = answer.body;
      },
    };
    const renewal = every(LOCK_MS / 3, () => {
      setLock(db, claimed, lockedUntil()).catch(() => undefined);
    });
    try {
      const answer = await run(keyed);
      return { answer, isStored: stored === answer.body };
    } finally {
      clearInterval(renewal);
    }
  }

  /** Forgets the key, or when the call has created a post or draft, unlocks the key for the next call, which answers with it. */
  async function unlock(claimed: OwnKey): Promise<void> {
    await forgetKey(db, claimed);
    await setLock(db, claimed, isoNow(clock));
  }

  /**
   * Reads the answer of the call that took over the key of this one, whose process was taken for dead: every call with the key has
   * the same answer. @returns null when the key is free @throws AppError idempotency_in_progress
   */
  async function answerOfOther(call: KeyedCall): Promise<(Answer & { replayed: boolean }) | null> {
    const row = await findEarlier(call);
    if (!row) return null;
    if (row.status === null) throw keyInProgress();
    return { status: row.status, body: row.body ?? '', hadNoEffect: false, replayed: true };
  }

  /**
   * Runs the call, or returns the answer that it had before. Refusals that did nothing are not stored.
   * @param storedError returns the answer to store for an error, null for an error that is not stored
   * @throws AppError idempotency_key_reused, idempotency_in_progress
   */
  async function run(
    call: KeyedCall,
    work: (keyed: KeyedRun) => Promise<Answer>,
    storedError: (error: unknown) => Answer | null,
  ): Promise<Answer & { replayed: boolean }> {
    const claimed = { workspaceId: call.workspaceId, key: call.key, owner: ownerOf(worker.id, newId()) };
    const earlier = await claim(call, claimed.owner);
    faultPoint('after-key-claim');
    if (earlier) {
      const { status, body } = earlier;
      if (status !== null) return { status, body: body ?? '', hadNoEffect: false, replayed: true };
      await takeOver(earlier, claimed.owner);
    }
    // The post was made by an approval: this call does nothing, like one whose answer is stored.
    const replayed = earlier?.owner === NO_CALL;
    let answer: Answer;
    let isStored = false;
    try {
      ({ answer, isStored } = await execute(call, { claimed, earlier }, work));
    } catch (error) {
      if (error instanceof KeyTakenError || (earlier === null && (await isOvertaken(call, error)))) {
        return run(call, work, storedError);
      }
      const stored = storedError(error);
      if (!stored) {
        // A database that fails the call also fails this write, which is then repeated after the answer until it succeeds.
        await unlock(claimed).catch(() => void insist(() => unlock(claimed), ignore).catch(ignore));
        throw error;
      }
      answer = stored;
    }
    faultPoint('before-answer');
    if (answer.hadNoEffect) {
      await forgetKey(db, claimed);
    } else if (!isStored) {
      const expiresAt = new Date(clock.now() + KEPT_MS).toISOString();
      const stored = { status: answer.status, body: answer.body, expiresAt };
      const isOurs = await insist(() => storeAnswer(db, claimed, stored), ignore);
      if (!isOurs && call.createsPost) return (await answerOfOther(call)) ?? { ...answer, replayed };
    }
    return { ...answer, replayed };
  }

  return {
    run,

    /** Finds the post that a call's key has made, without running the call. @throws AppError idempotency_key_reused, forbidden */
    async findPostId(call: KeyedCall): Promise<string | null> {
      // A draft that waits is no post, and says nothing about one.
      return (await findEarlier({ ...call, isForDraft: true }))?.post_id ?? null;
    },
  };
}
