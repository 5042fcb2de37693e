import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPace } from './pace.ts';

const LIMITS = { totalMs: 3_000, minRate: { bytes: 100, spanMs: 300 } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Lets pieces arrive every 100 ms, and returns whether the transfer goes on after them. */
function transfer(bytes: number, times: number): boolean {
  using pace = createPace(new AbortController().signal, 500);
  pace.expect(LIMITS);
  for (let time = 0; time < times; time += 1) {
    pace.count(bytes);
    vi.advanceTimersByTime(100);
  }
  return !pace.signal.aborted;
}

test('a transfer with enough bytes in each span goes on until the whole time is over', () => {
  expect(transfer(34, 29)).toBe(true);
  expect(transfer(34, 30)).toBe(false);
});

test('a transfer with too few bytes in a span is ended', () => {
  expect(transfer(33, 2)).toBe(true);
  expect(transfer(33, 3)).toBe(false);
});

test('a transfer of which nothing arrives is ended', () => {
  using pace = createPace(new AbortController().signal, 500);
  vi.advanceTimersByTime(499);
  expect(pace.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(pace.signal.reason).toMatchObject({ name: 'TimeoutError' });
});
