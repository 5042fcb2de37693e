import { Modal } from '@mantine/core';
import { EndpointForm } from './endpoint-form.tsx';
import { type Endpoint, useChangeEndpoint } from './webhooks.ts';

interface EditEndpointDialogProps {
  endpoint: Endpoint;
  isOpen: boolean;
  onClose: () => void;
}

/** Changes where an endpoint sends which kinds. */
export function EditEndpointDialog({ endpoint, isOpen, onClose }: EditEndpointDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Change the webhook" size="lg" centered>
      <ChangeForm endpoint={endpoint} onClose={onClose} />
    </Modal>
  );
}

function ChangeForm({ endpoint, onClose }: Omit<EditEndpointDialogProps, 'isOpen'>) {
  const change = useChangeEndpoint(endpoint.id);
  return (
    <EndpointForm
      initial={{ url: endpoint.url, description: endpoint.description ?? '', kinds: endpoint.kinds }}
      submit="Save"
      change={change}
      failure={{ title: 'Not changed', effect: 'The webhook is as it was.', uncertain: 'It may have been changed.' }}
      onSubmit={({ url, description, kinds }) =>
        change.mutate(
          { url, description: description.trim() || null, kinds: kinds && [...kinds] },
          { onSuccess: onClose },
        )
      }
      onCancel={onClose}
    />
  );
}
