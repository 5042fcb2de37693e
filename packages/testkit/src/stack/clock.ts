import type { Clock } from '@social/server';

/** A clock that shows the same instant until a test moves it. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
  set(instant: string): void;
}

/** @param start ISO 8601 instant that the clock shows at first */
export function createTestClock(start: string): TestClock {
  let now = Date.parse(start);
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    set: (instant) => {
      now = Date.parse(instant);
    },
  };
}
