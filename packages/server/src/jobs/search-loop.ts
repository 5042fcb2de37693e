import type { Logger } from '../logger.ts';
import type { LoopWatch } from '../loop-watch.ts';
import type { SearchIndex } from '../services/posts/search-index.ts';
import { createIntervalLoop } from './interval-loop.ts';

const INTERVAL_MS = 1_000;

/** Makes the loop that indexes posts that have changed for the search. Every process runs it. */
export function createSearchLoop({
  logger,
  searchIndex,
  watch,
}: {
  logger: Logger;
  searchIndex: SearchIndex;
  watch: LoopWatch;
}) {
  const { quiet } = searchIndex;
  return createIntervalLoop({ job: 'search', intervalMs: INTERVAL_MS, watch, quiet }, async (stopping) => {
    const failed = (error: unknown) => logger.error({ err: error }, 'posts could not be indexed yet');
    await searchIndex.catchUp(stopping).catch(failed);
  });
}
