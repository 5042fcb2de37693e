import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useLeave } from '../../shared/session/session.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Section } from '../../ui/page/section.tsx';

/** Leaves the workspace, which deletes the account, after a question. */
export function LeaveSection({ email }: { email: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const leaving = useLeave();
  return (
    <Section title="Leave the workspace" maw="30rem">
      <Text c="dimmed">
        Your account is deleted. Posts and drafts that you wrote stay, and go on naming you. The person who created the
        workspace cannot leave it.
      </Text>
      <Group>
        <Button variant="default" onClick={() => setIsAsking(true)}>
          Leave
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        title="Leave the workspace?"
        confirm="Leave and delete my account"
        keep="Stay"
        change={leaving}
        failure={{
          title: 'Not left',
          effect: 'Your account is as it was.',
          uncertain: 'You may have left: sign in to see.',
        }}
        onClose={() => setIsAsking(false)}
      >
        <Text>
          The account {email} is deleted at once, and signed out everywhere. Only a new invitation brings you back.
        </Text>
      </ConfirmDialog>
    </Section>
  );
}
