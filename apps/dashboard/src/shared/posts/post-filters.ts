import { isTarget, type operations, type Schema, type Target } from '@social/types';
import { OUTCOMES } from './post-standing.ts';

/** The filters of `GET /api/v1/posts`. */
export type PostQuery = Omit<NonNullable<operations['listPosts']['parameters']['query']>, 'cursor' | 'limit'>;

/** The overall result of a post. */
export type Outcome = Schema<'PostOutcome'>;

/** The reader's choice. Days belong to the reader's zone, in the form `YYYY-MM-DD`; `to` is included. */
export interface PostFilters {
  /** One or more outcomes separated by commas, in the order of `OUTCOMES`. */
  readonly outcome?: string;
  readonly platform?: Target;
  /** Slug of a profile. */
  readonly profile?: string;
  readonly from?: string;
  readonly to?: string;
  /** Words to search for. */
  readonly q?: string;
  readonly label?: string;
}

/** Outcomes that a person must look at. */
export const ATTENTION = 'partial,failed,unknown';

/** Reads the filters from an address. Ignores values that it does not know. */
export function readFilters(search: URLSearchParams): PostFilters {
  const outcome = outcomesIn(search.get('outcome') ?? '').join();
  const platform = search.get('platform') ?? '';
  const profile = search.get('profile');
  const from = readDay(search.get('from'));
  const to = readDay(search.get('to'));
  const q = search.get('q')?.trim();
  const label = search.get('label')?.trim();
  return {
    ...(outcome && { outcome }),
    ...(isTarget(platform) && { platform }),
    ...(profile && { profile }),
    ...(from && { from }),
    ...(to && { to }),
    ...(q && { q }),
    ...(label && { label }),
  };
}

/** Returns filters with a profile where they name none. @param slug undefined for all profiles */
export function ofProfile(filters: PostFilters, slug: string | undefined): PostFilters {
  return slug === undefined ? filters : readFilters(new URLSearchParams({ profile: slug, ...filters }));
}

/** Reads a comma-separated list of outcomes, in the order of `OUTCOMES`. Ignores other words. */
export function outcomesIn(list: string): Outcome[] {
  const asked = list.split(',');
  return OUTCOMES.filter((outcome) => asked.includes(outcome));
}

/** Returns the filters as parameters of the list. */
export function queryOf({ outcome, from, to, ...others }: PostFilters): PostQuery {
  return {
    ...others,
    ...(outcome && { outcome: outcomesIn(outcome) }),
    ...(from && { from: startOfDay(from, 0).toISOString() }),
    ...(to && { to: startOfDay(to, 1).toISOString() }),
  };
}

function readDay(text: string | null): string | undefined {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  return Number.isNaN(startOfDay(text, 0).getTime()) ? undefined : text;
}

function startOfDay(day: string, daysLater: number): Date {
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + daysLater);
  return start;
}

/** Writes filters as the query of an address, with plain commas. */
export function searchOf(parameters: Readonly<Record<string, string>>): string {
  const query = String(new URLSearchParams(parameters)).replaceAll('%2C', ',');
  return query === '' ? '' : `?${query}`;
}

/** Returns the address of the list with these filters. */
export function addressOf(filters: PostFilters): string {
  return `/${searchOf({ ...filters })}`;
}
