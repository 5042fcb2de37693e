const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LOCAL_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/;

/**
 * Returns the instant at which clocks in a zone show a time. When clocks skip that time, the result is the later
 * instant; when they show it twice, the first. Returns null for a text that is not a date and time.
 * @param localTime in the form of `datetime-local` inputs: `2026-12-01T09:00`
 * @param zone IANA name
 * @see https://tc39.es/proposal-temporal/docs/timezone.html (disambiguation "compatible")
 */
export function instantOf(localTime: string, zone: string): Date | null {
  const asUtc = wallTimeAsUtc(localTime);
  if (asUtc === null) return null;
  // No zone changes its clocks twice within two days.
  const before = asUtc - offsetMs(asUtc - DAY_MS, zone);
  const after = asUtc - offsetMs(asUtc + DAY_MS, zone);
  const fitting = [before, after].filter((instant) => instant + offsetMs(instant, zone) === asUtc);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : Math.max(before, after));
}

/** Returns what clocks in a zone show at an instant, in the form of `datetime-local` inputs. */
export function localTimeOf(instant: Date, zone: string): string {
  const shown = new Date(instant.getTime() + offsetMs(instant.getTime(), zone));
  return shown.toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length);
}

/** Returns the distance of a zone's clocks from UTC at an instant: `UTC+02:00`. */
export function offsetInWords(instant: Date, zone: string): string {
  const minutes = Math.round(offsetMs(instant.getTime(), zone) / MINUTE_MS);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

function wallTimeAsUtc(localTime: string): number | null {
  const [, year, month, day, hour, minute] = (LOCAL_TIME.exec(localTime) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  return Date.UTC(year, month - 1, day, hour, minute);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetMs(instant: number, zone: string): number {
  let format = formats.get(zone);
  if (!format) {
    // Swedish dates are written as in ISO 8601.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(zone, format);
  }
  const shown = Date.parse(`${format.format(instant).replace(' ', 'T')}Z`);
  return shown - Math.floor(instant / 1000) * 1000;
}
