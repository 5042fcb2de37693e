import { PLATFORM_IDS, type PlatformId, platformName, type Schema } from '@social/types';

/** One day of the answer of the API. */
export type SpendingDay = Schema<'SpendingList'>['days'][number];

/** What a part of the spending belongs to; `other` belongs to no platform. */
export type SpendingPart = PlatformId | 'other';

/** One platform's share of the spending, over all days. */
export interface PartTotal {
  readonly part: SpendingPart;
  readonly label: string;
  readonly credits: number;
}

/** A day as rows of a table or bars of a chart need it: credits by part. */
export interface SpendingRow {
  readonly date: string;
  readonly credits: number;
  readonly parts: Readonly<Partial<Record<SpendingPart, number>>>;
}

/** Gives what belongs to no platform a part of its own. */
export function toRows(days: readonly SpendingDay[]): SpendingRow[] {
  return days.map(({ date, credits, platforms }) => {
    const other = credits - Object.values(platforms).reduce((sum, count) => sum + count, 0);
    return { date, credits, parts: other === 0 ? platforms : { ...platforms, other } };
  });
}

/** Who spent anything, in the order of the contract: the same order everywhere, whoever spends most. */
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

/** A calendar day, which has no time zone of its own any more. @param date `2026-11-20` */
export function dayInWords(date: string): string {
  return day.format(new Date(`${date}T00:00:00Z`));
}
