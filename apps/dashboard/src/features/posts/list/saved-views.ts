import type { Schema } from '@social/types';
import { api, client } from '../../../api/client.ts';
import { useChange } from '../../../api/queries.ts';
import { outcomesIn, type PostFilters, readFilters } from '../../../shared/posts/post-filters.ts';

type View = Schema<'View'>;

/** Named filters that everybody in the workspace has. */
export function useViews() {
  return api.useQuery('get', '/api/views', {}, { select: ({ views }) => views });
}

/** Changes the list of views as it is on the server now, which another device may have changed. */
export function useChangeViews() {
  return useChange(async (change: (views: readonly View[]) => View[]) => {
    const { views } = await client.views.listViews();
    await client.views.saveViews({ views: change(views) });
  }, '/api/views');
}

/** Returns the filters of a list that a view keeps: all but the days. */
export function filtersToSave({ from: _from, to: _to, outcome, ...others }: PostFilters): View['filters'] {
  return { ...others, ...(outcome !== undefined && { outcome: outcomesIn(outcome) }) };
}

/** Returns the filters of a view in the form of the list. */
export function filtersOfView({ filters: { outcome, ...others } }: View): PostFilters {
  return readFilters(new URLSearchParams({ ...others, ...(outcome !== undefined && { outcome: outcome.join() }) }));
}
