import type { Schema } from '@social/types';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';

/** A number of a network, with the network's own name and word for it. */
export type Counter = Schema<'Counter'>;
/** Kind of counter, by which networks can stand side by side. */
export type CounterKind = Schema<'CounterKind'>;
/** Counters of a post on one platform, with the time at which they were read. */
export type Reading = Schema<'CounterReading'>;
/** Counters of the posts of a month. */
export type CounterTable = Schema<'CounterTable'>;

const POST_COUNTERS = '/api/v1/posts/{id}/counters';
const TABLE = '/api/v1/counters';
/** Most posts of a month that the server lists. */
const MOST_POSTS = 2_000;

/** Reads the counters of a post. The server asks them where its last reading is older than a minute. */
export function usePostCounters(id: string) {
  return api.useQuery('get', POST_COUNTERS, { params: { path: { id } } }, { staleTime: 60_000 });
}

/** Outcome of asking networks again. */
export interface Refresh {
  /** Set when a network has told numbers since the reading before. */
  readonly isNewer: boolean;
  /** Time of the latest numbers, ISO 8601; null without numbers. */
  readonly latest: string | null;
}

/** Asks the networks now, also those that charge for it, unless they have just answered. */
export function useRefreshCounters(id: string) {
  const queries = useQueryClient();
  const { queryKey } = api.queryOptions('get', POST_COUNTERS, { params: { path: { id } } });
  return useChange(async (): Promise<Refresh> => {
    const before = queries.getQueryData<Schema<'PostCounters'>>(queryKey)?.readings ?? [];
    const read = await client.counters.refreshPostCounters({ id });
    queries.setQueryData(queryKey, read);
    const readBefore = new Map(before.map(({ platform, readAt }) => [platform, readAt]));
    const told = read.readings.filter(({ readAt }) => readAt !== null);
    return {
      isNewer: told.some(({ platform, readAt }) => readAt !== readBefore.get(platform)),
      latest:
        told
          .map(({ readAt }) => readAt)
          .toSorted()
          .at(-1) ?? null,
    };
  }, TABLE);
}

/** The stored readings of a month, best first. @param of `profile`: slug of the one whose posts are read; all without it */
export function useCounterTable(month: string, by: CounterKind, of: { profile?: string }) {
  const params = { query: { month, by, limit: 100, ...of } };
  return api.useQuery('get', TABLE, { params }, { placeholderData: keepPreviousData });
}

/** The query for all stored readings of a month. */
export function monthQuery(month: string) {
  return api.queryOptions('get', TABLE, { params: { query: { month, limit: MOST_POSTS } } }, { staleTime: 60_000 });
}

/** Address of the file with the readings of a month. */
export function csvAddress(month: string, of: { profile?: string }): string {
  return `${TABLE}.csv?${new URLSearchParams({ month, ...of })}`;
}
