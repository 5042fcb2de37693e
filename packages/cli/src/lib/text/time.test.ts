import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseAt, timeUntil, utcText, waitUntil } from './time.ts';

describe('parseAt', () => {
  it.each([
    ['2026-12-01T09:00:00Z', '2026-12-01T09:00:00Z'],
    ['2026-12-01t09:00z', '2026-12-01T09:00:00Z'],
    ['2026-12-01T09:00:00.123+01:00', '2026-12-01T08:00:00Z'],
    ['2026-12-01 09:00-05:30', '2026-12-01T14:30:00Z'],
    ['2028-02-29T00:00:00+14:00', '2028-02-28T10:00:00Z'],
  ])('reads %s', (value, instant) => {
    expect(utcText(parseAt(value, false))).toBe(instant);
  });

  it.each([
    '1',
    '2026-12-01',
    '09:00',
    'next week',
    '2026-13-01T09:00Z',
    '2026-02-29T09:00Z',
    '2026-12-01T24:00Z',
    '2026-12-01T09:60Z',
    '2026-12-01T09:00:60Z',
    '2026-12-01T09:00+24:00',
    '2026-12-01T09:00+01:60',
    '2026-12-01T09:00+1',
    '2026-12-01T09:00',
  ])('refuses %s', (value) => {
    expect(() => parseAt(value, false)).toThrow('--at');
  });

  it('reads a time without zone in the zone of the machine where that is allowed', () => {
    expect(parseAt('2026-12-01T09:00', true)).toEqual(new Date(2026, 11, 1, 9, 0));
  });
});

describe('how long until then', () => {
  const now = new Date('2026-11-20T14:00:00Z');
  it.each([
    ['2026-11-20T14:05:00Z', 'in 5 min', 'in 5 min (14:05 UTC)'],
    ['2026-11-20T16:00:00Z', 'in 2 h', 'in 2 h (16:00 UTC)'],
  ])('%s', (iso, wait, shown) => {
    expect(waitUntil(new Date(iso), now)).toBe(wait);
    expect(timeUntil(iso, now)).toEqual(shown);
  });

  it.each([
    ['Europe/Berlin', '1 Dec 2026 15:00 (2026-12-01 14:00 UTC)'],
    ['UTC', '1 Dec 2026 14:00 UTC'],
  ])('tells a far one in %s as %s', (zone, shown) => {
    vi.stubEnv('TZ', zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(waitUntil(new Date('2026-12-01T14:00:00Z'), now)).toBe('in 11 days');
    expect(timeUntil('2026-12-01T14:00:00Z', now)).toBe(shown);
  });

  it('shows nothing for a text without a time', () => {
    expect(timeUntil('soon', now)).toBe('');
  });
});
