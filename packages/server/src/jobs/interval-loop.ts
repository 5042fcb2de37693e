import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log/logger.ts';
import type { LoopWatch } from '../loop-watch.ts';
import type { Quiet } from '../store/database/changes.ts';

interface IntervalJob {
  readonly job: string;
  readonly intervalMs: number;
  /** Leaves the job out while it lasts. */
  readonly quiet?: Quiet;
}

/**
 * Makes a loop that runs a job, then waits, again and again, also after a failure, which it logs.
 * @param runOnce ends early when the signal says that the loop is stopping
 */
export function createIntervalLoop(
  { logger, watch }: { readonly logger: Logger; readonly watch: LoopWatch },
  { job, intervalMs, quiet }: IntervalJob,
  runOnce: (stopping: AbortSignal) => Promise<unknown>,
) {
  const stopping = new AbortController();

  async function runLogged(): Promise<void> {
    await runOnce(stopping.signal).catch((err: unknown) => logger.error({ err, job }, 'a job failed; it runs again'));
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (!(await quiet?.lasts())) await watch.run(`job:${job}`, runLogged);
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
