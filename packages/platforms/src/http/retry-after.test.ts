import { describe, expect, it } from 'vitest';
import { formatUtcTime, readRetryAfterMs, untilMidnightMs } from './retry-after.ts';

const NOW = Date.UTC(2026, 10, 20, 14, 0, 0);
const seconds = (epochMs: number): string => String(epochMs / 1000);
const read = (headers: Record<string, string>): number | null => readRetryAfterMs(new Headers(headers), NOW);

describe('readRetryAfterMs', () => {
  it('reads seconds and dates', () => {
    expect(read({ 'retry-after': '60' })).toBe(60_000);
    expect(read({ 'retry-after': 'Fri, 20 Nov 2026 14:05:00 GMT' })).toBe(300_000);
  });

  it('reads when a window resets', () => {
    expect(read({ 'x-rate-limit-reset': seconds(NOW + 900_000) })).toBe(900_000);
  });

  it('reads the reset of a window as a date or in epoch seconds', () => {
    expect(read({ 'x-ratelimit-reset': '2026-11-20T14:15:00.000Z' })).toBe(900_000);
    expect(read({ 'x-ratelimit-reset': seconds(NOW + 900_000) })).toBe(900_000);
  });

  it('takes the later of both', () => {
    const reset = seconds(NOW + 900_000);
    expect(read({ 'retry-after': '60', 'x-rate-limit-reset': reset })).toBe(900_000);
    expect(read({ 'retry-after': '1000', 'x-rate-limit-reset': reset })).toBe(1_000_000);
  });

  it('heeds the daily windows only when they are used up', () => {
    const daily = {
      'x-rate-limit-reset': seconds(NOW + 60_000),
      'x-user-limit-24hour-reset': seconds(NOW + 3_600_000),
    };
    expect(read({ ...daily, 'x-user-limit-24hour-remaining': '12' })).toBe(60_000);
    expect(read({ ...daily, 'x-user-limit-24hour-remaining': '0' })).toBe(3_600_000);
  });

  it('waits a day at most', () => {
    expect(read({ 'retry-after': '1000000000' })).toBe(86_400_000);
  });

  it.each([
    {},
    { 'retry-after': 'soon' },
    { 'retry-after': '-5' },
    { 'retry-after': '0' },
    { 'retry-after': '1e9' },
    { 'retry-after': 'Fri, 20 Nov 2026 13:00:00 GMT' },
    { 'retry-after': 'Sun, nonsense' },
    { 'x-rate-limit-reset': '12' },
    { 'x-rate-limit-reset': 'NaN' },
    { 'x-rate-limit-reset': seconds(NOW - 1000) },
  ])('ignores garbage: %j', (headers) => {
    expect(read(headers as Record<string, string>)).toBeNull();
  });
});

describe('times of day', () => {
  it('are written in UTC and never too early', () => {
    expect(formatUtcTime(NOW + 1, NOW)).toBe('14:01 UTC');
    expect(formatUtcTime(NOW, NOW)).toBe('14:00 UTC');
  });

  it('name the day when the time alone would mean now', () => {
    expect(formatUtcTime(NOW + 24 * 3_600_000 - 1, NOW)).toBe('14:00 UTC');
    expect(formatUtcTime(NOW + 24 * 3_600_000, NOW)).toBe('14:00 UTC on 21 Nov');
  });

  it('know the next midnight', () => {
    expect(untilMidnightMs(NOW)).toBe(10 * 3_600_000);
  });
});
