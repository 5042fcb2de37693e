import { useState } from 'react';
import { EndpointForm } from './endpoint-form.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { type Endpoint, useCreateEndpoint } from './webhooks.ts';

interface CreateEndpointDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Receives the new endpoint once the reader has stored its secret. */
  onDone: (endpoint: Endpoint) => void;
}

/** Asks for an address and kinds, then shows the new secret. */
export function CreateEndpointDialog({ isOpen, onClose, onDone }: CreateEndpointDialogProps) {
  const [created, setCreated] = useState<{ endpoint: Endpoint; secret: string } | null>(null);
  const stored = () => {
    setCreated(null);
    onClose();
    if (created) onDone(created.endpoint);
  };
  return (
    <SecretDialog
      isOpen={isOpen}
      title={created ? 'The secret of the webhook' : 'New webhook'}
      secret={created?.secret ?? null}
      onClose={onClose}
      onStored={stored}
    >
      <CreationForm onCreated={setCreated} onCancel={onClose} />
    </SecretDialog>
  );
}

function CreationForm(props: {
  onCreated: (created: { endpoint: Endpoint; secret: string }) => void;
  onCancel: () => void;
}) {
  const creation = useCreateEndpoint(props.onCreated);
  return (
    <EndpointForm
      initial={{ url: '', description: '', kinds: null }}
      submit="Create webhook"
      change={creation}
      failure={{
        title: 'No webhook was created',
        effect: 'Nothing was stored or sent.',
        uncertain: 'If the list shows it anyway, replace its secret, which was never shown.',
      }}
      onSubmit={({ url, description, kinds }) => {
        const name = description.trim();
        creation.mutate({ url, ...(name && { description: name }), ...(kinds && { kinds: [...kinds] }) });
      }}
      onCancel={props.onCancel}
    />
  );
}
