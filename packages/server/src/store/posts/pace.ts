/** A read of SQLite blocks this process. It is to take a few milliseconds; these are where it is too short or too long. */
const SHORT_MS = 5;
const LONG_MS = 15;

/** Chooses how many posts the next statement looks at: more after a short one, fewer after a long one. */
export interface Pace {
  size(): number;
  /** Runs a statement, and learns from the time that it takes. */
  keep<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** @param first posts of the first statement, and the fewest of any */
export function createPace(first: number, most: number): Pace {
  let size = first;
  return {
    size: () => size,
    async keep(work) {
      const begun = performance.now();
      const result = await work();
      const took = performance.now() - begun;
      if (took < SHORT_MS) size = Math.min(most, size * 2);
      else if (took > LONG_MS) size = Math.max(first, Math.floor(size / 2));
      return result;
    },
  };
}
