import { useSearchParams } from 'wouter';
import { ConnectionsOverview } from '../../../features/connections/connections-overview.tsx';
import { ProfileHint } from '../../../features/profiles/profile-hint.tsx';
import { isFromCommand } from '../../../shared/connections/connections.ts';
import { useChosenProfile } from '../../../shared/profiles/chosen-profile.ts';
import { useProfiles } from '../../../shared/profiles/profiles.ts';
import { ReadFailure } from '../../../ui/notices/failure-notice.tsx';
import { Page } from '../../../ui/page/page.tsx';

/** The connections of the chosen profile. */
export default function ConnectionsPage() {
  const [query] = useSearchParams();
  const profiles = useProfiles();
  const { profile } = useChosenProfile();
  return (
    <Page heading="Connections" beside={<ProfileHint profile={profile} />}>
      {profiles.isError && !profile ? (
        <ReadFailure title="The connections could not be read" query={profiles} />
      ) : (
        <ConnectionsOverview
          key={profile?.id}
          profile={profile}
          connected={query.get('connected')}
          wanted={query.get('connect')}
          isFromCommand={isFromCommand(query)}
        />
      )}
    </Page>
  );
}
