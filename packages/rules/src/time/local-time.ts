const DAY_MS = 24 * 60 * 60_000;
const LOCAL_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/;

/** Returns true for the IANA name of a time zone, such as `Europe/Berlin` or `UTC`. */
export function isTimeZone(name: string): boolean {
  // Intl also accepts offsets such as +05:45, which are not zones.
  if (!/^[a-z]/i.test(name)) return false;
  try {
    return formatOf(name) !== null;
  } catch {
    return false;
  }
}

/**
 * Returns the instant at which clocks in a zone show a time. When clocks skip that time, the result is the later
 * instant; when they show it twice, the first. Returns null for a text that is not a date and time.
 * @param localTime in the form of `datetime-local` inputs: `2026-12-01T09:00`
 * @param zone IANA name
 * @throws RangeError for a zone that does not exist
 * @see https://tc39.es/proposal-temporal/docs/timezone.html (disambiguation "compatible")
 */
export function instantOf(localTime: string, zone: string): Date | null {
  const [, year, month, day, hour, minute] = (LOCAL_TIME.exec(localTime) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  return new Date(instantAt(Date.UTC(year, month - 1, day, hour, minute), zone));
}

/**
 * Returns what clocks in a zone show at an instant, in the form of `datetime-local` inputs.
 * @throws RangeError for a zone that does not exist
 */
export function localTimeOf(instant: Date, zone: string): string {
  const shown = new Date(instant.getTime() + offsetMs(instant.getTime(), zone));
  return shown.toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length);
}

/**
 * Writes an instant with the offset of a zone: `2026-12-01T09:00:00+01:00`.
 * @param instant milliseconds since 1970, without a part of a second
 * @throws RangeError for a zone that does not exist
 */
export function withOffset(instant: number, zone: string): string {
  const offset = offsetMs(instant, zone);
  const minutes = Math.abs(Math.round(offset / 60_000));
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0');
  const shown = new Date(instant + offset).toISOString().slice(0, 'YYYY-MM-DDTHH:mm:ss'.length);
  return `${shown}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/**
 * Returns the instant at which clocks show a time, in milliseconds since 1970, with the rules of `instantOf`.
 * @param shown the time as if the clocks showed UTC, in milliseconds since 1970
 */
export function instantAt(shown: number, zone: string): number {
  // No zone changes its clocks twice within two days.
  const before = shown - offsetMs(shown - DAY_MS, zone);
  const after = shown - offsetMs(shown + DAY_MS, zone);
  if (before === after) return before;
  const fitting = [before, after].filter((instant) => instant + offsetMs(instant, zone) === shown);
  return fitting.length > 0 ? Math.min(...fitting) : Math.max(before, after);
}

/** Returns how far the clocks of a zone are ahead of UTC, in milliseconds. @param instant milliseconds since 1970 */
export function offsetMs(instant: number, zone: string): number {
  const shown = Date.parse(`${formatOf(zone).format(instant).replace(' ', 'T')}Z`);
  return shown - Math.floor(instant / 1000) * 1000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  // Swedish dates are written as in ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(zone, format);
  return format;
}
