const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;

/** Backoff of failed items: each failure doubles the wait, so that an item neither delays others nor fills the log. */
export interface Rests {
  /** @returns milliseconds for which the item waits */
  rest(id: string): number;
  /** Lists the items that wait now. */
  resting(): string[];
}

/** Makes a backoff in memory, by the monotonic clock. An item that does not fail again within an hour is forgotten. */
export function createRests(): Rests {
  const rests = new Map<string, { until: number; waitMs: number }>();
  return {
    rest(id) {
      const waitMs = Math.min((rests.get(id)?.waitMs ?? FIRST_MS / 2) * 2, LONGEST_MS);
      rests.set(id, { until: performance.now() + waitMs, waitMs });
      return waitMs;
    },
    resting() {
      const now = performance.now();
      for (const [id, { until }] of rests) if (until + 3_600_000 < now) rests.delete(id);
      return [...rests].filter(([, { until }]) => until > now).map(([id]) => id);
    },
  };
}
