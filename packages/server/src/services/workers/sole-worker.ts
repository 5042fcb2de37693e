import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, isoNow } from '../../clock.ts';
import { newId } from '../../ids.ts';
import type { Logger } from '../../logger.ts';
import type { Keyring } from '../../secrets.ts';
import type { Database } from '../../store/schema.ts';
import { deleteWorkers, dropWorker, hasWorker, insertWorker, raiseBeat } from '../../store/workers.ts';
import type { RunningWorker } from './worker.ts';

/**
 * Makes the worker of the only process that may serve the database, because it has the lock on its file. Commands read its signs
 * of life, but nothing waits for them: a process that was frozen, or whose disk was blocked, has lost nothing to another.
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
  let shownAt = Number.NEGATIVE_INFINITY;
  let isOver = false;
  let looping: Promise<void> = Promise.resolve();

  // Another process changed the database although this one has the lock. It may have ended what this one would send.
  function lose(): void {
    if (isOver) return;
    isOver = true;
    logger.fatal({ worker: id }, 'the database no longer lists this server; it sends nothing more and stops');
    lost.resolve();
  }

  const isFresh = () => performance.now() - shownAt < leaseMs / 2;

  async function show(): Promise<void> {
    const begun = performance.now();
    if (await raiseBeat(db, id)) shownAt = begun;
    else lose();
  }

  async function loop(afterEach: () => void): Promise<void> {
    while (!stopping.signal.aborted) {
      await delay(leaseMs / 6, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted || isOver) return;
      const failed = (error: unknown) => logger.error({ err: error }, 'could not show a sign of life');
      await show().then(afterEach).catch(failed);
    }
  }

  return {
    id,
    lost: lost.promise,
    isFresh,

    async isStill(known) {
      if (isOver || known !== id) return false;
      // The last sign of life found the row. A read: the disk may be unwritable for a while.
      if (!isFresh() && !(await hasWorker(db, id))) lose();
      return !isOver;
    },

    async begin() {
      const begun = performance.now();
      await deleteWorkers(db);
      await insertWorker(db, { id, beat: 0, started_at: isoNow(clock), first_key: deps.keyring.prefixes[0] });
      shownAt = begun;
    },

    start(afterEach) {
      looping = loop(afterEach);
    },

    async stop() {
      stopping.abort();
      isOver = true;
      await looping;
      // A start that could not write would only wait for the database once more.
      if (shownAt > Number.NEGATIVE_INFINITY) await dropWorker(db, id).catch(() => undefined);
    },
  };
}
