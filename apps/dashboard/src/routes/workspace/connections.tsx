import { useLocation, useSearchParams } from 'wouter';
import { connectionsAddress, isFromCommand } from '../../features/connections/connections.ts';
import { ConnectionsOverview } from '../../features/connections/connections-overview.tsx';
import { ProfileSelect } from '../../features/profiles/profile-select.tsx';
import { chooseProfile, useProfiles } from '../../features/profiles/profiles.ts';
import { ReadFailure } from '../../ui/notices/failure-notice.tsx';
import { Page } from '../../ui/page/page.tsx';

/** The connections of one profile. */
export default function ConnectionsPage() {
  const [query] = useSearchParams();
  const [, navigate] = useLocation();
  const profiles = useProfiles();
  const profile = profiles.data && chooseProfile(profiles.data, query.get('profileId'));
  const choice = profile ? (
    <ProfileSelect
      profiles={profiles.data ?? []}
      value={profile.id}
      onChoose={(id) => navigate(connectionsAddress({ profileId: id }), { replace: true })}
    />
  ) : null;
  return (
    <Page heading="Connections" beside={choice}>
      {profiles.isError && !profile ? (
        <ReadFailure title="The connections could not be read" query={profiles} />
      ) : (
        <ConnectionsOverview
          key={profile?.id}
          profile={profile}
          connected={query.get('connected')}
          isFromCommand={isFromCommand(query)}
        />
      )}
    </Page>
  );
}
