import { Button, Code, Group } from '@mantine/core';
import { type PlatformId, platformName } from '@social/types';
import type { RefObject } from 'react';
import {
  accountParts,
  type ConnectionStatus,
  connectAddress,
  needsAttention,
  stateInWords,
} from '../../shared/connections/connections.ts';
import { useMay } from '../../shared/session/role.ts';
import { Facts } from '../../ui/parts/facts.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { Moment } from '../../ui/values/moment.tsx';
import { PlatformCard, type ShownAccount } from './platform-card.tsx';

interface ConnectionCardProps {
  platform: PlatformId;
  status: ConnectionStatus;
  profileId: string;
  /** Set when the workspace's plan does not include publishing here. */
  isOutsidePlan: boolean;
  /** Asks for a credential or a server; undefined for a network whose consent page needs neither. */
  onConnect: (() => void) | undefined;
  onDisconnect: () => void;
  headingRef?: RefObject<HTMLHeadingElement | null> | undefined;
}

/** One platform: its state, the facts about its connection, and its actions. */
export function ConnectionCard(props: ConnectionCardProps) {
  const { platform, status, isOutsidePlan, headingRef } = props;
  const mayConnect = useMay()('admin');
  const name = platformName(platform, status.network);
  const advice = adviceOn(status, isOutsidePlan);
  return (
    <PlatformCard
      platform={platform}
      name={name}
      order={2}
      state={stateInWords(status)}
      account={accountIn(status)}
      headingRef={headingRef}
    >
      {status.state !== 'not_connected' ? <ConnectionFacts status={status} /> : null}
      {advice ? <Hint>{advice}</Hint> : null}
      {mayConnect ? <CardActions {...props} name={name} /> : null}
    </PlatformCard>
  );
}

function accountIn(status: ConnectionStatus): ShownAccount | undefined {
  if (status.state === 'not_connected') return undefined;
  return { ...accountParts(status), picture: status.picture, network: status.network };
}

function ConnectionFacts({ status: { connectedAt, expiresAt, missingScopes, state } }: { status: ConnectionStatus }) {
  const expiry = expiresAt ? <Moment at={expiresAt} as="distance" /> : 'never, renews itself';
  return (
    <Facts
      facts={[
        ['Since', connectedAt && <Moment at={connectedAt} as="date" />],
        ['Expires', state === 'connected' && expiry],
        ['Missing', missingScopes.length > 0 && <Code>{missingScopes.join(', ')}</Code>],
      ]}
    />
  );
}

function adviceOn(status: ConnectionStatus, isOutsidePlan: boolean): string | undefined {
  if (status.state === 'needs_reconnect') {
    return 'The network no longer accepts this connection. Posts to it fail until you reconnect.';
  }
  if (status.warning) return `${status.warning.charAt(0).toUpperCase()}${status.warning.slice(1)}.`;
  if (status.missingScopes.length > 0) {
    return 'Some actions will fail. Reconnect and allow everything the network asks for.';
  }
  return isOutsidePlan ? 'Publishing here needs a paid plan.' : undefined;
}

function CardActions(props: ConnectionCardProps & { name: string }) {
  const { platform, status, name, profileId, onConnect, onDisconnect } = props;
  const isLinked = status.state !== 'not_connected';
  const canConnect = status.configured;
  const verb = isLinked ? 'Reconnect' : 'Connect';
  const look = {
    variant: isLinked && needsAttention(status) ? 'filled' : 'default',
    size: 'xs',
    'aria-label': `${verb} ${name}`,
  };
  return (
    <Group gap="xs" mt="auto" pt={4}>
      {canConnect && onConnect ? (
        <Button {...look} onClick={onConnect}>
          {verb}
        </Button>
      ) : null}
      {canConnect && !onConnect ? (
        <Button {...look} component="a" href={connectAddress(platform, profileId)}>
          {verb}
        </Button>
      ) : null}
      {isLinked ? (
        <Button variant="default" size="xs" onClick={onDisconnect} aria-label={`Disconnect ${name}`}>
          Disconnect
        </Button>
      ) : null}
    </Group>
  );
}
