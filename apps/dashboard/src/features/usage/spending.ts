import { PLATFORM_IDS, type PlatformId, platformName, type Schema } from '@social/types';

/** One day of the API's answer. */
export type SpendingDay = Schema<'SpendingList'>['days'][number];

/** The platform that spending belongs to, or `other`. */
export type SpendingPart = PlatformId | 'other';

/** One platform's share of the spending, over all days. */
export interface PartTotal {
  readonly part: SpendingPart;
  readonly label: string;
  readonly credits: number;
}

/** A day as a row of the table or a bar of the chart: credits by part. */
export interface SpendingRow {
  readonly date: string;
  readonly credits: number;
  readonly parts: Readonly<Partial<Record<SpendingPart, number>>>;
}

/** Makes rows, in which spending without a platform forms the part `other`. */
export function toRows(days: readonly SpendingDay[]): SpendingRow[] {
  return days.map(({ date, credits, platforms }) => {
    const other = credits - Object.values(platforms).reduce((sum, count) => sum + count, 0);
    return { date, credits, parts: other === 0 ? platforms : { ...platforms, other } };
  });
}

/** Returns the total of each part with spending, always in the order of the contract. */
export function totalsOf(rows: readonly SpendingRow[]): PartTotal[] {
  return ([...PLATFORM_IDS, 'other'] as const)
    .map((part) => ({
      part,
      label: part === 'other' ? 'Other' : platformName(part),
      credits: rows.reduce((sum, row) => sum + (row.parts[part] ?? 0), 0),
    }))
    .filter(({ credits }) => credits !== 0);
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Formats a calendar day, which has no time zone. @param date in the form `2026-11-20` */
export function dayInWords(date: string): string {
  return day.format(new Date(`${date}T00:00:00Z`));
}
