const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;

/** What has failed rests before it is tried again, each time twice as long, so that it neither holds up others nor fills the log. */
export interface Rests {
  rest(id: string): void;
  /** What is resting at this moment. */
  resting(): string[];
}

/** Kept in memory and by the monotonic clock; what has rested to its end and did not fail again within an hour is forgotten. */
export function createRests(): Rests {
  const rests = new Map<string, { until: number; waitMs: number }>();
  return {
    rest(id) {
      const waitMs = Math.min((rests.get(id)?.waitMs ?? FIRST_MS / 2) * 2, LONGEST_MS);
      rests.set(id, { until: performance.now() + waitMs, waitMs });
    },
    resting() {
      const now = performance.now();
      for (const [id, { until }] of rests) if (until + 3_600_000 < now) rests.delete(id);
      return [...rests].filter(([, { until }]) => until > now).map(([id]) => id);
    },
  };
}
