import { WEEKDAYS } from '@social/rules';
import type { Schema } from '@social/sdk';
import { usageError } from '../../lib/errors.ts';
import { quote } from '../../lib/text/terminal-text.ts';

type SlotTime = Schema<'SlotTime'>;
type Weekday = SlotTime['weekday'];

/** Reads weekly times: days, then their times, and so on. @throws {CliError} for what is neither */
export function parseTimes(words: readonly string[]): SlotTime[] {
  const times: SlotTime[] = [];
  let days: readonly Weekday[] = [];
  let hasTimes = true;
  for (const word of words.join(' ').trim().split(/\s+/).filter(Boolean)) {
    if (/^\d/.test(word)) {
      if (days.length === 0) throw wrong(`${quote(word)} has no day before it`);
      const given = word.split(',').map(parseTime);
      times.push(...days.flatMap((weekday) => given.map((time) => ({ weekday, time }))));
      hasTimes = true;
    } else {
      if (!hasTimes) throw wrong(`${quote(word)} follows days that have no time`);
      days = parseDays(word);
      hasTimes = false;
    }
  }
  if (!hasTimes) throw wrong('The last days have no time');
  return times;
}

function parseTime(text: string): string {
  const [, hours = '', minutes = ''] = /^(\d{1,2}):(\d\d)$/.exec(text) ?? [];
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) throw wrong(`${quote(text)} is not a time of day`);
  return `${hours.padStart(2, '0')}:${minutes}`;
}

/** Reads `mon`, `monday`, `mon-fri`, `sat,sun` or `daily`. */
function parseDays(word: string): Weekday[] {
  if (word.toLowerCase() === 'daily') return [...WEEKDAYS];
  return word.split(',').flatMap((span) => {
    const [first = -1, last = first, ...others] = span.split('-').map(indexOfDay);
    if (first < 0 || last < 0 || others.length > 0) throw wrong(`${quote(span)} is neither a day nor a time`);
    const count = ((last - first + WEEKDAYS.length) % WEEKDAYS.length) + 1;
    return Array.from({ length: count }, (_, index) => WEEKDAYS[(first + index) % WEEKDAYS.length] as Weekday);
  });
}

function indexOfDay(name: string): number {
  return name.length < 3 ? -1 : WEEKDAYS.findIndex((day) => day.startsWith(name.toLowerCase()));
}

function wrong(message: string) {
  return usageError(message, 'Write days and their times: social slots set mon-fri 09:00,17:30 sat 10:00');
}

/** Writes weekly times as `parseTimes` reads them, a line for the days that have the same times. */
export function wordsOfTimes({ times }: Pick<Schema<'SlotTimes'>, 'times'>): string[] {
  const byDay = WEEKDAYS.map((day) => ({
    day: day.slice(0, 3),
    text: times.flatMap(({ weekday, time }) => (weekday === day ? [time] : [])).join(','),
  }));
  const lines: { days: string[]; text: string }[] = [];
  for (const { day, text } of byDay) {
    const last = lines.at(-1);
    if (last?.text === text) last.days.push(day);
    else lines.push({ days: [day], text });
  }
  return lines.flatMap(({ days, text }) => {
    const span = days.length > 2 ? `${days[0]}-${days.at(-1)}` : days.join(',');
    return text === '' ? [] : [`${span} ${text}`];
  });
}
