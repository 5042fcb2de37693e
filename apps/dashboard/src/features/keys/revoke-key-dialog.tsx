import { Code, Text } from '@mantine/core';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Moment } from '../../ui/moment.tsx';
import { type ListedKey, useRevokeKey } from './keys.ts';

interface RevokeKeyDialogProps {
  apiKey: ListedKey | undefined;
  isOpen: boolean;
  onClose: () => void;
  /** Called after the keys were read again. */
  onDone: () => void;
}

/** Asks before a key stops working. */
export function RevokeKeyDialog({ apiKey, isOpen, onClose, onDone }: RevokeKeyDialogProps) {
  const revocation = useRevokeKey();
  const close = () => {
    revocation.reset();
    onClose();
  };
  const confirm = () => {
    if (!apiKey || revocation.isPending) return;
    revocation.mutate(apiKey.id, {
      onSuccess: () => {
        close();
        onDone();
      },
    });
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Revoke ${apiKey?.name ?? ''}?`}
      confirm="Revoke key"
      keep="Keep it"
      isPending={revocation.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      <Text>
        The key ending in <Code>{apiKey?.keyPreview}</Code> stops working at once, and for good. Whatever still uses it
        is answered with 401.
      </Text>
      <Text>
        {apiKey?.lastUsedAt ? (
          <>
            It was last used <Moment at={apiKey.lastUsedAt} as="distance" />.
          </>
        ) : (
          'It was never used.'
        )}
      </Text>
      {revocation.isError ? (
        <FailureNotice
          title="Not revoked"
          error={revocation.error}
          effect="The key still works; try again."
          uncertain="The key may still work. Trying again does no harm."
        />
      ) : null}
    </ConfirmDialog>
  );
}
