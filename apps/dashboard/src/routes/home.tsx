import { useAccount } from '../features/account/session.ts';
import { connectionsAddress } from '../features/connections/connections.ts';
import { ConnectionsOverview } from '../features/connections/connections-overview.tsx';
import { ProfileSelect } from '../features/profiles/profile-select.tsx';
import { chooseProfile, useProfiles } from '../features/profiles/profiles.ts';
import { navigate, Redirect } from '../router.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Page } from './page.tsx';

interface HomePageProps {
  /** Id of the profile to show; the default one when absent or unknown. */
  profileId: string | null;
  /** Platform that was connected a moment ago. */
  connected: string | null;
}

/** The connections of one profile. Leads to the sign-in form when nobody is signed in. */
export function HomePage({ profileId, connected }: HomePageProps) {
  const account = useAccount();
  const isSignedIn = Boolean(account.data);
  const profiles = useProfiles({ enabled: isSignedIn });
  if (account.data === null) return <Redirect to="/sign-in" />;

  const failed = [account, profiles].find((query) => query.isError);
  const profile = profiles.data && chooseProfile(profiles.data, profileId);
  const choice = profile ? (
    <ProfileSelect
      profiles={profiles.data ?? []}
      value={profile.id}
      onChoose={(id) => navigate(connectionsAddress({ profileId: id }), { replace: true })}
    />
  ) : null;
  return (
    <Page heading="Connections" width="wide" beside={choice}>
      {failed && !profile ? (
        <FailureNotice
          title="The connections could not be read"
          error={failed.error}
          effect="Nothing was changed."
          actions={
            <button type="button" className="button" onClick={() => failed.refetch()}>
              Try again
            </button>
          }
        />
      ) : (
        <ConnectionsOverview key={profile?.id} profile={profile} connected={connected} />
      )}
    </Page>
  );
}
