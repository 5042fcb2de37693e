import { monthOf } from './month-names.ts';
import { minutesFromUtc } from './zone.ts';

/** A date is shorter, also with the names of day, month and zone. */
const MAX_LENGTH = 100;
const TIME = /(?<!\d)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?!\d)/;
const HALF = /^ ?([ap])\.?m\b\.?/;
/** A place, an offset or a name after the time. */
const ZONE = /^ ?([a-z]+\/[a-z_/+-]+|(?:utc|gmt|ut|z)? ?[+-]\d{1,2}(?::?\d{2})?(?!\d)|\p{L}{1,5}(?!\p{L}))/u;

type Day = readonly [year: number, month: number, day: number];

/**
 * Reads a date of a feed: RFC 822, RFC 3339, what programs print, and dates with the names of months in many languages. Without
 * a zone it is in UTC. @returns undefined for what cannot be read, or has several meanings, as `11/05/2026`
 */
export function readDate(given: string): Date | undefined {
  if (given.length > MAX_LENGTH) return undefined;
  const text = given
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const compact = /^(\d{4})(\d{2})(\d{2})t?(\d{2})(\d{2})(\d{2})?(z|[+-]\d{4})?$/.exec(text);
  if (compact) {
    const [, year, month, day, hour, minute, second = '00', zone = ''] = compact;
    return readDate(`${year}-${month}-${day}t${hour}:${minute}:${second}${zone}`);
  }
  if (/^\d{10}(?:\d{3})?$/.test(text)) return new Date(Number(text.padEnd(13, '0')));
  const time = TIME.exec(text);
  if (time === null) return instantOf(dayIn(text), [0, 0, 0], '');
  const { half, zone, rest } = afterTime(text.slice(time.index + time[0].length));
  const hour = hourOf(Number(time[1]), half);
  const clock = [hour, Number(time[2]), Number(time[3] ?? 0)] as const;
  return instantOf(dayIn(`${text.slice(0, time.index).replace(/(?<=\d)t$/, '')} ${rest}`), clock, zone);
}

function afterTime(after: string) {
  const [marked = '', half] = HALF.exec(after) ?? [];
  const rest = after.slice(marked.length).replace(/^ ?(?:uhr|h|ч|น)(?!\p{L})\.?/u, '');
  const [matched = '', zone = ''] = ZONE.exec(rest) ?? [];
  // `10:00 Nov 24 2026`
  const isZone = matched !== '' && monthOf(zone) === undefined;
  return { half, zone: isZone ? zone : '', rest: isZone ? rest.slice(matched.length) : rest };
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}

function instantOf(day: Day | undefined, [hour, minute, second]: readonly [number, number, number], zone: string) {
  if (day === undefined) return undefined;
  const [year, month, date] = day;
  const isTime = (hour < 24 || (hour === 24 && minute === 0 && second === 0)) && minute < 60 && second <= 60;
  const midnight = new Date(Date.UTC(year, month - 1, date));
  if (!isTime || year < 1970 || midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== date)
    return undefined;
  const local = midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000;
  const offset = minutesFromUtc(zone, local);
  return offset === undefined ? undefined : new Date(local - offset * 60_000);
}

/** Reads year, month and day. Other words, such as the day of the week, are ignored. */
function dayIn(text: string): Day | undefined {
  const tokens = text.match(/\d+|[\p{L}\p{M}']+/gu) ?? [];
  const numbers = tokens.filter((token) => /^\d/.test(token));
  const named = tokens.flatMap((token, index) => {
    const month = /^\d/.test(token) ? undefined : monthOf(token);
    return month === undefined ? [] : [{ month, index }];
  });
  // A day of the week may be written as a month: `mar. 24 nov. 2026`.
  const months = named.length > 1 ? named.filter(({ index }) => index > 0) : named;
  if (months.length > 1) return undefined;
  const [name] = months;
  return name === undefined ? dayOfNumbers(numbers, text) : dayOfNamed(name.month, numbers);
}

function dayOfNamed(month: number, [first = '', second, ...more]: readonly string[]): Day | undefined {
  if (second === undefined || more.length > 0) return undefined;
  const [year, day] = first.length === 4 ? [first, second] : [second, first];
  return day.length > 2 ? undefined : withCentury(year, month, Number(day));
}

function dayOfNumbers(numbers: readonly string[], text: string): Day | undefined {
  const [first = '', second = '', third = '', ...more] = numbers;
  if (more.length > 0) return undefined;
  if (second === '' && first.length === 8)
    return dayOfNumbers([first.slice(0, 4), first.slice(4, 6), first.slice(6)], text);
  // W3C date and time formats: a year, or a year and a month.
  if (first.length === 4) return [Number(first), Number(second || 1), Number(third || 1)];
  if (third.length !== 4) return undefined;
  const [one, other] = [Number(first), Number(second)];
  if (/\d\. ?\d/.test(text) || one > 12 || one === other) return [Number(third), other, one];
  return other > 12 ? [Number(third), one, other] : undefined;
}

/** RFC 2822, section 4.3: a year of two digits. */
function withCentury(year: string, month: number, day: number): Day | undefined {
  if (year.length === 4) return [Number(year), month, day];
  return year.length === 2 ? [Number(year) + (Number(year) < 50 ? 2000 : 1900), month, day] : undefined;
}
