import { Modal } from '@mantine/core';
import { NameForm } from '../../ui/name-form.tsx';
import { useCreateKey } from './keys.ts';
import { RawKey } from './raw-key.tsx';
import { useUnstoredKey } from './unstored-key.tsx';

interface CreateKeyDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Receives the name of the key that was created and stored by the reader. */
  onDone: (name: string) => void;
}

/** Asks for a name, then shows the new key until the reader says that it is stored, also when that is much later. */
export function CreateKeyDialog({ isOpen, onClose, onDone }: CreateKeyDialogProps) {
  const [created, setCreated] = useUnstoredKey();
  const stored = () => {
    if (created) onDone(created.name);
    setCreated(null);
    onClose();
  };
  return (
    <Modal
      opened={isOpen || created !== null}
      onClose={onClose}
      title={created ? `The key ${created.name}` : 'New API key'}
      centered
      // Fading, it would show the form for the next key.
      transitionProps={{ duration: 0 }}
      closeOnClickOutside={!created}
      closeOnEscape={!created}
      withCloseButton={!created}
    >
      {created ? (
        <RawKey rawKey={created.rawKey} onStored={stored} />
      ) : (
        <KeyNameForm onCreated={setCreated} onCancel={onClose} />
      )}
    </Modal>
  );
}

function KeyNameForm(props: { onCreated: (created: { name: string; rawKey: string }) => void; onCancel: () => void }) {
  const creation = useCreateKey(({ key, rawKey }) => props.onCreated({ name: key.name, rawKey }));
  return (
    <NameForm
      label="Name"
      description="What will use it, for example the release pipeline. One key per use can be revoked alone."
      submit="Create key"
      failure={{
        title: 'No key was created',
        error: creation.error,
        effect: 'Nothing was stored.',
        uncertain: 'If the list shows it nevertheless, revoke it: nobody has seen it.',
      }}
      isPending={creation.isPending}
      onSubmit={(name) => creation.mutate(name)}
      onCancel={props.onCancel}
    />
  );
}
