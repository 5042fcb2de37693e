import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { ROLES } from '@social/types';
import { type SubmitEvent, useState } from 'react';
import type { Role } from '../../shared/session/role.ts';
import { FailureNotice } from '../../ui/notices/failure-notice.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { type NewInvitation, useInvite } from './members.ts';
import { ROLE_NAMES, ROLE_WORDS } from './role-words.ts';

interface InviteDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Called once the reader has the link. */
  onDone: () => void;
}

/** Asks for a role, then shows the link until the reader has passed it on. */
export function InviteDialog({ isOpen, onClose, onDone }: InviteDialogProps) {
  const [made, setMade] = useState<NewInvitation | null>(null);
  const done = () => {
    setMade(null);
    onClose();
    onDone();
  };
  return (
    <Modal
      opened={isOpen || made !== null}
      onClose={onClose}
      title={made ? 'The link of the invitation' : 'Invite a member'}
      centered
      // A dialog that fades out would show the form for the next invitation meanwhile.
      transitionProps={{ duration: 0 }}
      closeOnClickOutside={!made}
      closeOnEscape={!made}
      withCloseButton={!made}
    >
      {made ? <InvitationLink made={made} onDone={done} /> : <InviteForm onInvited={setMade} onCancel={onClose} />}
    </Modal>
  );
}

function InviteForm(props: { onInvited: (made: NewInvitation) => void; onCancel: () => void }) {
  const [role, setRole] = useState<Role>('writer');
  const [email, setEmail] = useState('');
  const invite = useInvite(props.onInvited);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (!invite.isPending) invite.mutate({ role, ...(address && { email: address }) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <FailureNotice
          title="Nobody was invited"
          error={invite.error}
          effect="Nothing was stored."
          uncertain="If the list shows the invitation anyway, revoke it: its link was never shown."
        />
        <Radio.Group label="Role" value={role} onChange={(value) => setRole(value as Role)}>
          <Stack gap="xs" mt="xs">
            {ROLES.toReversed().map((each) => (
              <Radio key={each} value={each} label={ROLE_NAMES[each]} description={ROLE_WORDS[each]} />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput
          label="Email"
          description="Optional: the link goes there too, if this server sends mails."
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={invite.isPending}>
            Invite
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
