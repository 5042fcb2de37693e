import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import open from 'open';

/** A program that finds no browser ends within this time; a browser keeps running. */
const FAILS_WITHIN_MS = 1_500;

/** Opens an address in the browser of this machine. @returns `false` when there seems to be no browser */
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
