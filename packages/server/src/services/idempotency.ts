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
  ownerOf,
  setLock,
  storeAnswer,
  takeOverLock,
  unlockAllKeys,
} from '../store/idempotency-keys.ts';
import type { Database } from '../store/schema.ts';
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

/** A call with an Idempotency-Key. */
export interface KeyedCall {
  readonly workspaceId: string;
  readonly key: string;
  /** Hash of the request. */
  readonly fingerprint: string;
  /** Set for a call that may run again after an interruption, because no network can have carried it out. */
  readonly isRepeatable: boolean;
}

/** The facts that a run under a key needs. */
export interface KeyedRun {
  readonly claimed: ClaimedKey;
  /** Post that an earlier, interrupted run of the same call has created. */
  readonly createdPostId: string | null;
}

export type Idempotency = ReturnType<typeof createIdempotency>;

/** Creates the service that runs calls with the same key once. */
export function createIdempotency({ db, clock, worker }: { db: Database; clock: Clock; worker: Worker }) {
  function lockedUntil(): string {
    return new Date(clock.now() + LOCK_MS).toISOString();
  }

  async function claim(call: KeyedCall, owner: string): Promise<IdempotencyRow | 'new'> {
    const { workspaceId, key, fingerprint } = call;
    const inserted = await insertIdempotencyKey(db, {
      ...{ key, fingerprint, owner },
      workspace_id: workspaceId,
      locked_until: lockedUntil(),
      post_id: null,
      status: null,
      body: null,
      created_at: isoNow(clock),
      expires_at: null,
    });
    if (inserted) return 'new';
    const row = await findIdempotencyKey(db, workspaceId, key);
    if (!row) return claim(call, owner);
    if (row.expires_at !== null && Date.parse(row.expires_at) <= clock.now()) {
      await forgetExpiredKey(db, workspaceId, key, isoNow(clock));
      return claim(call, owner);
    }
    if (row.fingerprint !== fingerprint) {
      const message = 'This Idempotency-Key was used with another request; nothing was sent';
      const details = row.post_id === null ? {} : { postId: row.post_id };
      throw new AppError('idempotency_key_reused', message, { details });
    }
    return row;
  }

  async function takeOver(row: IdempotencyRow, owner: string): Promise<void> {
    const isRunning = Date.parse(row.locked_until) > clock.now();
    if (isRunning || !(await takeOverLock(db, row, { owner, lockedUntil: lockedUntil() }))) {
      throw keyInProgress();
    }
  }

  /** Runs the call and renews its lock meanwhile. */
  async function execute(
    call: KeyedCall,
    claimed: ClaimedKey & { workspaceId: string },
    taken: IdempotencyRow | null,
    run: (keyed: KeyedRun) => Promise<Answer>,
  ): Promise<Answer> {
    if (taken && taken.post_id === null && !call.isRepeatable) {
      throw new AppError(
        'outcome_unknown',
        'An earlier call with this key was interrupted; look at the network before doing it again with a new key',
      );
    }
    const renewal = setInterval(() => {
      setLock(db, claimed, lockedUntil()).catch(() => undefined);
    }, LOCK_MS / 3);
    try {
      return await run({ claimed, createdPostId: taken?.post_id ?? null });
    } finally {
      clearInterval(renewal);
    }
  }

  /** Forgets the key, or when the call has created a post, unlocks the key for the next call, which answers with that post. */
  async function unlock(claimed: ClaimedKey & { workspaceId: string }): Promise<void> {
    await forgetKey(db, claimed);
    await setLock(db, claimed, isoNow(clock));
  }

  return {
    /**
     * Runs the call, or returns the answer that it had before. Refusals that did nothing are not stored.
     * @param storedError returns the answer to store for an error, null for an error that is not stored
     * @throws AppError idempotency_key_reused, idempotency_in_progress
     */
    async run(
      call: KeyedCall,
      run: (keyed: KeyedRun) => Promise<Answer>,
      storedError: (error: unknown) => Answer | null,
    ): Promise<Answer & { replayed: boolean }> {
      const claimed = { workspaceId: call.workspaceId, key: call.key, owner: ownerOf(worker.id, newId()) };
      const row = await claim(call, claimed.owner);
      faultPoint('after-key');
      if (row !== 'new') {
        if (row.status !== null)
          return { status: row.status, body: row.body ?? '', hadNoEffect: false, replayed: true };
        await takeOver(row, claimed.owner);
      }
      let answer: Answer;
      try {
        answer = await execute(call, claimed, row === 'new' ? null : row, run);
      } catch (error) {
        const stored = storedError(error);
        if (!stored) {
          // A database that fails the call also fails this write, which is then repeated after the answer until it succeeds.
          await unlock(claimed).catch(() => void insist(() => unlock(claimed), ignore).catch(ignore));
          throw error;
        }
        answer = stored;
      }
      faultPoint('after-log');
      if (answer.hadNoEffect) {
        await forgetKey(db, claimed);
      } else {
        const expiresAt = new Date(clock.now() + KEPT_MS).toISOString();
        const stored = { status: answer.status, body: answer.body, expiresAt };
        await insist(() => storeAnswer(db, claimed, stored), ignore);
      }
      return { ...answer, replayed: false };
    },

    /** Unlocks every key. Only for a process that knows that no other process serves the database. */
    unlockAll: (): Promise<void> => unlockAllKeys(db, isoNow(clock)),
  };
}
