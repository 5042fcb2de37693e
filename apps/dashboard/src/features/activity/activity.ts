import type { Schema } from '@social/types';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Something that happened, as the API presents it. */
export type LogEntry = Schema<'LogEntry'>;

/** What the log is filtered by; what is left out holds for all. */
export interface ActivityFilters {
  readonly action?: LogEntry['action'];
  readonly platform?: Schema<'PlatformId'>;
  readonly status?: LogEntry['status'];
}

const PAGE_SIZE = 50;

/** The log, newest first, a page at a time. */
export function useActivity(filters: ActivityFilters) {
  return api.useInfiniteQuery(
    'get',
    '/api/logs',
    { params: { query: { limit: PAGE_SIZE, ...filters } } },
    {
      pageParamName: 'offset',
      initialPageParam: 0,
      getNextPageParam: ({ offset, limit, total }) => (offset + limit < total ? offset + limit : undefined),
      placeholderData: keepPreviousData,
    },
  );
}

/** The entries of all pages. What was added meanwhile moves the pages: an entry may be in two of them. */
export function entriesOf(pages: readonly Schema<'LogList'>[]): LogEntry[] {
  return [...new Map(pages.flatMap(({ logs }) => logs.map((entry) => [entry.id, entry] as const))).values()];
}
