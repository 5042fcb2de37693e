import { isPlatformId, type operations, type PlatformId, type Schema } from '@social/types';

/** What `GET /api/v1/posts` can be asked for, without the place in the list. */
export type PostQuery = Omit<NonNullable<operations['listPosts']['parameters']['query']>, 'cursor' | 'limit'>;

/** The overall result of a post. */
export type Outcome = Schema<'PostOutcome'>;

/** What the reader chose to see. The days are those of the reader's zone, as `YYYY-MM-DD`, the last one included. */
export interface PostFilters {
  /** One or more outcomes with commas between, in the order of `OUTCOMES`. */
  readonly outcome?: string;
  readonly platform?: PlatformId;
  /** Slug of a profile. */
  readonly profile?: string;
  readonly from?: string;
  readonly to?: string;
}

/** The outcomes that can be asked for. */
export const OUTCOMES = [
  ...(['scheduled', 'pending', 'published', 'partial'] as const),
  ...(['failed', 'unknown', 'missed', 'canceled'] as const),
];

/** The outcomes after which somebody has to look. */
export const ATTENTION = 'partial,failed,unknown';

/** What addresses of former versions asked for, `result` and `status`, as outcomes. */
const FORMER: Readonly<Record<string, string>> = {
  'result=attention': ATTENTION,
  // A post of which something failed is unknown where something else is. No filter tells such posts from others.
  'result=failed': ATTENTION,
  'result=unknown': 'unknown',
  'status=scheduled': 'scheduled',
  'status=publishing': 'pending',
  'status=published': 'published,partial,failed,unknown',
  'status=missed': 'missed',
  'status=canceled': 'canceled',
};

/** The filters that an address names; what it spells wrong counts as not chosen. */
export function readFilters(search: URLSearchParams): PostFilters {
  const outcome = readOutcomes(search);
  const platform = search.get('platform') ?? '';
  const profile = search.get('profile');
  const from = readDay(search.get('from'));
  const to = readDay(search.get('to'));
  return {
    ...(outcome && { outcome }),
    ...(isPlatformId(platform) && { platform }),
    ...(profile && { profile }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

function readOutcomes(search: URLSearchParams): string {
  const former = ['result', 'status'].map((name) => FORMER[`${name}=${search.get(name)}`]);
  const asked = search.get('outcome') ?? former.find((outcomes) => outcomes !== undefined) ?? '';
  return outcomesIn(asked).join();
}

/** Reads a comma-separated list of outcomes, in the order of `OUTCOMES`. Ignores other words. */
export function outcomesIn(list: string): Outcome[] {
  const asked = list.split(',');
  return OUTCOMES.filter((outcome) => asked.includes(outcome));
}

/** The same filters as parameters of the list. */
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

/** The filters as the part of an address behind the question mark, commas legible. */
export function searchOf(parameters: Readonly<Record<string, string>>): string {
  const query = String(new URLSearchParams(parameters)).replaceAll('%2C', ',');
  return query === '' ? '' : `?${query}`;
}
