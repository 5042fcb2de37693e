import { Text } from '@mantine/core';
import type { PlatformId, Schema } from '@social/types';
import { useDisconnect } from '../../shared/connections/connections.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';

interface DisconnectDialogProps {
  isOpen: boolean;
  platform: PlatformId;
  /** The platform's name for readers. */
  name: string;
  /** The connected account, in words. */
  account: string;
  profile: Schema<'Profile'>;
  onDisconnected: () => void;
  onKeep: () => void;
}

/** Asks before a connection is removed, and removes it. */
export function DisconnectDialog(props: DisconnectDialogProps) {
  const { isOpen, platform, name, account, profile, onDisconnected, onKeep } = props;
  const disconnect = useDisconnect(profile.id);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Disconnect ${name}?`}
      confirm="Disconnect"
      keep="Keep it"
      change={disconnect}
      input={platform}
      failure={{
        title: 'Not disconnected',
        effect: 'It is still connected; try again.',
        uncertain: 'It may be disconnected anyway. Trying again does no harm.',
      }}
      onClose={onKeep}
      onDone={onDisconnected}
    >
      <Text>
        Posts from the profile {profile.name} can no longer be published as {account}; scheduled ones fail there. What
        is already published stays.
      </Text>
      <Text>To publish there again, connect it again.</Text>
    </ConfirmDialog>
  );
}
