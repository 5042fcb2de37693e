import { useEffect, useState } from 'react';

const DATE: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };
const DATE_AND_TIME: Intl.DateTimeFormatOptions = { ...DATE, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

const dateInZone = new Intl.DateTimeFormat('en-GB', DATE);
const timeInZone = new Intl.DateTimeFormat('en-GB', DATE_AND_TIME);
const secondInZone = new Intl.DateTimeFormat('en-GB', { ...DATE_AND_TIME, second: '2-digit' });
const utc = new Intl.DateTimeFormat('en-GB', { ...DATE_AND_TIME, timeZone: 'UTC' });
const dayOfWeek = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });
const timeOfDay = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const TICK_MS = 30_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** IANA name of the browser's time zone. */
export const readersZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

function distanceInWords(at: Date, now: Date): string {
  const distanceMs = at.getTime() - now.getTime();
  const size = Math.abs(distanceMs);
  if (size >= 2 * DAY_MS) return relative.format(Math.round(distanceMs / DAY_MS), 'day');
  if (size >= 2 * HOUR_MS) return relative.format(Math.round(distanceMs / HOUR_MS), 'hour');
  return relative.format(Math.round(distanceMs / MINUTE_MS), 'minute');
}

const WORDINGS = {
  date: (at: Date) => dateInZone.format(at),
  time: (at: Date) => timeInZone.format(at),
  second: (at: Date) => secondInZone.format(at),
  weekday: (at: Date) => `${dayOfWeek.format(at).replace(',', '')}, ${timeOfDay.format(at)}`,
  distance: (at: Date) => distanceInWords(at, new Date()),
};

interface MomentProps {
  /** RFC 3339 text, as the API writes it. */
  at: string;
  /**
   * Form in the reader's zone: `date` is the day, `time` adds the time of day, `second` adds the second, `weekday` has
   * the day of the week but no year, `distance` is the time from now.
   */
  as: keyof typeof WORDINGS;
}

/** An instant in the reader's zone, with UTC in its title. A distance stays up to date. */
export function Moment({ at, as }: MomentProps) {
  useTicking(as === 'distance');
  const date = new Date(at);
  return (
    <time dateTime={at} title={`${utc.format(date)} UTC`}>
      {WORDINGS[as](date)}
    </time>
  );
}

/** Renders the component again every 30 seconds while `isOn` is set. */
export function useTicking(isOn: boolean): void {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [isOn]);
}
