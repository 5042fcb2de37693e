import { localTimeOf } from '@social/rules';

export { instantOf, localTimeOf } from '@social/rules';

const MINUTE_MS = 60_000;

/** Returns the distance of a zone's clocks from UTC at an instant: `UTC+02:00`. */
export function offsetInWords(instant: Date, zone: string): string {
  const shown = Date.parse(`${localTimeOf(instant, zone)}Z`);
  const minutes = Math.round((shown - Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS) / MINUTE_MS);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}
