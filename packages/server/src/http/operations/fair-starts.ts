import { soon } from '@social/platforms/guarded';
import { type Clock, systemClock } from '../../clock.ts';
import { AppError } from '../../errors.ts';

/** Requests of one owner that wait at the same time, at most. */
const MOST_WAITING = 1_000;
/** Requests that begin in one turn of the event loop, at most. */
const MOST = 16;
/** Length of a turn below which the next one has more requests, and above which it has one. */
const SHORT_MS = 5;
const LONG_MS = 10;

/**
 * Lets a request begin: at once, or in a later turn of the event loop where many are ready.
 * @param owner its workspace, or its client without one
 * @param isFree set for a request that waits however many others do
 * @throws (as a rejection) AppError rate_limited when too many of its requests wait
 */
export type FairStarts = (owner: string, isFree?: boolean) => Promise<void>;

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
    for (const [owner, requests] of waiting) {
      const begin = requests.shift();
      waiting.delete(owner);
      if (requests.length > 0) waiting.set(owner, requests);
      begun += 1;
      begin?.();
      return;
    }
  }

  return async (owner, isFree = false) => {
    if (!isTurn) openTurn();
    if (begun < most && waiting.size === 0) {
      begun += 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const own = waiting.get(owner);
    if (own && own.length >= MOST_WAITING && !isFree) throw tooMany();
    if (own) own.push(resolve);
    else waiting.set(owner, [resolve]);
    await promise;
  };
}

function tooMany(): AppError {
  const message = `You already have ${MOST_WAITING} requests waiting; send fewer at once. Nothing was done`;
  return new AppError('rate_limited', message, {
    details: { quota: 'waitingRequests', limit: MOST_WAITING },
    retryAfterMs: 1_000,
  });
}
