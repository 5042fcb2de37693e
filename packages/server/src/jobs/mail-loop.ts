import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../logger.ts';

const INTERVAL_MS = 1_000;

/** Makes the loop that writes mails about what was logged, and sends those that are due. Every process runs it. */
export function createMailLoop(deps: {
  logger: Logger;
  collectNotices: () => Promise<void>;
  sendDue: (isStopping: () => boolean) => Promise<void>;
}) {
  const { logger, collectNotices, sendDue } = deps;
  const stopping = new AbortController();

  async function runOnce(): Promise<void> {
    const failed = (error: unknown) => logger.error({ err: error }, 'mails could not be written or sent yet');
    await collectNotices().catch(failed);
    await sendDue(() => stopping.signal.aborted).catch(failed);
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await runOnce();
      await delay(INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  let looping: Promise<void> = Promise.resolve();
  return {
    start(): void {
      looping = loop();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await looping;
    },
  };
}
