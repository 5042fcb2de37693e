import type { Context } from 'koa';
import type { Clock } from '../../clock.ts';
import { isoNow } from '../../clock.ts';
import { AppError, keyInProgress } from '../../errors.ts';
import { faultPoint, HAS_FAULTS, isWithoutSafety } from '../../fault-points.ts';
import { newId } from '../../ids.ts';
import { sha256 } from '../../secrets.ts';
import { insist } from '../../services/workers/insist.ts';
import type { Worker } from '../../services/workers/worker.ts';
import {
  findIdempotencyKey,
  forgetExpiredKey,
  forgetKey,
  type HeldKey,
  type IdempotencyRow,
  insertIdempotencyKey,
  ownerOf,
  releaseLocks,
  setLock,
  storeAnswer,
  takeOverLock,
} from '../../store/idempotency-keys.ts';
import type { Database } from '../../store/schema.ts';

const LOCK_MS = 90_000;
const KEPT_MS = 24 * 3_600_000;
// The failure of the call itself is logged.
const ignore = () => undefined;

/** An answer as it goes over the wire, so that a replay is the same byte for byte. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  /** The answer of a dry run: the key stays free. */
  readonly hadNoEffect: boolean;
}

/** A call under a key: which workspace, and what exactly is asked. */
export interface KeyedCall {
  readonly workspaceId: string;
  readonly key: string;
  readonly fingerprint: string;
  /** Whether an interrupted run may be repeated: false for what a network may have done already. */
  readonly isRepeatable: boolean;
}

/** What a run under a key is told. */
export interface KeyedRun {
  readonly held: HeldKey;
  /** Post that an earlier, interrupted run of the same call has created. */
  readonly createdPostId: string | null;
}

export type Idempotency = ReturnType<typeof createIdempotency>;

/** The Idempotency-Key of a call; null without one. @throws AppError invalid_idempotency_key */
export function readIdempotencyKey(ctx: Context): string | null {
  if (HAS_FAULTS && isWithoutSafety()) return null;
  const values = ctx.req.headersDistinct['idempotency-key'] ?? [];
  if (values.length === 0) return null;
  const [key = ''] = values;
  if (values.length > 1 || !/^[ -~]{1,255}$/.test(key)) {
    throw new AppError(
      'invalid_idempotency_key',
      'Idempotency-Key must be one header of 1 to 255 printable ASCII characters',
    );
  }
  return key;
}

/** Signature of an address of stored media: another upload of the same file gets another one. */
const SIGNATURE = /(?<=\/media\/)[\w-]{30,}(?=\/[0-9a-f]{64}\.)/g;

/** What a key stands for: method, path, query without `ifPast`, and the whole body, a stored file by its content. */
export function fingerprintOf(ctx: Context, rawBody: string): string {
  return sha256([ctx.method, ctx.path, withoutIfPast(ctx.querystring), rawBody.replace(SIGNATURE, '')].join('\n'));
}

/** Leaves every other parameter byte for byte, so that the fingerprints of stored keys stay the same. */
function withoutIfPast(query: string): string {
  const parameters = query.split('&');
  return parameters.filter((parameter) => !new URLSearchParams(parameter).has('ifPast')).join('&');
}

/** Makes calls with the same key happen once. */
export function createIdempotency({ db, clock, worker }: { db: Database; clock: Clock; worker: Worker }) {
  function lockedUntil(): string {
    return new Date(clock.now() + LOCK_MS).toISOString();
  }

  async function claim(call: KeyedCall, owner: string): Promise<IdempotencyRow | 'new'> {
    const inserted = await insertIdempotencyKey(db, {
      workspace_id: call.workspaceId,
      key: call.key,
      fingerprint: call.fingerprint,
      owner,
      locked_until: lockedUntil(),
      post_id: null,
      status: null,
      body: null,
      created_at: isoNow(clock),
      expires_at: null,
    });
    if (inserted) return 'new';
    const row = await findIdempotencyKey(db, call.workspaceId, call.key);
    if (!row) return claim(call, owner);
    if (row.expires_at !== null && Date.parse(row.expires_at) <= clock.now()) {
      await forgetExpiredKey(db, call.workspaceId, call.key, isoNow(clock));
      return claim(call, owner);
    }
    if (row.fingerprint !== call.fingerprint) {
      throw new AppError(
        'idempotency_key_reused',
        'This Idempotency-Key was used with another request; nothing was sent',
        {
          details: row.post_id === null ? {} : { postId: row.post_id },
        },
      );
    }
    return row;
  }

  async function takeOver(row: IdempotencyRow, owner: string): Promise<void> {
    const isRunning = Date.parse(row.locked_until) > clock.now();
    if (isRunning || !(await takeOverLock(db, row, { owner, lockedUntil: lockedUntil() }))) {
      throw keyInProgress();
    }
  }

  /** Runs the call while its lock is kept alive. */
  async function execute(
    call: KeyedCall,
    held: HeldKey & { workspaceId: string },
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
      setLock(db, held, lockedUntil()).catch(() => undefined);
    }, LOCK_MS / 3);
    try {
      return await run({ held, createdPostId: taken?.post_id ?? null });
    } finally {
      clearInterval(renewal);
    }
  }

  /** Gives the key free, or where the call has created a post, to the next call at once: that answers with it. */
  async function release(held: HeldKey & { workspaceId: string }): Promise<void> {
    await forgetKey(db, held);
    await setLock(db, held, isoNow(clock));
  }

  return {
    /**
     * Runs the call, or answers what it answered before. Refusals that did nothing are not kept; `asKept` makes an
     * answer of the errors that are.
     * @throws AppError idempotency_key_reused, idempotency_in_progress
     */
    async run(
      call: KeyedCall,
      run: (keyed: KeyedRun) => Promise<Answer>,
      asKept: (error: unknown) => Answer | null,
    ): Promise<Answer & { replayed: boolean }> {
      const held = { workspaceId: call.workspaceId, key: call.key, owner: ownerOf(worker.id, newId()) };
      const row = await claim(call, held.owner);
      faultPoint('after-key');
      if (row !== 'new') {
        if (row.status !== null)
          return { status: row.status, body: row.body ?? '', hadNoEffect: false, replayed: true };
        await takeOver(row, held.owner);
      }
      let answer: Answer;
      try {
        answer = await execute(call, held, row === 'new' ? null : row, run);
      } catch (error) {
        const kept = asKept(error);
        if (!kept) {
          // A database that fails the call fails this too: the key is given free when it is back, beside the answer.
          await release(held).catch(() => void insist(() => release(held), ignore).catch(ignore));
          throw error;
        }
        answer = kept;
      }
      faultPoint('after-log');
      if (answer.hadNoEffect) {
        await forgetKey(db, held);
      } else {
        const expiresAt = new Date(clock.now() + KEPT_MS).toISOString();
        const stored = { status: answer.status, body: answer.body, expiresAt };
        await insist(() => storeAnswer(db, held, stored), ignore);
      }
      return { ...answer, replayed: false };
    },

    /** Gives every lock free; only for a process that knows to be the only one. */
    releaseDeadLocks: (): Promise<void> => releaseLocks(db, isoNow(clock)),
  };
}
