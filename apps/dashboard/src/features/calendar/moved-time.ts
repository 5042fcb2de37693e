import { instantOf, localTimeOf } from '../compose/local-time.ts';

const MINUTE_MS = 60_000;

/**
 * The instant on another day at which clocks show the same time of day, to the millisecond. Where that day skips the
 * time, because clocks go forward, it is the later one.
 * @param day as `2026-11-21`
 * @param zone IANA name
 */
export function movedTo(at: Date, day: string, zone: string): Date {
  const time = localTimeOf(at, zone).slice('YYYY-MM-DD'.length);
  const minute = instantOf(`${day}${time}`, zone);
  return minute ? new Date(minute.getTime() + (at.getTime() % MINUTE_MS)) : at;
}
