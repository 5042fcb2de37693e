import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, isoNow } from '../../clock.ts';
import { newId } from '../../ids.ts';
import type { Logger } from '../../log/logger.ts';
import type { Keyring } from '../../secrets.ts';
import { readChanges } from '../../store/database/changes.ts';
import type { Database } from '../../store/schema.ts';
import { deleteWorkers, dropWorker, hasWorker, insertWorker, raiseBeat } from '../../store/workers.ts';
import type { RunningWorker } from './worker.ts';

/**
 * Makes the worker of the only process that may serve the database, because it has the lock on its file. It shows no signs of life:
 * a process that was frozen, or whose disk was blocked, has lost nothing to another. It looks instead whether its row is still there.
 */
export function createSoleWorker(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  keyring: Keyring;
  leaseMs: number;
}): RunningWorker {
  const { db, clock, logger, leaseMs } = deps;
  const id = newId();
  const stopping = new AbortController();
  const lost = Promise.withResolvers<void>();
  let seenAt = Number.NEGATIVE_INFINITY;
  let wroteAt = Number.NEGATIVE_INFINITY;
  let writing: Promise<boolean> | null = null;
  let isOver = false;
  let looping: Promise<void> = Promise.resolve();

  // Another process changed the database although this one has the lock. It may have ended what this one would send.
  function lose(): void {
    if (isOver) return;
    isOver = true;
    logger.fatal({ worker: id }, 'the database no longer lists this server; it sends nothing more and stops');
    lost.resolve();
  }

  const isFresh = () => performance.now() - seenAt < leaseMs / 2;

  async function look(): Promise<void> {
    const begun = performance.now();
    if (await hasWorker(db, id)) seenAt = begun;
    else lose();
  }

  async function write(): Promise<boolean> {
    const begun = performance.now();
    try {
      await raiseBeat(db, id);
      wroteAt = begun;
      return true;
    } catch (error) {
      logger.error({ err: error }, 'the database cannot be written');
      return false;
    } finally {
      writing = null;
    }
  }

  /** Runs `afterEach` while the database changes, and else once in a lease. */
  async function loop(afterEach: () => void): Promise<void> {
    let [changes, ranAt]: [string | null, number] = [null, Number.NEGATIVE_INFINITY];
    const round = async () => {
      const begun = performance.now();
      const present = await readChanges(db);
      const isChanged = present !== changes;
      // The row is still there while nobody has written.
      if (isChanged) await look();
      else seenAt = begun;
      changes = present;
      if (!isChanged && begun - ranAt < leaseMs) return;
      ranAt = performance.now();
      afterEach();
    };
    while (!stopping.signal.aborted) {
      await delay(leaseMs / 6, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted || isOver) return;
      await round().catch((error: unknown) => logger.error({ err: error }, 'the database cannot be read'));
    }
  }

  return {
    id,
    lost: lost.promise,
    isFresh,

    async isStill(known) {
      if (isOver || known !== id) return false;
      if (!isFresh() && !(await hasWorker(db, id))) lose();
      return !isOver;
    },

    async canWrite() {
      // Anybody may ask, and each write is a commit.
      if (performance.now() - wroteAt < leaseMs / 6) return true;
      writing ??= write();
      return writing;
    },

    async begin() {
      const begun = performance.now();
      await deleteWorkers(db);
      await insertWorker(db, { id, beat: 0, started_at: isoNow(clock), first_key: deps.keyring.prefixes[0] });
      seenAt = begun;
      wroteAt = begun;
    },

    start(afterEach) {
      looping = loop(afterEach);
    },

    async stop() {
      stopping.abort();
      isOver = true;
      await looping;
      // A start that could not write would only wait for the database once more.
      if (seenAt > Number.NEGATIVE_INFINITY) await dropWorker(db, id).catch(() => undefined);
    },
  };
}
