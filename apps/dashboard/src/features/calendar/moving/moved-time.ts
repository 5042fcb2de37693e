import { instantOf, localTimeOf } from '../../../ui/values/local-time.ts';

const MINUTE_MS = 60_000;

/**
 * Returns the instant on another day at which clocks show the same time of day, to the millisecond. When clocks go
 * forward and skip that time, the result is the later instant.
 * @param day in the form `2026-11-21`
 * @param zone IANA name
 */
export function movedTo(at: Date, day: string, zone: string): Date {
  const time = localTimeOf(at, zone).slice('YYYY-MM-DD'.length);
  const minute = instantOf(`${day}${time}`, zone);
  return minute ? new Date(minute.getTime() + (at.getTime() % MINUTE_MS)) : at;
}
