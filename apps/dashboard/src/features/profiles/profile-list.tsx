import { Text } from '@mantine/core';
import { useState } from 'react';
import { type Profile, useMakeDefault } from '../../shared/profiles/profiles.ts';
import { useSubject } from '../../ui/dialogs/subject.ts';
import { FailureNotice } from '../../ui/notices/failure-notice.tsx';
import { LiveRegion, Notice } from '../../ui/notices/notice.tsx';
import { focusHeading } from '../../ui/page/navigation.ts';
import { Rows } from '../../ui/parts/rows.tsx';
import { DeleteProfileDialog, ProfileNameDialog } from './profile-dialogs.tsx';
import { ProfileRow } from './profile-row.tsx';
import { SlotsDialog } from './slots/slots-dialog.tsx';

/** Longer lists do not count connections, because counting takes one request for each profile. */
const MAX_COUNTED = 20;

interface ProfileListProps {
  profiles: readonly Profile[];
  isCreating: boolean;
  onCreated: () => void;
}

/** Every profile with its actions, below the result of the last action. */
export function ProfileList({ profiles, isCreating, onCreated }: ProfileListProps) {
  const [result, setResult] = useState<string>();
  const renaming = useSubject<Profile>();
  const deleting = useSubject<Profile>();
  const slotting = useSubject<Profile>();
  const promotion = useMakeDefault();
  const makeDefault = ({ id, name }: Profile) => {
    setResult(undefined);
    promotion.mutate(id, { onSuccess: () => finish(`${name} is the default now.`) });
  };
  const finish = (words: string) => {
    setResult(words);
    focusHeading();
  };

  return (
    <>
      <LiveRegion>{result ? <Notice tone="ok" title={result} /> : null}</LiveRegion>
      <FailureNotice
        title="The default was not changed"
        error={promotion.error}
        effect="Nothing was changed."
        uncertain="It may have been changed anyway: the list shows which profile is the default."
      />
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
            onEditSlots={() => slotting.open(profile)}
            onMakeDefault={() => makeDefault(profile)}
            onDelete={() => deleting.open(profile)}
            isPromoting={promotion.isPending && promotion.variables === profile.id}
          />
        ))}
      </Rows>
      <ProfileNameDialog profiles={profiles} isOpen={isCreating} onClose={onCreated} onDone={setResult} />
      <ProfileNameDialog
        profile={renaming.subject}
        profiles={profiles}
        isOpen={renaming.isOpen}
        onClose={renaming.close}
        onDone={setResult}
      />
      <SlotsDialog profile={slotting.subject} isOpen={slotting.isOpen} onClose={slotting.close} onDone={setResult} />
      <DeleteProfileDialog
        {...(deleting.subject && { profile: deleting.subject })}
        isOpen={deleting.isOpen}
        onClose={deleting.close}
        onDone={finish}
      />
    </>
  );
}
