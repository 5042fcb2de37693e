import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import { isoNow } from '../../clock.ts';
import { newId } from '../../ids.ts';
import type { Logger } from '../../logger.ts';
import type { Keyring } from '../../secrets.ts';
import { releaseLocksOf } from '../../store/idempotency-keys.ts';
import type { Database } from '../../store/schema.ts';
import {
  deleteWorker,
  deleteWorkers,
  dropWorker,
  insertWorker,
  listWorkers,
  raiseBeat,
  type WorkerRow,
} from '../../store/workers.ts';

/** This process showed no sign of life for too long to go on with what it had begun. */
export class StoodStillError extends Error {
  override readonly name = 'StoodStillError';
}

/** This process in the eyes of the others that serve from the same database. */
export interface Worker {
  /** Changes when the process was taken for dead and goes on as another. */
  readonly id: string;
  /** Whether nobody can have taken this process for dead since its last sign of life. */
  isFresh(): boolean;
  /**
   * Whether this process is still the worker `id`, made certain by another sign of life where the last one is too old. To
   * be asked before anything is sent: a process that stood still must not go on with what others have taken over.
   */
  isStill(id: string): Promise<boolean>;
  /** Whether other processes serve from this database, as of the last look. */
  hasOthers(): boolean;
}

/**
 * Signs of life. Every process raises a counter in its row; one whose counter stands still for a whole `leaseMs` by the
 * watching process's own monotonic clock is dead, so that neither a wrong clock nor a step of it kills anybody.
 */
export function createWorker(deps: { db: Database; clock: Clock; logger: Logger; keyring: Keyring; leaseMs: number }) {
  const { db, clock, logger, leaseMs } = deps;
  const [firstKey] = deps.keyring.prefixes;
  const stopping = new AbortController();
  /** When each other worker's counter was first seen at its present value, in milliseconds of the monotonic clock. */
  const seen = new Map<string, { beat: number; since: number }>();
  let id = newId();
  let shownAt = { monotonic: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY };
  let others = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let beating: Promise<void> | null = null;
  let looping: Promise<void> = Promise.resolve();

  // Two clocks, since each misses something: the monotonic one stands still while a machine sleeps, the other can be set.
  const now = () => ({ monotonic: performance.now(), wall: Date.now() });

  function isFresh(): boolean {
    const { monotonic, wall } = now();
    return monotonic - shownAt.monotonic < leaseMs / 2 && Math.abs(wall - shownAt.wall) < leaseMs / 2;
  }

  async function register(): Promise<void> {
    const begun = now();
    await insertWorker(db, { id, beat: 0, started_at: isoNow(clock), first_key: firstKey });
    shownAt = begun;
  }

  async function show(): Promise<void> {
    const begun = now();
    if (await raiseBeat(db, id)) {
      shownAt = begun;
      return;
    }
    logger.warn({ worker: id }, 'this process stood still for so long that others took over what it was sending');
    id = newId();
    await register();
  }

  /** One sign of life at a time: two that find their row gone would register twice. */
  function beat(): Promise<void> {
    beating ??= show().finally(() => {
      beating = null;
    });
    return beating;
  }

  /** Gives free what a dead worker held. False: it has shown a sign of life since it was read, or another was first. */
  function bury(dead: WorkerRow): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      const isDead = await deleteWorker(trx, dead);
      if (isDead) await releaseLocksOf(trx, dead.id, isoNow(clock));
      return isDead;
    });
  }

  /** Removes the workers that died, so that their leases end and their targets can be taken over. */
  async function reap(): Promise<void> {
    const { monotonic } = now();
    const rows = (await listWorkers(db)).filter((row) => row.id !== id);
    others = rows.length;
    // While the database was away nobody could show a sign of life: all get a whole lease anew.
    if (monotonic - lookedAt > leaseMs / 2) seen.clear();
    lookedAt = monotonic;
    for (const known of seen.keys()) if (!rows.some((row) => row.id === known)) seen.delete(known);
    for (const row of rows) {
      const before = seen.get(row.id);
      if (before?.beat !== row.beat) {
        seen.set(row.id, { beat: row.beat, since: monotonic });
      } else if (monotonic - before.since >= leaseMs && (await bury(row))) {
        seen.delete(row.id);
        logger.warn({ worker: row.id }, 'another process has died; what it left is taken over');
      }
    }
  }

  async function loop(afterEach: () => void): Promise<void> {
    while (!stopping.signal.aborted) {
      await delay(leaseMs / 6, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      const failed = (error: unknown) => logger.error({ err: error }, 'a sign of life could not be given');
      await beat().then(reap).then(afterEach).catch(failed);
    }
  }

  return {
    get id() {
      return id;
    },
    isFresh,
    async isStill(known: string) {
      if (known === id && !isFresh()) await beat();
      return known === id;
    },
    hasOthers: () => others > 0,

    /** Makes this process known. @param isAlone every other worker is certainly dead, and is removed */
    async begin(isAlone: boolean): Promise<void> {
      if (isAlone) await deleteWorkers(db);
      await register();
      await reap();
    },

    /** Gives signs of life and looks at the others', and runs `afterEach` after each round. */
    start(afterEach: () => void): void {
      looping = loop(afterEach);
    },

    /** Ends the signs of life; what is left is then anybody's. */
    async stop(): Promise<void> {
      stopping.abort();
      await looping;
      await dropWorker(db, id).catch(() => undefined);
    },
  };
}
