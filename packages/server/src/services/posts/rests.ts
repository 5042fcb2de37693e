/** Failures after which an item begins to wait. Until then it keeps its place: a database that restarts fails it a few times. */
const PATIENT_FAILURES = 3;
const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;

/** Backoff of failed items: each failure doubles the wait, so that an item neither delays others nor fills the log. */
export interface Rests {
  /** Notes a failure of an item. @returns milliseconds for which the item waits now; 0 while it keeps its place */
  rest(id: string): number;
  /** Lists the items that wait now. */
  resting(): string[];
}

/** Makes a backoff in memory, by the monotonic clock. An item that does not fail again within an hour is forgotten. */
export function createRests(): Rests {
  const rests = new Map<string, { until: number; failures: number }>();
  return {
    rest(id) {
      const failures = (rests.get(id)?.failures ?? 0) + 1;
      const further = failures - PATIENT_FAILURES;
      const waitMs = further < 0 ? 0 : Math.min(FIRST_MS * 2 ** further, LONGEST_MS);
      rests.set(id, { until: performance.now() + waitMs, failures });
      return waitMs;
    },
    resting() {
      const now = performance.now();
      for (const [id, { until }] of rests) if (until + 3_600_000 < now) rests.delete(id);
      return [...rests].filter(([, { until }]) => until > now).map(([id]) => id);
    },
  };
}
