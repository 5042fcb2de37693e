import { Text } from '@mantine/core';
import type { PlatformId } from '@social/types';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import type { Profile } from '../profiles/profiles.ts';
import { useDisconnect } from './connections.ts';

interface DisconnectDialogProps {
  isOpen: boolean;
  platform: PlatformId;
  /** What the platform is called. */
  name: string;
  /** The account that is connected, in words. */
  account: string;
  profile: Profile;
  onDisconnected: () => void;
  onKeep: () => void;
}

/** Asks before a connection is given up, and gives it up. */
export function DisconnectDialog(props: DisconnectDialogProps) {
  const { isOpen, platform, name, account, profile, onDisconnected, onKeep } = props;
  const disconnect = useDisconnect(profile.id);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Disconnect ${name}?`}
      confirm="Disconnect"
      keep="Keep it"
      isPending={disconnect.isPending}
      onConfirm={() => disconnect.mutate(platform, { onSuccess: onDisconnected })}
      onClose={() => {
        // What failed for this platform says nothing about the next one.
        disconnect.reset();
        onKeep();
      }}
    >
      <Text>
        Posts from the profile {profile.name} can no longer be published as {account}; scheduled ones fail there. What
        is already published stays.
      </Text>
      <Text>To publish there again, connect it again.</Text>
      {disconnect.isError ? (
        <FailureNotice
          title="Not disconnected"
          error={disconnect.error}
          effect="It is still connected; try again."
          uncertain="It may be disconnected anyway. Trying again does no harm."
        />
      ) : null}
    </ConfirmDialog>
  );
}
