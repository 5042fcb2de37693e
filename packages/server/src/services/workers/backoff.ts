/** Failures after which an item begins to wait. Until then it keeps its place: a database that restarts fails it a few times. */
const PATIENT_FAILURES = 3;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5 * 60_000;

/**
 * Backoff of what is due and fails, in memory, by the monotonic clock: each failure doubles the wait, so that an item neither delays
 * others nor fills the log. One that does not fail again within an hour is forgotten.
 */
export class Backoff {
  readonly #items = new Map<string, { readonly until: number; readonly failures: number }>();

  /** Notes a failure of an item. @returns milliseconds for which the item waits now; 0 while it keeps its place */
  fail(id: string): number {
    const failures = (this.#items.get(id)?.failures ?? 0) + 1;
    const further = failures - PATIENT_FAILURES;
    const waitMs = further < 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** further, LONGEST_WAIT_MS);
    this.#items.set(id, { until: performance.now() + waitMs, failures });
    return waitMs;
  }

  /** Lists the items that wait now. */
  waiting(): string[] {
    const now = performance.now();
    for (const [id, { until }] of this.#items) if (until + 3_600_000 < now) this.#items.delete(id);
    return [...this.#items].filter(([, { until }]) => until > now).map(([id]) => id);
  }
}
