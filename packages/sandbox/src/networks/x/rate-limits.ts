/** Calls allowed per window, for one user at one endpoint. */
export interface Limit {
  readonly name: string;
  readonly calls: number;
}

interface Window {
  used: number;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

const windowMs = 15 * 60 * 1000;

/** Counts calls per user and endpoint in windows of fifteen minutes. */
export class RateLimiter {
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Counts one call.
   *
   * @see https://docs.x.com/x-api/fundamentals/rate-limits
   */
  count(user: string, limit: Limit): { exceeded: boolean; headers: Record<string, string> } {
    const key = `${user} ${limit.name}`;
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= this.#now()) {
      window = { used: 0, endsAt: this.#now() + windowMs };
      this.#windows.set(key, window);
    }
    window.used += 1;
    const remaining = Math.max(0, limit.calls - window.used);
    return {
      exceeded: window.used > limit.calls,
      headers: rateLimitHeaders({ calls: limit.calls, remaining, resetAt: window.endsAt }),
    };
  }
}

/** The headers of every answer of the API; the reset time is in seconds. */
export function rateLimitHeaders(window: {
  calls: number;
  remaining: number;
  resetAt: number;
}): Record<string, string> {
  return {
    'x-rate-limit-limit': String(window.calls),
    'x-rate-limit-remaining': String(window.remaining),
    'x-rate-limit-reset': String(Math.ceil(window.resetAt / 1000)),
  };
}
