import { describe, expect, it } from 'vitest';
import type { JsonObject } from './lossless-json.ts';
import { formatUtcTime, readRetryAfterMs, untilMidnightMs } from './retry-after.ts';

const NOW = Date.UTC(2026, 10, 20, 14, 0, 0);
const seconds = (epochMs: number): string => String(epochMs / 1000);
const read = (headers: Record<string, string>, body: JsonObject | null = null): number | null =>
  readRetryAfterMs({ headers: new Headers(headers), body }, NOW);

describe('readRetryAfterMs', () => {
  it.each<[string, Record<string, string>, number]>([
    ['seconds', { 'retry-after': '60' }, 60_000],
    ['a fraction of a second', { 'retry-after': '0.65' }, 650],
    ['a date', { 'retry-after': 'Fri, 20 Nov 2026 14:05:00 GMT' }, 300_000],
    ['a date of RFC 850', { 'retry-after': 'Friday, 20-Nov-26 14:05:00 GMT' }, 300_000],
    ['a date of asctime', { 'retry-after': 'Fri Nov 20 14:05:00 2026' }, 300_000],
    ['an instant in Retry-After', { 'retry-after': seconds(NOW + 300_000) }, 300_000],
    ['an instant', { 'x-rate-limit-reset': seconds(NOW + 900_000) }, 900_000],
    ['an instant with a fraction', { 'x-ratelimit-reset': `${seconds(NOW + 900_000)}.250` }, 900_250],
    ['an instant in milliseconds', { 'x-ratelimit-reset': String(NOW + 900_000) }, 900_000],
    ['a date of ISO 8601', { 'x-ratelimit-reset': '2026-11-20T14:15:00.000Z' }, 900_000],
    ['a date without a zone', { 'x-ratelimit-reset': '2026-11-20T14:15:00' }, 900_000],
    ['seconds until the reset', { 'x-ratelimit-reset': '45' }, 45_000],
    ['seconds after which it is', { 'x-ratelimit-reset-after': '1.5', 'x-ratelimit-remaining': '0' }, 1_500],
    ['the header of a server of Bluesky', { 'ratelimit-reset': seconds(NOW + 60_000) }, 60_000],
    ['the header of early drafts', { 'ratelimit-reset': '50', 'ratelimit-remaining': '0' }, 50_000],
    ['one header for all', { ratelimit: 'limit=100, remaining=0, reset=50' }, 50_000],
    ['a policy', { ratelimit: '"default";r=0;t=50' }, 50_000],
    ['the policy that is used up', { ratelimit: '"burst";r=5;t=60, "daily";r=0;t=3600' }, 3_600_000],
    ['the later one', { 'retry-after': '60', 'x-rate-limit-reset': seconds(NOW + 900_000) }, 900_000],
    ['the longer one', { 'retry-after': '1000', 'x-rate-limit-reset': seconds(NOW + 900_000) }, 1_000_000],
    ['a limit with calls left, alone', { 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': '45' }, 45_000],
    ['31 days at most', { 'retry-after': '10000000' }, 31 * 86_400_000],
  ])('reads %s', (_what, headers, waitMs) => {
    expect(read(headers)).toBe(waitMs);
  });

  it.each<[string, JsonObject, number]>([
    ['Discord', { message: 'You are being rate limited.', retry_after: 64.57, global: false }, 64_570],
    ['Telegram', { ok: false, error_code: 429, parameters: { retry_after: 35 } }, 35_000],
  ])('reads the body of %s', (_network, body, waitMs) => {
    expect(read({}, body)).toBe(waitMs);
    expect(read({ 'retry-after': '100' }, body)).toBe(100_000);
  });

  it('heeds limits with calls left only where nothing else names a time', () => {
    const daily = {
      'x-rate-limit-reset': seconds(NOW + 60_000),
      'x-user-limit-24hour-reset': seconds(NOW + 3_600_000),
    };
    expect(read({ ...daily, 'x-user-limit-24hour-remaining': '12' })).toBe(60_000);
    expect(read({ ...daily, 'x-user-limit-24hour-remaining': '0' })).toBe(3_600_000);
  });

  it.each([
    {},
    { 'retry-after': 'soon' },
    { 'retry-after': '-5' },
    { 'retry-after': '0' },
    { 'retry-after': '1e9' },
    { 'retry-after': seconds(NOW - 1000) },
    { 'retry-after': '1000000000' },
    { 'retry-after': 'Fri, 20 Nov 2026 13:00:00 GMT' },
    { 'retry-after': 'Sun, nonsense' },
    { 'x-rate-limit-reset': 'NaN' },
    { 'x-rate-limit-reset': seconds(NOW - 1000) },
    { ratelimit: 'none' },
    { ratelimit: '"default";r=0' },
  ])('ignores garbage: %j', (headers) => {
    expect(read(headers as Record<string, string>)).toBeNull();
  });

  it.each([{}, { retry_after: '5' }, { retry_after: -1 }, { parameters: 5 }])('ignores the body %j', (body) => {
    expect(read({}, body)).toBeNull();
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
