import type { Context } from 'koa';
import type { Clock } from '../clock.ts';
import { isoNow } from '../clock.ts';
import { AppError } from '../errors.ts';
import { newId } from '../ids.ts';
import { sha256 } from '../secrets.ts';
import {
  deleteIdempotencyKey,
  findIdempotencyKey,
  type IdempotencyRow,
  insertIdempotencyKey,
  releaseLocks,
  storeAnswer,
  takeOverLock,
} from '../store/idempotency-keys.ts';
import type { Database } from '../store/schema.ts';

const LOCK_MS = 90_000;
const KEPT_MS = 24 * 3_600_000;

/** An answer as it goes over the wire, so that a replay is the same byte for byte. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  /** Nothing was done: the key stays free. */
  readonly hadNoEffect: boolean;
}

/** A call under a key: which workspace, and what exactly is asked. */
export interface KeyedCall {
  readonly workspaceId: string;
  readonly key: string;
  readonly fingerprint: string;
}

export type Idempotency = ReturnType<typeof createIdempotency>;

/** The Idempotency-Key of a call; null without one. @throws AppError invalid_idempotency_key */
export function readIdempotencyKey(ctx: Context): string | null {
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

/** What a key stands for: method, path, query and the whole body. */
export function fingerprintOf(ctx: Context, rawBody: string): string {
  return sha256([ctx.method, ctx.path, ctx.querystring, rawBody].join('\n'));
}

/** Makes calls with the same key happen once. */
export function createIdempotency({ db, clock }: { db: Database; clock: Clock }) {
  const owner = newId();

  function lockedUntil(): string {
    return new Date(clock.now() + LOCK_MS).toISOString();
  }

  async function claim(call: KeyedCall): Promise<IdempotencyRow | 'new'> {
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
    if (!row) return claim(call);
    if (row.expires_at !== null && Date.parse(row.expires_at) <= clock.now()) {
      await deleteIdempotencyKey(db, call.workspaceId, call.key);
      return claim(call);
    }
    if (row.fingerprint !== call.fingerprint) {
      throw new AppError(
        'idempotency_key_reused',
        'This Idempotency-Key was used with another request; use a new key',
        {
          details: row.post_id === null ? {} : { postId: row.post_id },
        },
      );
    }
    return row;
  }

  async function takeOver(row: IdempotencyRow): Promise<void> {
    const isRunning = Date.parse(row.locked_until) > clock.now();
    if (isRunning || !(await takeOverLock(db, row, { owner, lockedUntil: lockedUntil() }))) {
      throw new AppError(
        'idempotency_in_progress',
        'A call with this Idempotency-Key is still running; ask again shortly',
        {
          retryAfterMs: 1_000,
        },
      );
    }
  }

  return {
    /**
     * Runs the call, or answers what it answered before. `execute` gets the id of the post that an earlier, interrupted
     * run of the same call has created. Refusals that did nothing are not kept; `keeps` names errors that are.
     * @throws AppError idempotency_key_reused, idempotency_in_progress
     */
    async run(
      call: KeyedCall,
      execute: (createdPostId: string | null) => Promise<Answer>,
      asKept: (error: unknown) => Answer | null,
    ): Promise<Answer & { replayed: boolean }> {
      const row = await claim(call);
      if (row !== 'new') {
        if (row.status !== null)
          return { status: row.status, body: row.body ?? '', hadNoEffect: false, replayed: true };
        await takeOver(row);
      }
      const keep = async (answer: Answer) => {
        if (answer.hadNoEffect) {
          await deleteIdempotencyKey(db, call.workspaceId, call.key);
          return { ...answer, replayed: false };
        }
        const expiresAt = new Date(clock.now() + KEPT_MS).toISOString();
        await storeAnswer(db, call, { status: answer.status, body: answer.body, expiresAt });
        return { ...answer, replayed: false };
      };
      try {
        return await keep(await execute(row === 'new' ? null : row.post_id));
      } catch (error) {
        const kept = asKept(error);
        if (kept) return keep(kept);
        await deleteIdempotencyKey(db, call.workspaceId, call.key, { unlessPosted: true });
        throw error;
      }
    },

    /** Gives locks free that a process held which is known to be dead. */
    async releaseDeadLocks(): Promise<void> {
      await releaseLocks(db, owner, isoNow(clock));
    },
  };
}
