import type { Clock } from '@social/server';

/** A clock that stands still until it is moved. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
  set(instant: string): void;
}

/** @param start ISO 8601 instant at which the clock stands */
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
