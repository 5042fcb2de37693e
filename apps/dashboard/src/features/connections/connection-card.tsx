import { Button, Group } from '@mantine/core';
import { type PlatformId, platformName, type Schema } from '@social/types';
import type { RefObject } from 'react';
import { accountParts, needsAttention, stateInWords } from '../../shared/connections/connections.ts';
import { useMay } from '../../shared/session/role.ts';
import type { Tone } from '../../ui/parts/state-mark.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { type AccountActions, AccountList } from './account-list.tsx';
import { ConnectButton } from './connect-button.tsx';
import { ConnectionAdvice, ConnectionFacts } from './connection-facts.tsx';
import { PlatformCard, type ShownAccount } from './platform-card.tsx';

type PlatformConnection = Schema<'PlatformConnection'>;

interface ConnectionCardProps extends Omit<AccountActions, 'onReconnect'> {
  platform: PlatformId;
  status: PlatformConnection;
  profileId: string;
  /** Set when the workspace's plan does not include publishing here. */
  isOutsidePlan: boolean;
  /** Asks for a credential or a server, where an account is given to renew that one; undefined where nothing is asked. */
  onConnect: ((account?: Schema<'AccountStatus'>) => void) | undefined;
  headingRef?: RefObject<HTMLHeadingElement | null> | undefined;
}

/** One platform: its state, the facts about its accounts, and its actions. */
export function ConnectionCard(props: ConnectionCardProps) {
  const { platform, status, isOutsidePlan, headingRef, onConnect, ...shared } = props;
  const { accounts, configured } = status;
  const mayConnect = useMay()('admin');
  const [first] = accounts;
  const isSingle = accounts.length === 1 && first?.isDefault;
  const isListed = accounts.length > 0 && !isSingle;
  return (
    <PlatformCard
      platform={platform}
      name={platformName(platform, isSingle ? status.network : null)}
      order={2}
      state={isListed ? stateOfAll(accounts) : stateInWords(status)}
      account={isSingle ? accountIn(status) : undefined}
      headingRef={headingRef}
    >
      {isSingle ? <ConnectionFacts status={status} /> : null}
      {isSingle ? <ConnectionAdvice status={status} /> : null}
      {isOutsidePlan ? <Hint>Publishing here needs a paid plan.</Hint> : null}
      {isListed ? (
        <AccountList {...{ platform, accounts, configured, mayConnect, ...shared }} onReconnect={onConnect} />
      ) : null}
      {mayConnect ? <CardActions {...props} single={isSingle ? first : undefined} /> : null}
    </PlatformCard>
  );
}

function accountIn(status: PlatformConnection): ShownAccount {
  return { ...accountParts(status), picture: status.picture, network: status.network };
}

function stateOfAll(accounts: PlatformConnection['accounts']): { tone: Tone; words: string } {
  const hasDefault = accounts.some(({ isDefault }) => isDefault);
  if (!hasDefault) return { tone: 'warning', words: 'No default account' };
  return { tone: 'ok', words: `${accounts.length} accounts` };
}

/** @param single the platform's only account, whose buttons have no list to stand in */
function CardActions(props: ConnectionCardProps & { single: Schema<'AccountStatus'> | undefined }) {
  const { platform, status, profileId, onConnect, onDisconnect, single } = props;
  const name = platformName(platform, single?.network);
  const shared = { platform, profileId };
  const verb = status.accounts.length > 0 ? 'Connect another account' : 'Connect';
  return (
    <Group gap="xs" mt="auto" pt={4}>
      {status.configured && single ? (
        <ConnectButton
          {...shared}
          label={`Reconnect ${name}`}
          onConnect={onConnect && (() => onConnect(single))}
          variant={needsAttention(single) ? 'filled' : 'default'}
        >
          Reconnect
        </ConnectButton>
      ) : null}
      {status.configured ? (
        <ConnectButton
          {...shared}
          label={status.accounts.length > 0 ? `${verb}: ${name}` : `${verb} ${name}`}
          onConnect={onConnect && (() => onConnect())}
          isFurther={status.accounts.length > 0}
        >
          {verb}
        </ConnectButton>
      ) : null}
      {single ? (
        <Button variant="default" size="xs" onClick={() => onDisconnect(single)} aria-label={`Disconnect ${name}`}>
          Disconnect
        </Button>
      ) : null}
    </Group>
  );
}
