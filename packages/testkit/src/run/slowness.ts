import { availableParallelism, loadavg } from 'node:os';

const MOST = 4;

/**
 * Estimates how many times longer something takes now than on an idle machine: from 1 to 4. A test multiplies spans that it
 * has to choose, such as a lease, by this factor.
 */
export function slowness(): number {
  const [lastMinute = 0] = loadavg();
  // Other tests of the same run wait for half of their time.
  return Math.min(MOST, Math.max(1, lastMinute / availableParallelism() / 2));
}
