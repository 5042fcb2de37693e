import type { Clock } from '@social/server';

/** A clock that shows the same instant until a test moves it. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
  set(instant: string): void;
}

/** @param start ISO 8601 instant that the clock shows at first */
export function createTestClock(start: string): TestClock {
  let now = Date.parse(start);
  let elapsed = 0;
  return {
    now: () => now,
    elapsed: () => elapsed,
    advance: (milliseconds) => {
      now += milliseconds;
      elapsed += milliseconds;
    },
    set: (instant) => {
      now = Date.parse(instant);
    },
  };
}
