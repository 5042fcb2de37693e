import { soon } from '@social/platforms/guarded';
import { type Clock, systemClock } from '../../clock.ts';

/** Requests that begin in one turn of the event loop, at most. */
const MOST = 16;
/** Length of a turn below which the next one has more requests, and above which it has one. */
const SHORT_MS = 5;
const LONG_MS = 10;

/**
 * Lets a request begin: at once, or in a later turn of the event loop where many are ready.
 * @param owner its workspace, or its client without one
 */
export type FairStarts = (owner: string) => Promise<void>;

/**
 * Creates the order in which requests begin. The owners take turns, so that one with many requests does not delay that of another,
 * and connections and timers are served in between: on SQLite, a request runs to its end without a pause.
 */
export function createFairStarts({ elapsed }: Pick<Clock, 'elapsed'> = systemClock): FairStarts {
  /** Requests that wait, by owner. The owner that was served last is last. */
  const waiting = new Map<string, (() => void)[]>();
  let turnBegan = 0;
  let isTurn = false;
  let most = MOST;
  let begun = 0;

  function openTurn(): void {
    isTurn = true;
    begun = 0;
    turnBegan = elapsed();
    soon(closeTurn);
  }

  function closeTurn(): void {
    isTurn = false;
    const took = elapsed() - turnBegan;
    if (took > LONG_MS) most = 1;
    else if (took < SHORT_MS) most = Math.min(MOST, most * 2);
    if (waiting.size === 0) return;
    openTurn();
    while (begun < most && waiting.size > 0) beginNext();
  }

  function beginNext(): void {
    for (const [owner, [begin, ...others]] of waiting) {
      waiting.delete(owner);
      if (others.length > 0) waiting.set(owner, others);
      begun += 1;
      begin?.();
      return;
    }
  }

  return async (owner) => {
    if (!isTurn) openTurn();
    if (begun < most && waiting.size === 0) {
      begun += 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const own = waiting.get(owner);
    if (own) own.push(resolve);
    else waiting.set(owner, [resolve]);
    await promise;
  };
}
