import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { FailureNotice } from '../../ui/notices/failure-notice.tsx';
import { Moment } from '../../ui/values/moment.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { type Endpoint, useRotateSecret } from './webhooks.ts';

const DAY_HOURS = 24;

interface RotateDialogProps {
  endpoint: Endpoint;
  isOpen: boolean;
  onClose: () => void;
}

/** Replaces the secret, then shows the new one. */
export function RotateDialog({ endpoint, isOpen, onClose }: RotateDialogProps) {
  const [rotated, setRotated] = useState<{ endpoint: Endpoint; secret: string } | null>(null);
  const until = rotated?.endpoint.previousSecretUntil;
  return (
    <SecretDialog
      isOpen={isOpen}
      title={rotated ? 'The new secret' : 'Replace the secret?'}
      secret={rotated?.secret ?? null}
      notice={
        <Text>
          {until ? (
            <>
              The previous secret signs too until <Moment at={until} as="time" />.
            </>
          ) : (
            'The previous secret no longer signs anything.'
          )}
        </Text>
      }
      onClose={onClose}
      onStored={() => {
        setRotated(null);
        onClose();
      }}
    >
      <Question endpoint={endpoint} onRotated={setRotated} onClose={onClose} />
    </SecretDialog>
  );
}

function Question(props: {
  endpoint: Endpoint;
  onRotated: (rotated: { endpoint: Endpoint; secret: string }) => void;
  onClose: () => void;
}) {
  const [hours, setHours] = useState(DAY_HOURS);
  const rotation = useRotateSecret(props.endpoint.id, props.onRotated);
  return (
    <Stack>
      <FailureNotice
        title="Not replaced"
        error={rotation.error}
        effect="The secret is as it was."
        uncertain="It may be replaced. Replace it again: the secret was never shown."
      />
      <Radio.Group label="The previous secret" value={String(hours)} onChange={(value) => setHours(Number(value))}>
        <Stack gap="xs" mt="xs">
          <Radio
            value={String(DAY_HOURS)}
            label="Signs too for a day"
            description="Every delivery has both signatures, so that the receiver can be changed in between."
          />
          <Radio value="0" label="Ends at once" description="For a secret that has leaked." />
        </Stack>
      </Radio.Group>
      <Group justify="flex-end">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          Keep it
        </Button>
        <Button loading={rotation.isPending} onClick={() => rotation.mutate(hours)}>
          Replace the secret
        </Button>
      </Group>
    </Stack>
  );
}
