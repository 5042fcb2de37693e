import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import open from 'open';

/** What finds no browser ends soon; what runs on has one. */
const FAILS_WITHIN_MS = 1_500;

/** Opens an address in the browser of this machine. False: there seems to be none. */
export async function openBrowser(url: string, failsWithinMs = FAILS_WITHIN_MS): Promise<boolean> {
  try {
    const program = await open(url);
    const decided = new AbortController();
    const ended = once(program, 'exit', { signal: decided.signal }).then(([code]) => code === 0);
    const runsOn = delay(failsWithinMs, true, { signal: decided.signal });
    ended.catch(() => undefined);
    runsOn.catch(() => undefined);
    return await Promise.race([ended, runsOn]).finally(() => decided.abort());
  } catch {
    return false;
  }
}
