import { Text } from '@mantine/core';
import { type PlatformId, platformName, type Schema } from '@social/types';
import { accountInWords } from '../../shared/connections/connections.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { targetName } from '../../ui/platforms/target-name.ts';
import { useDisconnect } from './account-changes.ts';

interface DisconnectDialogProps {
  isOpen: boolean;
  platform: PlatformId;
  /** The account; undefined before the first question. */
  account: Schema<'AccountStatus'> | undefined;
  /** Set where the platform has other accounts. */
  hasOthers: boolean;
  profile: Schema<'Profile'>;
  /** Called with what was disconnected, by its name for readers. */
  onDisconnected: (name: string) => void;
  onKeep: () => void;
}

/** Asks before an account is disconnected, and disconnects it. */
export function DisconnectDialog(props: DisconnectDialogProps) {
  const { isOpen, platform, account, hasOthers, profile, onDisconnected, onKeep } = props;
  const disconnect = useDisconnect(profile.id);
  const network = platformName(platform, account?.network);
  const isOne = hasOthers && account !== undefined;
  const name = isOne ? targetName(`${platform}:${account.name}`, account.network) : network;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Disconnect ${name}?`}
      confirm="Disconnect"
      keep="Keep it"
      change={disconnect}
      input={{ platform, ...(isOne && { account: account.name }) }}
      failure={{
        title: 'Not disconnected',
        effect: 'It is still connected; try again.',
        uncertain: 'It may be disconnected anyway. Trying again does no harm.',
      }}
      onClose={onKeep}
      onDone={() => onDisconnected(name)}
    >
      <Text>
        {`Posts from the profile ${profile.name} can no longer be published as ${account ? accountInWords(account) : ''}; scheduled ones fail there. What is already published stays.`}
      </Text>
      {isOne && account.isDefault ? (
        <Text>{network} has no default account then: make another one the default.</Text>
      ) : null}
      <Text>To publish there again, connect it again.</Text>
    </ConfirmDialog>
  );
}
