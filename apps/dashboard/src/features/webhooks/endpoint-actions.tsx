import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { sentence } from '../../api/failures.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FailureNotice } from '../../ui/notices/failure-notice.tsx';
import { LiveRegion, Notice } from '../../ui/notices/notice.tsx';
import { EditEndpointDialog } from './edit-endpoint-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { type Delivery, type Endpoint, useChangeEndpoint, useDeleteEndpoint, useTestEndpoint } from './webhooks.ts';

interface EndpointActionsProps {
  endpoint: Endpoint;
  onDeleted: () => void;
}

/** Tests an endpoint, changes it, switches it off and on, replaces its secret and deletes it. */
export function EndpointActions({ endpoint, onDeleted }: EndpointActionsProps) {
  const [isEditing, editing] = useDisclosure(false);
  const [isRotating, rotating] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const test = useTestEndpoint(endpoint.id);
  const change = useChangeEndpoint(endpoint.id);
  const isActive = endpoint.status === 'active';
  return (
    <Stack gap="sm">
      <LiveRegion>{test.isSuccess ? <TestResult delivery={test.data} /> : null}</LiveRegion>
      <FailureNotice title="No test was sent" error={test.error} effect="Nothing was sent." />
      <FailureNotice title="Not changed" error={change.error} effect="The webhook is as it was." />
      <Group gap="sm">
        <Button loading={test.isPending} onClick={() => test.mutate()}>
          Send a test
        </Button>
        <Button variant="default" onClick={editing.open}>
          Change
        </Button>
        <Button
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ status: isActive ? 'disabled' : 'active' })}
        >
          {isActive ? 'Switch off' : 'Switch on'}
        </Button>
        <Button variant="default" onClick={rotating.open}>
          Replace the secret
        </Button>
        <Button variant="default" onClick={deleting.open}>
          Delete
        </Button>
      </Group>
      <EditEndpointDialog endpoint={endpoint} isOpen={isEditing} onClose={editing.close} />
      <RotateDialog endpoint={endpoint} isOpen={isRotating} onClose={rotating.close} />
      <DeleteDialog endpoint={endpoint} isOpen={isDeleting} onClose={deleting.close} onDeleted={onDeleted} />
    </Stack>
  );
}

function TestResult({ delivery: { status, lastTry } }: { delivery: Delivery }) {
  if (status === 'delivered') return <Notice tone="ok" title={`The receiver answered ${lastTry?.status}`} />;
  return (
    <Notice tone="problem" title="The test was not received">
      <Text size="sm">{sentence(lastTry?.error ?? 'there was no answer')}</Text>
    </Notice>
  );
}

function DeleteDialog(props: EndpointActionsProps & { isOpen: boolean; onClose: () => void }) {
  const { endpoint, isOpen, onClose, onDeleted } = props;
  const deletion = useDeleteEndpoint(endpoint.id);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Delete this webhook?"
      confirm="Delete it"
      keep="Keep it"
      change={deletion}
      failure={{ title: 'Not deleted', effect: 'The webhook is still there.', uncertain: 'It may be deleted.' }}
      onClose={onClose}
      onDone={onDeleted}
    >
      <Text size="sm">
        Nothing more is sent to {endpoint.url}. Its secret and its deliveries are deleted too, for good.
      </Text>
    </ConfirmDialog>
  );
}
