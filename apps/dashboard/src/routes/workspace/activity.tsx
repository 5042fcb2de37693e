import { useSearchParams } from 'wouter';
import { ActivityFilterBar, filtersIn } from '../../features/activity/activity-filters.tsx';
import { ActivityList } from '../../features/activity/activity-list.tsx';
import { useChosenProfile } from '../../shared/profiles/chosen-profile.ts';
import { focusHeading } from '../../ui/page/navigation.ts';
import { Page } from '../../ui/page/page.tsx';

/** The log of the workspace or of the chosen profile, with the other filters in the address. */
export default function ActivityPage() {
  const [query, setQuery] = useSearchParams();
  const filters = filtersIn(query);
  const { chosen: profile, choose } = useChosenProfile();
  const shown = profile ? { ...filters, profile: profile.slug } : filters;
  const show = (chosen: Readonly<Record<string, string>>) => setQuery(chosen, { replace: true });
  return (
    <Page heading="Activity">
      <ActivityFilterBar filters={filters} profile={shown.profile} onChange={show} />
      <ActivityList
        filters={shown}
        onShowAll={() => {
          choose(null);
          show({});
          focusHeading();
        }}
      />
    </Page>
  );
}
