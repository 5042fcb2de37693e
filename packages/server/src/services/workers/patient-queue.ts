import { setTimeout as delay } from 'node:timers/promises';
import type { SerialQueue } from './serial-queue.ts';

/**
 * Makes a queue that runs a task in its key's order, or gives up when the task has not begun in time.
 * @param patienceMs longest wait for the beginning of a task; a task that has begun is waited for
 * @param refuse makes the error for a task that was given up; that task never runs
 */
export function createPatientQueue(
  queue: Pick<SerialQueue, 'run'>,
  patienceMs: number,
  refuse: () => Error,
): Pick<SerialQueue, 'run'> {
  return {
    async run(key, task) {
      const waiting = { hasBegun: false, isOver: false };
      const running = queue.run(key, async () => {
        if (waiting.isOver) throw refuse();
        waiting.hasBegun = true;
        return task();
      });
      running.catch(() => undefined);
      const patience = new AbortController();
      const tooLong = delay(patienceMs, undefined, { signal: patience.signal }).then(() => {
        if (waiting.hasBegun) return running;
        waiting.isOver = true;
        throw refuse();
      });
      tooLong.catch(() => undefined);
      try {
        return await Promise.race([running, tooLong]);
      } finally {
        patience.abort();
      }
    },
  };
}
