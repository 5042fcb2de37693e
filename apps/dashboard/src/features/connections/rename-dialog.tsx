import { Modal } from '@mantine/core';
import type { PlatformId } from '@social/types';
import { NameForm } from '../../ui/dialogs/name-form.tsx';
import { useRenameAccount } from './account-changes.ts';

/** The contract's pattern for short names. */
const NAME = /^[a-z0-9-]{1,32}$/;

interface RenameDialogProps {
  isOpen: boolean;
  platform: PlatformId;
  /** Short name of the account. */
  account: string;
  profileId: string;
  onClose: () => void;
  /** Called with the new name. */
  onRenamed: (name: string) => void;
}

/** Asks for another short name of an account, and gives it. */
export function RenameDialog(props: RenameDialogProps) {
  const { isOpen, account, onClose } = props;
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Rename ${account}`} centered>
      <RenameForm {...props} />
    </Modal>
  );
}

function RenameForm({ platform, account, profileId, onClose, onRenamed }: RenameDialogProps) {
  const renaming = useRenameAccount(profileId);
  return (
    <NameForm
      description={`Commands write to the account as ${platform}:${account}, and can keep doing so.`}
      initialName={account}
      submit="Rename"
      check={(name) => (NAME.test(name) ? undefined : 'Use 1 to 32 lower-case letters, digits and dashes.')}
      failure={{
        title: 'Not renamed',
        effect: `It is still called ${account}.`,
        uncertain: 'It may have its new name anyway.',
      }}
      change={renaming}
      onSubmit={(name) => renaming.mutate({ platform, account, name }, { onSuccess: () => onRenamed(name) })}
      onCancel={onClose}
    />
  );
}
