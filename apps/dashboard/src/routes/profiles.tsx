import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ProfileList } from '../features/profiles/profile-list.tsx';
import { useProfiles } from '../features/profiles/profiles.ts';
import { FailureNotice, TryAgain } from '../ui/failure-notice.tsx';
import { Page } from '../ui/page.tsx';
import { WaitingRows } from '../ui/rows.tsx';

/** The profiles of the workspace. */
export default function ProfilesPage() {
  const profiles = useProfiles();
  const [isCreating, creation] = useDisclosure(false);
  return (
    <Page
      heading="Profiles"
      beside={
        <Button onClick={creation.open} disabled={!profiles.data}>
          New profile
        </Button>
      }
    >
      {profiles.isError ? (
        <FailureNotice
          title="The profiles could not be read"
          error={profiles.error}
          effect={profiles.data ? 'What is shown below may be old.' : 'Nothing was changed.'}
          actions={<TryAgain query={profiles} />}
        />
      ) : null}
      {profiles.data ? (
        <ProfileList profiles={profiles.data} isCreating={isCreating} onCreated={creation.close} />
      ) : null}
      {profiles.isPending ? <WaitingRows count={2} height={92} /> : null}
    </Page>
  );
}
