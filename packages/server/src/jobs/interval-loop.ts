import { setTimeout as delay } from 'node:timers/promises';
import type { LoopWatch } from '../loop-watch.ts';
import type { Quiet } from '../store/database/changes.ts';

/**
 * Makes a loop that runs a job, then waits, again and again.
 * @param quiet leaves the job out while it lasts
 * @param runOnce does not throw; ends early when the signal says that the loop is stopping
 */
export function createIntervalLoop(
  { job, intervalMs, watch, quiet }: { job: string; intervalMs: number; watch: LoopWatch; quiet?: Quiet },
  runOnce: (stopping: AbortSignal) => Promise<void>,
) {
  const stopping = new AbortController();

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (!(await quiet?.lasts())) await watch.run(`job:${job}`, () => runOnce(stopping.signal));
      await delay(intervalMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  let looping: Promise<void> = Promise.resolve();
  return {
    start(): void {
      looping = loop();
    },
    /** Waits for the job that is running. */
    async stop(): Promise<void> {
      stopping.abort();
      await looping;
    },
  };
}
