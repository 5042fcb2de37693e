import { Button, Group, Stack, Text } from '@mantine/core';
import { type PlatformId, platformName, type Schema } from '@social/types';
import { accountParts, needsAttention, stateInWords } from '../../shared/connections/connections.ts';
import { AccountFace } from '../../ui/accounts/account-face.tsx';
import { StateWords } from '../../ui/parts/state-mark.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { targetName } from '../../ui/platforms/target-name.ts';
import { ConnectButton } from './connect-button.tsx';
import { ConnectionAdvice, ConnectionFacts } from './connection-facts.tsx';

const FACE_PX = 32;

type AccountStatus = Schema<'AccountStatus'>;

/** Called with the account. */
export interface AccountActions {
  onReconnect: ((account: AccountStatus) => void) | undefined;
  onMakeDefault: (account: AccountStatus) => void;
  onRename: (account: AccountStatus) => void;
  onDisconnect: (account: AccountStatus) => void;
}

interface AccountListProps extends AccountActions {
  platform: PlatformId;
  accounts: readonly AccountStatus[];
  profileId: string;
  /** Set where the server can connect the platform. */
  configured: boolean;
  /** Set for people who may change connections. */
  mayConnect: boolean;
}

/** The accounts of a platform: the short name and the state of each, and what can be done with it. */
export function AccountList({ accounts, ...shared }: AccountListProps) {
  return (
    <Stack component="ul" className="plain-list" gap="md" aria-label={`Accounts at ${platformName(shared.platform)}`}>
      {accounts.map((account) => (
        <AccountRow key={account.name} account={account} {...shared} />
      ))}
    </Stack>
  );
}

function AccountRow({ account, ...shared }: Omit<AccountListProps, 'accounts'> & { account: AccountStatus }) {
  const { platform, mayConnect } = shared;
  const { name, handle } = accountParts(account);
  const { picture, network, isDefault } = account;
  const { tone, words } = stateInWords(account);
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start" aria-label={account.name}>
      <AccountFace {...{ platform, name, picture, network }} size={FACE_PX} />
      <Stack gap={4} flex={1} miw={0}>
        <Group justify="space-between" gap="4px 8px">
          <Text size="sm" fw={500}>
            {name}
          </Text>
          {isDefault ? <StateWords tone="ok">Default</StateWords> : null}
          {needsAttention(account) ? <StateWords tone={tone}>{words}</StateWords> : null}
        </Group>
        {handle ? <Hint>{handle}</Hint> : null}
        <ConnectionFacts status={account} name={account.name} />
        <ConnectionAdvice status={account} />
        {mayConnect ? <AccountButtons account={account} {...shared} /> : null}
      </Stack>
    </Group>
  );
}

function AccountButtons({
  account,
  platform,
  profileId,
  configured,
  onReconnect,
  onMakeDefault,
  onRename,
  onDisconnect,
}: Omit<AccountListProps, 'accounts' | 'mayConnect'> & { account: AccountStatus }) {
  const label = targetName(`${platform}:${account.name}`, account.network);
  const button = { variant: 'default', size: 'xs' } as const;
  return (
    <Group gap="xs" pt={4}>
      {configured && needsAttention(account) ? (
        <ConnectButton
          label={`Reconnect ${label}`}
          platform={platform}
          profileId={profileId}
          onConnect={onReconnect && (() => onReconnect(account))}
          variant="filled"
        >
          Reconnect
        </ConnectButton>
      ) : null}
      {account.isDefault ? null : (
        <Button {...button} onClick={() => onMakeDefault(account)} aria-label={`Make default: ${label}`}>
          Make default
        </Button>
      )}
      <Button {...button} onClick={() => onRename(account)} aria-label={`Rename ${label}`}>
        Rename
      </Button>
      <Button {...button} onClick={() => onDisconnect(account)} aria-label={`Disconnect ${label}`}>
        Disconnect
      </Button>
    </Group>
  );
}
