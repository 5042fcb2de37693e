import { isPlatformId, type operations, type PlatformId, type Schema } from '@social/types';

/** What `GET /api/v1/posts` can be asked for, without the place in the list. */
export type PostQuery = Omit<NonNullable<operations['listPosts']['parameters']['query']>, 'cursor' | 'limit'>;

/** What the reader chose to see. The days are those of the reader's zone, as `YYYY-MM-DD`, the last one included. */
export interface PostFilters {
  readonly status?: Schema<'PostStatus'>;
  readonly platform?: PlatformId;
  readonly result?: (typeof RESULTS)[number];
  /** Slug of a profile. */
  readonly profile?: string;
  readonly from?: string;
  readonly to?: string;
}

/** The statuses that can be asked for. */
export const STATUSES = ['scheduled', 'publishing', 'published', 'missed', 'canceled'] as const;

/** The results that can be asked for; `attention` is either. */
const RESULTS = ['failed', 'unknown', 'attention'] as const;

/** The filters that an address names; what it spells wrong counts as not chosen. */
export function readFilters(search: URLSearchParams): PostFilters {
  const status = STATUSES.find((one) => one === search.get('status'));
  const platform = search.get('platform') ?? '';
  const result = RESULTS.find((one) => one === search.get('result'));
  const profile = search.get('profile');
  const from = readDay(search.get('from'));
  const to = readDay(search.get('to'));
  return {
    ...(status && { status }),
    ...(isPlatformId(platform) && { platform }),
    ...(result && { result }),
    ...(profile && { profile }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

/** The same filters as parameters of the list. */
export function queryOf({ from, to, ...others }: PostFilters): PostQuery {
  return {
    ...others,
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
