const KEY = 'social.zones';
const USUAL: readonly string[] = ['Europe/London', 'America/New_York', 'Asia/Tokyo'];
/** More would no longer be one calm line. */
export const MOST_ZONES = 5;

/** The zones of readers elsewhere that this browser keeps. */
export function readZones(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (!Array.isArray(stored)) return USUAL;
    return stored.filter((zone): zone is string => typeof zone === 'string' && isZone(zone)).slice(0, MOST_ZONES);
  } catch {
    return USUAL;
  }
}

export function writeZones(zones: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(zones));
  } catch {
    // Without storage the choice lives as long as the page.
  }
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

/** Returns the place of a zone for readers: `New York` for `America/New_York`. */
export function placeOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** Returns what clocks in a zone show, with the day where it differs from that in `home`: `16:00`, `03:00 (2 Dec)`. */
export function timeIn(zone: string, instant: Date, home: string): string {
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const day = (at: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: at, day: 'numeric', month: 'short' }).format(instant);
  return day(zone) === day(home) ? time.format(instant) : `${time.format(instant)} (${day(zone)})`;
}
