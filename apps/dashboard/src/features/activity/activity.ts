import type { Schema, Target } from '@social/types';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Something that happened, as the API presents it. */
export type LogEntry = Schema<'LogEntry'>;

/** Filters of the log; each one that is left out lets everything pass. */
export interface ActivityFilters {
  /** Slug of a profile. Entries of the workspace have none. */
  readonly profile?: string;
  readonly action?: LogEntry['action'];
  readonly platform?: Target;
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

/** Returns the entries of all pages, each once: new entries shift the pages, so that one entry can be in two. */
export function entriesOf(pages: readonly Schema<'LogList'>[]): LogEntry[] {
  return [...new Map(pages.flatMap(({ logs }) => logs.map((entry) => [entry.id, entry] as const))).values()];
}
