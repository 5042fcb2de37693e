import type { Logger } from '../logger.ts';
import type { LoopWatch } from '../loop-watch.ts';
import type { Counters } from '../services/counters/counters.ts';
import { createIntervalLoop } from './interval-loop.ts';

const INTERVAL_MS = 60_000;

/** Makes the loop that reads the counters of posts daily. It is a loop of its own: networks that answer slowly delay no other job. */
export function createCounterLoop({
  logger,
  counters,
  watch,
}: {
  logger: Logger;
  counters: Pick<Counters, 'readDaily'>;
  watch: LoopWatch;
}) {
  return createIntervalLoop({ job: 'counters', intervalMs: INTERVAL_MS, watch }, (stopping) =>
    counters.readDaily(stopping).catch((err: unknown) => logger.error({ err }, 'could not read the counters of posts')),
  );
}
