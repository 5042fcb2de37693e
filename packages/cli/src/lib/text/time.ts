import { usageError } from '../errors.ts';
import { quote } from './terminal-text.ts';

const TIME = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/i;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * The instant a value of `--at` or another flag names.
 * @param isLocalAllowed whether a time without a zone may be read in the zone of this machine
 * @throws {CliError} for anything that is not a real date and time, and for a missing zone where none may be assumed
 */
export function parseAt(value: string, isLocalAllowed: boolean, flag = '--at'): Date {
  const match = TIME.exec(value.trim());
  const wanted = 'for example 2026-12-01T09:00:00Z or 2026-12-01T09:00:00+01:00';
  if (!match) throw usageError(`${flag} ${quote(value)} is not a date and time: write ${wanted}`);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const wall = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // Date rolls 30 February over to March; only a date that survives is real.
  const parts = [wall.getUTCFullYear(), wall.getUTCMonth() + 1, wall.getUTCDate(), wall.getUTCHours()];
  if (parts.join() !== [year, month, day, hour].join() || minute > 59 || second > 59) {
    throw usageError(`${flag} ${quote(value)} is not a real date and time`);
  }
  const zone = match[7]?.toUpperCase();
  if (zone === undefined) {
    if (!isLocalAllowed) {
      throw usageError(
        `${flag} ${quote(value)} has no time zone: add Z or an offset such as +01:00`,
        'A local time is read only on a terminal, or with TZ set.',
      );
    }
    return localInstant(`${flag} ${quote(value)}`, [year, month, day, hour, minute, second]);
  }
  if (zone === 'Z') return wall;
  const [zoneHour = 0, zoneMinute = 0] = zone.slice(1).split(':').map(Number);
  if (zoneHour > 23 || zoneMinute > 59) throw usageError(`${flag} ${quote(value)} has no real offset`);
  const offsetMs = (zoneHour * 60 + zoneMinute) * 60_000;
  return new Date(wall.getTime() + (zone.startsWith('-') ? offsetMs : -offsetMs));
}

function localInstant(given: string, parts: [number, number, number, number, number, number]): Date {
  const [year, month, day, hour, minute, second] = parts;
  const local = new Date(year, month - 1, day, hour, minute, second);
  if (local.getHours() !== hour || local.getMinutes() !== minute) {
    throw usageError(`${given} does not exist here: the clocks are put forward then`);
  }
  return local;
}

/** `2026-12-01T09:00:00Z`: an instant without needless milliseconds. */
export function utcText(instant: Date): string {
  return instant.toISOString().replace('.000Z', 'Z');
}

/** `20 Nov 2026 14:02` in the zone of this machine. */
export function localTime(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  const clock = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
  return `${at.getDate()} ${MONTHS[at.getMonth()]} ${at.getFullYear()} ${clock}`;
}

/** `in 5 min`, `in 2 h`, `in 11 days`. */
export function waitUntil(at: Date, now: Date): string {
  const minutes = Math.round((at.getTime() - now.getTime()) / 60_000);
  if (minutes < 60) return `in ${minutes} min`;
  return minutes < 48 * 60 ? `in ${Math.round(minutes / 60)} h` : `in ${Math.round(minutes / 1440)} days`;
}

/** `in 2 h (16:00 UTC)` for what is near, the full local time and UTC, once where they are the same, for what is not. */
export function timeUntil(iso: string, now: Date): string {
  const at = new Date(iso);
  const waitMs = at.getTime() - now.getTime();
  if (Number.isNaN(waitMs)) return '';
  const utc = at.toISOString().slice(0, 16).replace('T', ' ');
  const isNear = waitMs >= 0 && waitMs < 24 * 3_600_000;
  if (isNear) return `${waitUntil(at, now)} (${utc.slice(11)} UTC)`;
  return at.getTimezoneOffset() === 0 ? `${localTime(iso)} UTC` : `${localTime(iso)} (${utc} UTC)`;
}
