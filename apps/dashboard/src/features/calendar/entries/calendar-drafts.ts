import type { Target } from '@social/types';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';
import { useAllConnections } from '../../../shared/connections/all-accounts.ts';
import { statusOf } from '../../../shared/connections/connections.ts';
import { passes } from '../../../shared/connections/target-choices.ts';
import type { Draft } from '../../../shared/drafts/drafts.ts';
import type { CalendarFilters } from '../address.ts';

/** The contract's limit for one page. */
const PAGE_SIZE = 100;
const MAX_PAGES = 3;
/** Most drafts that the calendar reads. */
export const MAX_DRAFTS = MAX_PAGES * PAGE_SIZE;

/** Reads the newest drafts that pass the filters. A draft has no outcome, so that a filter for outcomes leaves none. */
export function useCalendarDrafts({ outcome, platform, profile }: CalendarFilters) {
  const connections = useAllConnections();
  const isFor = ({ profile }: Draft, target: Target, filter: Target) =>
    passes(target, filter, statusOf(connections.get(profile), target));
  return useQuery({
    queryKey: ['get', '/api/v1/drafts', { params: { query: { profile } } }, 'calendar'],
    queryFn: async ({ signal }): Promise<{ drafts: Draft[]; isCut: boolean }> => {
      const drafts: Draft[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const answer = await client.drafts.listDrafts({ profile, cursor, limit: PAGE_SIZE }, { signal });
        drafts.push(...answer.drafts);
        cursor = answer.nextCursor ?? undefined;
        if (cursor === undefined) break;
      }
      return { drafts, isCut: cursor !== undefined };
    },
    enabled: outcome === undefined,
    select: ({ drafts, isCut }) => ({
      isCut,
      drafts: platform
        ? drafts.filter((draft) => draft.platforms.some((target) => isFor(draft, target, platform)))
        : drafts,
    }),
  });
}
