import type { Logger } from '../logger.ts';
import type { LoopWatch } from '../loop-watch.ts';
import { createIntervalLoop } from './interval-loop.ts';

const INTERVAL_MS = 1_000;

/** Makes the loop that writes mails about what was logged, and sends those that are due. Every process runs it. */
export function createMailLoop(deps: {
  logger: Logger;
  watch: LoopWatch;
  collectNotices: () => Promise<void>;
  sendDue: (isStopping: () => boolean) => Promise<void>;
}) {
  const failed = (error: unknown) => deps.logger.error({ err: error }, 'mails could not be written or sent yet');

  return createIntervalLoop({ job: 'mail', intervalMs: INTERVAL_MS, watch: deps.watch }, async (stopping) => {
    await deps.collectNotices().catch(failed);
    await deps.sendDue(() => stopping.aborted).catch(failed);
  });
}
