import { Code, Text } from '@mantine/core';
import { type ListedKey, useRevokeKey } from '../../shared/keys/keys.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Moment } from '../../ui/values/moment.tsx';

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
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Revoke ${apiKey?.name ?? ''}?`}
      confirm="Revoke key"
      keep="Keep it"
      change={revocation}
      input={apiKey?.id ?? ''}
      failure={{
        title: 'Not revoked',
        effect: 'The key still works; try again.',
        uncertain: 'The key may still work. Trying again does no harm.',
      }}
      onClose={onClose}
      onDone={onDone}
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
    </ConfirmDialog>
  );
}
