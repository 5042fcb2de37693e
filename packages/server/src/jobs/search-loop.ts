import type { Logger } from '../logger.ts';
import type { SearchIndex } from '../services/posts/search-index.ts';
import { createIntervalLoop } from './interval-loop.ts';

const INTERVAL_MS = 1_000;

/** Makes the loop that indexes posts for the search: those that have changed, then some of before the upgrade. Every process runs it. */
export function createSearchLoop({ logger, searchIndex }: { logger: Logger; searchIndex: SearchIndex }) {
  const failed = (error: unknown) => {
    logger.error({ err: error }, 'posts could not be indexed yet');
    return false;
  };

  return createIntervalLoop(INTERVAL_MS, async (stopping) => {
    do await searchIndex.catchUp(stopping).catch(failed);
    while (!stopping.aborted && (await searchIndex.continueEarlier(stopping, INTERVAL_MS).catch(failed)));
  });
}
