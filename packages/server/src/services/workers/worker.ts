import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, isoNow } from '../../clock.ts';
import { newId } from '../../ids.ts';
import type { Logger } from '../../log/logger.ts';
import type { Keyring } from '../../secrets.ts';
import type { Database } from '../../store/schema.ts';
import { deleteWorker, dropWorker, insertWorker, listWorkers, raiseBeat, type WorkerRow } from '../../store/workers.ts';

/** Thrown when another process may have taken over what this one had begun, since it showed no sign of life for too long. */
export class TakenOverError extends Error {
  override readonly name = 'TakenOverError';
}

/** This process, as the other processes on the same database see it. */
export interface Worker {
  /** Id of the worker. It changes when the process was taken for dead and continues as a new worker. */
  readonly id: string;
  /** Returns true when no other process can have taken this one for dead since its last sign of life. */
  isFresh(): boolean;
  /**
   * Returns true when this process is still the worker `id`. Shows another sign of life if the last one is too old. Must be
   * called before anything is sent: a process that was frozen must not continue what others have taken over.
   */
  isStill(id: string): Promise<boolean>;
}

/** The worker as the server itself runs it. */
export interface RunningWorker extends Worker {
  /** Resolves when this process must stop for good, because the database no longer lists it. */
  readonly lost: Promise<void>;
  /** Registers this process. */
  begin(): Promise<void>;
  /** Returns true while the database takes writes, as far as it was tried lately. */
  canWrite(): Promise<boolean>;
  /** Starts to show signs of life, or to look whether the row is still there. Runs `afterEach` after rounds. */
  start(afterEach: () => void): void;
  /** Stops the signs of life and deletes the worker, so that others can take over its targets. */
  stop(): Promise<void>;
}

/**
 * Makes the worker of a process that shares the database with others. Every process raises a counter in its row. A process whose counter does not change for
 * a whole `leaseMs`, by the monotonic clock of the process that watches, is dead; wrong clocks and clock steps do no harm.
 */
export function createWorker(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  keyring: Keyring;
  leaseMs: number;
}): RunningWorker {
  const { db, clock, logger, leaseMs } = deps;
  const [firstKey] = deps.keyring.prefixes;
  const stopping = new AbortController();
  /** Counter of each other worker, and when it was first seen at this value, in milliseconds of the monotonic clock. */
  const seen = new Map<string, { beat: number; since: number }>();
  let id = newId();
  let shownAt = { monotonic: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY };
  let lookedAt = Number.NEGATIVE_INFINITY;
  let beating: Promise<void> | null = null;
  let looping: Promise<void> = Promise.resolve();

  // Uses two clocks, since each misses something: the monotonic one stops while a machine sleeps, the other can be set.
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
    logger.warn({ worker: id }, 'this process was frozen for so long that others took over what it was sending');
    id = newId();
    await register();
  }

  /** Shows a sign of life. Concurrent calls share one: two that find their row deleted would register twice. */
  function beat(): Promise<void> {
    beating ??= show().finally(() => {
      beating = null;
    });
    return beating;
  }

  /** Deletes a worker that has died. @returns false when it lives, or its row cannot be deleted yet */
  function bury(row: WorkerRow): Promise<boolean> {
    return deleteWorker(db, row).catch((err: unknown) => {
      logger.warn({ err, worker: row.id }, 'another process has died; its row is locked, it is deleted later');
      return false;
    });
  }

  /** Deletes the workers that died, so that their leases end and their targets and keys can be taken over. */
  async function reap(): Promise<void> {
    const { monotonic } = now();
    const rows = (await listWorkers(db)).filter((row) => row.id !== id);
    // While the database was down, no worker could show a sign of life, so each gets a whole new lease.
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
      const failed = (error: unknown) => logger.error({ err: error }, 'could not show a sign of life');
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
    canWrite: async () => isFresh(),
    // A process that was taken for dead continues under a new id.
    lost: new Promise(() => undefined),

    async begin() {
      await register();
      await reap();
    },

    start(afterEach) {
      looping = loop(afterEach);
    },

    async stop() {
      stopping.abort();
      await looping;
      await dropWorker(db, id).catch(() => undefined);
    },
  };
}
