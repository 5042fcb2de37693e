import { useSearchParams } from 'wouter';
import { ActivityFilterBar, filtersIn } from '../features/activity/activity-filters.tsx';
import { ActivityList } from '../features/activity/activity-list.tsx';
import { Page } from '../ui/page.tsx';

/** What happened in the workspace; the address holds the filters. */
export default function ActivityPage() {
  const [query, setQuery] = useSearchParams();
  const filters = filtersIn(query);
  const show = (chosen: Readonly<Record<string, string>>) => setQuery(chosen, { replace: true });
  return (
    <Page heading="Activity">
      <ActivityFilterBar filters={filters} onChange={show} />
      <ActivityList
        filters={filters}
        onShowAll={() => {
          show({});
          // The button that had the focus is gone.
          document.querySelector('h1')?.focus();
        }}
      />
    </Page>
  );
}
