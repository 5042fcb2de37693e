import type { TimedResult } from '../database/group-commit.ts';

/** A read of SQLite blocks this process. It is to take a few milliseconds; these are where it is too short or too long. */
const SHORT_MS = 5;
const LONG_MS = 15;

/** Chooses how many posts the next statements look at: more after short ones, fewer after a long one. */
export interface Pace {
  /** Number of posts. It changes by the longest of the statements that were run since the last call. */
  nextSize(): number;
  /**
   * Runs a statement, and learns from the time for which it blocks this process. Its wait for a commit or for other requests says
   * nothing about its size. A statement on Postgres blocks nothing.
   */
  keep<Result extends TimedResult<unknown>>(work: () => Promise<Result>): Promise<Result>;
}

/** @param first posts of the first statement, and the fewest of any */
export function createPace(first: number, most: number): Pace {
  let size = first;
  let longest: number | undefined;
  return {
    nextSize() {
      if (longest !== undefined && longest < SHORT_MS) size = Math.min(most, size * 2);
      else if (longest !== undefined && longest > LONG_MS) size = Math.max(first, Math.floor(size / 2));
      longest = undefined;
      return size;
    },
    async keep(work) {
      const result = await work();
      if (result.blockedMs !== undefined) longest = Math.max(longest ?? 0, result.blockedMs);
      return result;
    },
  };
}
