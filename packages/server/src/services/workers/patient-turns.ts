import { setTimeout as delay } from 'node:timers/promises';
import type { Turns } from './turns.ts';

/**
 * Makes turns that run a task in its channel's order, or give up when the task has not begun in time.
 * @param patienceMs longest wait for the beginning of a task; a task that has begun is waited for
 * @param refuse makes the error for a task that was given up; that task never runs
 */
export function createPatientTurns(
  turns: Pick<Turns, 'run'>,
  patienceMs: number,
  refuse: () => Error,
): Pick<Turns, 'run'> {
  return {
    async run(channel, task) {
      const waiting = { hasBegun: false, isOver: false };
      const running = turns.run(channel, async () => {
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
