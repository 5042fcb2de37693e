import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { SecretField } from '../../ui/fields/secret-field.tsx';
import { useLeaveWarning } from '../../ui/page/leave-warning.ts';

interface SecretDialogProps {
  isOpen: boolean;
  title: string;
  /** The new secret, or null while the dialog asks for something. */
  secret: string | null;
  /** Said above the secret. */
  notice?: ReactNode;
  /** The question that comes first. */
  children: ReactNode;
  onClose: () => void;
  /** Called once the reader has stored the secret. */
  onStored: () => void;
}

/** Asks for something, then shows a new secret until the reader confirms that it is stored. */
export function SecretDialog({ isOpen, title, secret, notice, children, onClose, onStored }: SecretDialogProps) {
  useLeaveWarning(secret !== null);
  return (
    <Modal
      opened={isOpen || secret !== null}
      onClose={onClose}
      title={title}
      size="lg"
      centered
      // A dialog that fades out would show what it asks for again meanwhile.
      transitionProps={{ duration: 0 }}
      closeOnClickOutside={!secret}
      closeOnEscape={!secret}
      withCloseButton={!secret}
    >
      {secret === null ? children : <Secret secret={secret} notice={notice} onStored={onStored} />}
    </Modal>
  );
}

function Secret({ secret, notice, onStored }: { secret: string; notice: ReactNode; onStored: () => void }) {
  const warningId = useId();
  return (
    <Stack>
      <Text id={warningId}>
        This is the only time the secret is shown. The receiver needs it to check that an event comes from this server.
      </Text>
      {notice}
      <SecretField label="Secret" noun="secret" value={secret} warningId={warningId} />
      <Text size="sm">
        In JavaScript, <Code>verifyWebhook</Code> of <Code>@social/sdk/webhooks</Code> checks it; in other languages any
        verifier of Standard Webhooks does.
      </Text>
      <Group justify="flex-end">
        <Button onClick={onStored}>I have stored it</Button>
      </Group>
    </Stack>
  );
}
