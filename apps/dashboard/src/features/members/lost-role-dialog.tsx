import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Role } from '../../shared/session/role.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { KeepKeys } from './keep-keys.tsx';
import { type Member, useChangeRole } from './members.ts';

/** An owner who is to get another role. */
export interface LostRole {
  readonly member: Member;
  readonly role: Role;
}

interface LostRoleDialogProps {
  lost: LostRole | undefined;
  isOpen: boolean;
  onClose: () => void;
  /** Called after the members were read again. */
  onDone: (lost: LostRole) => void;
}

/** Asks before somebody is an owner no longer, and loses invitations and keys. */
export function LostRoleDialog({ lost, isOpen, onClose, onDone }: LostRoleDialogProps) {
  const change = useChangeRole();
  const [isKept, setKept] = useState(false);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Make ${lost?.member.email ?? ''} ${lost?.role === 'editor' ? 'an editor' : 'a writer'}?`}
      confirm="Change the role"
      keep="Keep it"
      change={change}
      input={{ id: lost?.member.id ?? '', role: lost?.role ?? 'writer', keepKeys: isKept }}
      failure={{
        title: 'The role was not changed',
        effect: 'Nothing was changed.',
        uncertain: 'The role may be changed: the list shows it.',
      }}
      onClose={onClose}
      onDone={() => {
        setKept(false);
        if (lost) onDone(lost);
      }}
    >
      <Text>The invitations and the API keys that this person has made as an owner end at once.</Text>
      <KeepKeys isKept={isKept} onChange={setKept} />
    </ConfirmDialog>
  );
}
