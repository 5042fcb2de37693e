import { describe, expect, it } from 'vitest';
import { instantOf, isTimeZone, localTimeOf, withOffset } from './local-time.ts';

describe('a time on the clock of a zone', () => {
  it.each([
    ['an ordinary time', 'Europe/Berlin', '2026-12-01T09:00', '2026-12-01T08:00:00.000Z'],
    ['a time in summer', 'Europe/Berlin', '2026-07-01T09:00', '2026-07-01T07:00:00.000Z'],
    ['a skipped time', 'Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['a time that comes twice', 'Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['a skipped time', 'America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
    ['a time after the clocks went back', 'America/New_York', '2026-11-01T02:30', '2026-11-01T07:30:00.000Z'],
    ['a time that comes twice', 'America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
    ['the end of a skipped half hour', 'Australia/Lord_Howe', '2026-10-04T02:30', '2026-10-03T15:30:00.000Z'],
    ['a time in a skipped half hour', 'Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z'],
    ['a time after a half hour came twice', 'Australia/Lord_Howe', '2026-04-05T02:30', '2026-04-04T16:00:00.000Z'],
    ['a time in a half hour that comes twice', 'Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z'],
    ['a time in a zone without summer time', 'Asia/Kathmandu', '2026-06-01T00:00', '2026-05-31T18:15:00.000Z'],
  ])('names one instant: %s in %s, %s', (_what, zone, local, instant) => {
    expect(instantOf(local, zone)?.toISOString()).toBe(instant);
  });

  it('names no instant when it is not a date', () => {
    expect(instantOf('', 'UTC')).toBeNull();
    expect(instantOf('tomorrow', 'UTC')).toBeNull();
  });
});

it('turns an instant into the time on the clock of a zone and back', () => {
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC']) {
    for (let hour = 0; hour < 365 * 24; hour += 7) {
      const instant = new Date(Date.UTC(2026, 0, 1, hour, 30));
      const local = localTimeOf(instant, zone);
      expect(localTimeOf(instantOf(local, zone) as Date, zone)).toBe(local);
    }
  }
  expect(localTimeOf(new Date('2026-12-01T08:00:00Z'), 'Europe/Berlin')).toBe('2026-12-01T09:00');
});

it('writes an instant with the offset of a zone', () => {
  const at = Date.parse('2026-12-01T08:00:00Z');
  expect(withOffset(at, 'Europe/Berlin')).toBe('2026-12-01T09:00:00+01:00');
  expect(withOffset(at, 'America/St_Johns')).toBe('2026-12-01T04:30:00-03:30');
  expect(withOffset(at, 'UTC')).toBe('2026-12-01T08:00:00+00:00');
});

it('knows the names of zones, and takes no offsets for names', () => {
  expect(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Apia'].every(isTimeZone)).toBe(true);
  expect(['', '+01:00', 'Europe/Atlantis', 'Berlin', '../etc', 'Europe/Berlin '].some(isTimeZone)).toBe(false);
});
