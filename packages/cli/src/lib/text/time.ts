export { parseAt, parsePostTime, timeText, utcText } from '@social/post-input';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

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
