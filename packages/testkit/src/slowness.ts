import { availableParallelism, loadavg } from 'node:os';

const MOST = 4;

/**
 * How many times longer something takes at this moment than on a machine that does nothing else: 1 to 4. For spans that a test
 * has to choose, such as a lease; what it waits for has limits of its own.
 */
export function slowness(): number {
  const [lastMinute = 0] = loadavg();
  // What runs beside it waits for half of its time.
  return Math.min(MOST, Math.max(1, lastMinute / availableParallelism() / 2));
}
