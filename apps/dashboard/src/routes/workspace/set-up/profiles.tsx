import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ProfileList } from '../../../features/profiles/profile-list.tsx';
import { useProfiles } from '../../../shared/profiles/profiles.ts';
import { useMay } from '../../../shared/session/role.ts';
import { ReadFailure } from '../../../ui/notices/failure-notice.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { WaitingRows } from '../../../ui/parts/rows.tsx';

/** The profiles of the workspace. */
export default function ProfilesPage() {
  const profiles = useProfiles();
  const mayChange = useMay()('admin');
  const [isCreating, creation] = useDisclosure(false);
  return (
    <Page
      heading="Profiles"
      beside={
        mayChange ? (
          <Button onClick={creation.open} disabled={!profiles.data}>
            New profile
          </Button>
        ) : null
      }
    >
      <ReadFailure title="The profiles could not be read" query={profiles} />
      {profiles.data ? (
        <ProfileList profiles={profiles.data} isCreating={isCreating} onCreated={creation.close} />
      ) : null}
      {profiles.isPending ? <WaitingRows count={2} height={92} /> : null}
    </Page>
  );
}
