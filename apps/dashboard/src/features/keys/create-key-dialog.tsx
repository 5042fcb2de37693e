import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useCreateKey, type WantedKey } from '../../shared/keys/keys.ts';
import { NameForm } from '../../ui/dialogs/name-form.tsx';
import { KeyRights } from './key-rights.tsx';
import { RawKey } from './raw-key.tsx';
import { useUnstoredKey } from './unstored-key.tsx';

interface CreateKeyDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Receives the name of the new key once the reader has stored it. */
  onDone: (name: string) => void;
}

/** Asks for a name, then shows the new key until the reader confirms that it is stored. */
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
      // A dialog that fades out would show the form for the next key meanwhile.
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
  const [rights, setRights] = useState<Omit<WantedKey, 'name'>>({});
  const lacking = [rights.scopes, rights.profiles].some((list) => list?.length === 0);
  const creation = useCreateKey(({ key, rawKey }) => props.onCreated({ name: key.name, rawKey }));
  return (
    <NameForm
      description="What will use the key, for example the release pipeline. With one key per use, each can be revoked alone."
      submit="Create key"
      failure={{
        title: 'No key was created',
        effect: 'Nothing was stored.',
        uncertain: 'If the list shows it anyway, revoke it: its secret was never shown.',
      }}
      change={creation}
      check={() => (lacking ? 'Allow at least one thing, for at least one profile.' : undefined)}
      onSubmit={(name) => creation.mutate({ name, ...rights })}
      onCancel={props.onCancel}
    >
      <KeyRights value={rights} onChange={setRights} />
    </NameForm>
  );
}
