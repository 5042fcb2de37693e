import { Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { KeepKeys } from './keep-keys.tsx';
import { type Member, useRemoveMember } from './members.ts';

interface RemoveMemberDialogProps {
  member: Member | undefined;
  isOpen: boolean;
  onClose: () => void;
  /** Called after the members were read again. */
  onDone: () => void;
}

/** Asks before a member loses the account. */
export function RemoveMemberDialog({ member, isOpen, onClose, onDone }: RemoveMemberDialogProps) {
  const removal = useRemoveMember();
  const [isKept, setKept] = useState(false);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Remove ${member?.email ?? ''}?`}
      confirm="Remove"
      keep="Keep"
      change={removal}
      input={{ memberId: member?.id ?? '', keepKeys: isKept }}
      failure={{
        title: 'Not removed',
        effect: 'The member is still there.',
        uncertain: 'The member may be removed: the list shows who is there.',
      }}
      onClose={onClose}
      onDone={() => {
        setKept(false);
        onDone();
      }}
    >
      <Text>
        The account is deleted, and signed out everywhere at once. Posts and drafts of this person stay, with the name.
        Invitations and API keys that this person has made end too.
      </Text>
      <KeepKeys isKept={isKept} onChange={setKept} />
    </ConfirmDialog>
  );
}
