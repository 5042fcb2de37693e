import { useSearchParams } from 'wouter';
import { ActivityFilterBar, filtersIn } from '../../features/activity/activity-filters.tsx';
import { ActivityList } from '../../features/activity/activity-list.tsx';
import { focusHeading } from '../../ui/page/navigation.ts';
import { Page } from '../../ui/page/page.tsx';

/** The log of the workspace, with the filters in the address. */
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
          focusHeading();
        }}
      />
    </Page>
  );
}
