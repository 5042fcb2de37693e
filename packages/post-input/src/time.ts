import { inputError, quote } from './report.ts';

const TIME = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/i;

/**
 * The instant that a date and time name.
 * @param isLocalAllowed reads a time without a zone in the zone of this machine
 * @param field names the value in errors
 * @throws {ReportedError} for a date or time that does not exist, and for a missing zone where a local time is not allowed
 */
export function parseAt(value: string, isLocalAllowed: boolean, field = '--at'): Date {
  const match = TIME.exec(value.trim());
  const wanted = 'for example 2026-12-01T09:00:00Z or 2026-12-01T09:00:00+01:00';
  if (!match) throw inputError(`${field} ${quote(value)} is not a date and time: write ${wanted}`);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const wall = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // Date turns 30 February into 2 March; only a date that stays the same is real.
  const parts = [wall.getUTCFullYear(), wall.getUTCMonth() + 1, wall.getUTCDate(), wall.getUTCHours()];
  if (parts.join() !== [year, month, day, hour].join() || minute > 59 || second > 59) {
    throw inputError(`${field} ${quote(value)} is not a real date and time`);
  }
  const zone = match[7]?.toUpperCase();
  if (zone === undefined) {
    if (!isLocalAllowed) {
      throw inputError(
        `${field} ${quote(value)} has no time zone: add Z or an offset such as +01:00`,
        'A local time is read only on a terminal, or with TZ set.',
      );
    }
    return localInstant(`${field} ${quote(value)}`, [year, month, day, hour, minute, second]);
  }
  if (zone === 'Z') return wall;
  const [zoneHour = 0, zoneMinute = 0] = zone.slice(1).split(':').map(Number);
  if (zoneHour > 23 || zoneMinute > 59) throw inputError(`${field} ${quote(value)} has no real offset`);
  const offsetMs = (zoneHour * 60 + zoneMinute) * 60_000;
  return new Date(wall.getTime() + (zone.startsWith('-') ? offsetMs : -offsetMs));
}

/** Time of a post: an instant, or the next free slot of its profile. */
export type PostTime = Date | 'next';

/** Reads a date and time, or the word `next`. @throws {ReportedError} as `parseAt` */
export function parsePostTime(value: string, isLocalAllowed: boolean, field?: string): PostTime {
  return value.trim().toLowerCase() === 'next' ? 'next' : parseAt(value, isLocalAllowed, field);
}

/** Writes a time as it is given: `2026-12-01T09:00:00Z`, or `next`. */
export function timeText(time: PostTime): string {
  return time === 'next' ? time : utcText(time);
}

function localInstant(given: string, parts: [number, number, number, number, number, number]): Date {
  const [year, month, day, hour, minute, second] = parts;
  const local = new Date(year, month - 1, day, hour, minute, second);
  if (local.getHours() !== hour || local.getMinutes() !== minute) {
    throw inputError(`${given} does not exist here: the clocks are put forward then`);
  }
  return local;
}

/** `2026-12-01T09:00:00Z`: an instant without needless milliseconds. */
export function utcText(instant: Date): string {
  return instant.toISOString().replace('.000Z', 'Z');
}
