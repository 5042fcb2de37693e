import { Text } from '@mantine/core';
import { useState } from 'react';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { LiveRegion, Notice } from '../../ui/notice.tsx';
import { Rows } from '../../ui/rows.tsx';
import { useSubject } from '../../ui/subject.ts';
import { CreateProfileDialog, DeleteProfileDialog, RenameProfileDialog } from './profile-dialogs.tsx';
import { ProfileRow } from './profile-row.tsx';
import { type Profile, useUpdateProfile } from './profiles.ts';

/** In a longer list the connections are not counted: each profile would be a question of its own to the server. */
const MAX_COUNTED = 20;

interface ProfileListProps {
  profiles: readonly Profile[];
  isCreating: boolean;
  onCreated: () => void;
}

/** Every profile with what can be done with it; results are said above. */
export function ProfileList({ profiles, isCreating, onCreated }: ProfileListProps) {
  const [result, setResult] = useState<string>();
  const renaming = useSubject<Profile>();
  const deleting = useSubject<Profile>();
  const promotion = useUpdateProfile();
  const makeDefault = ({ id, name }: Profile) => {
    setResult(undefined);
    promotion.mutate({ profileId: id, isDefault: true }, { onSuccess: () => finish(`${name} is the default now.`) });
  };
  // The button that had the focus is gone together with what it did.
  const finish = (words: string) => {
    setResult(words);
    document.querySelector('h1')?.focus();
  };

  return (
    <>
      <LiveRegion>{result ? <Notice tone="ok" title={result} /> : null}</LiveRegion>
      {promotion.isError ? (
        <FailureNotice
          title="The default was not changed"
          error={promotion.error}
          effect="Nothing was changed."
          uncertain="It may have been changed anyway: the list shows which profile is the default."
        />
      ) : null}
      <Text c="dimmed" maw="65ch">
        A profile is a set of connected accounts that are published to together, for example those of one brand.
      </Text>
      <Rows label="Profiles">
        {profiles.map((profile) => (
          <ProfileRow
            key={profile.id}
            profile={profile}
            isCounted={profiles.length <= MAX_COUNTED}
            onRename={() => renaming.open(profile)}
            onMakeDefault={() => makeDefault(profile)}
            onDelete={() => deleting.open(profile)}
            isBecomingDefault={promotion.isPending && promotion.variables.profileId === profile.id}
          />
        ))}
      </Rows>
      <CreateProfileDialog profiles={profiles} isOpen={isCreating} onClose={onCreated} onDone={setResult} />
      <RenameProfileDialog
        profile={renaming.subject}
        profiles={profiles}
        isOpen={renaming.isOpen}
        onClose={renaming.close}
        onDone={setResult}
      />
      <DeleteProfileDialog
        profile={deleting.subject}
        isOpen={deleting.isOpen}
        onClose={deleting.close}
        onDone={finish}
      />
    </>
  );
}
