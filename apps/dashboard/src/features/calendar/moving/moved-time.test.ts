import { describe, expect, it } from 'vitest';
import { movedTo } from './moved-time.ts';

const BERLIN = 'Europe/Berlin';

function moved(at: string, day: string, zone = BERLIN): string {
  return movedTo(new Date(at), day, zone).toISOString();
}

describe('a post moved to another day', () => {
  it('keeps its time of day, to the millisecond', () => {
    expect(moved('2026-11-23T12:38:45.678Z', '2026-11-24')).toBe('2026-11-24T12:38:45.678Z');
    expect(moved('2026-12-31T23:30:00Z', '2026-12-31')).toBe('2026-12-30T23:30:00.000Z');
  });

  it('keeps its time of day when clocks go forward or back in between', () => {
    expect(moved('2027-03-27T09:00:00Z', '2027-03-28')).toBe('2027-03-28T08:00:00.000Z');
    expect(moved('2027-10-30T11:38:00Z', '2027-10-31')).toBe('2027-10-31T12:38:00.000Z');
    expect(moved('2027-10-31T12:38:00Z', '2027-10-30')).toBe('2027-10-30T11:38:00.000Z');
    expect(moved('2027-04-02T22:45:00Z', '2027-04-05', 'Australia/Lord_Howe')).toBe('2027-04-04T23:15:00.000Z');
  });

  it('goes out an hour later on the day that skips its time', () => {
    expect(moved('2027-03-27T01:30:00Z', '2027-03-28')).toBe('2027-03-28T01:30:00.000Z');
  });

  it('goes out at the first of two equal times of day', () => {
    expect(moved('2027-10-30T00:30:00Z', '2027-10-31')).toBe('2027-10-31T00:30:00.000Z');
  });
});
