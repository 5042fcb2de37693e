import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type PlatformId, platformName } from '@social/types';
import type { RefObject } from 'react';
import { PlatformGlyph } from '../../ui/platform-glyph.tsx';
import { StateMark } from '../../ui/state-mark.tsx';
import { ConnectionFacts } from './connection-facts.tsx';
import { type ConnectionStatus, connectAddress, needsAttention, stateInWords } from './connections.ts';

interface ConnectionCardProps {
  platform: PlatformId;
  status: ConnectionStatus;
  profileId: string;
  /** Whether publishing here is outside the workspace's plan. */
  isOutsidePlan: boolean;
  /** Asks for a credential; undefined where the network's own pages do. */
  onPaste: (() => void) | undefined;
  onDisconnect: () => void;
  headingRef?: RefObject<HTMLHeadingElement | null> | undefined;
}

/** One platform: its state in words, what is known about the connection, and what can be done. */
export function ConnectionCard(props: ConnectionCardProps) {
  const { platform, status, isOutsidePlan, headingRef } = props;
  const name = platformName(platform, status.network);
  const state = stateInWords(status);
  return (
    <Paper component="article" withBorder p="md" aria-labelledby={`platform-${platform}`}>
      <Stack gap="xs" h="100%">
        <Group gap="xs" wrap="nowrap">
          <PlatformGlyph platform={platform} />
          <Title order={2} size="h5" id={`platform-${platform}`} ref={headingRef} tabIndex={-1}>
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            {platform}
          </Text>
        </Group>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <StateMark tone={state.tone} />
          <Text>{state.words}</Text>
        </Group>
        {status.state !== 'not_connected' ? <ConnectionFacts status={status} /> : null}
        <Advice status={status} isOutsidePlan={isOutsidePlan} />
        <CardActions {...props} name={name} />
      </Stack>
    </Paper>
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

function Advice({ status, isOutsidePlan }: { status: ConnectionStatus; isOutsidePlan: boolean }) {
  const advice = adviceOn(status, isOutsidePlan);
  return advice ? (
    <Text size="sm" c="dimmed">
      {advice}
    </Text>
  ) : null;
}

function CardActions(props: ConnectionCardProps & { name: string }) {
  const { platform, status, name, profileId, onPaste, onDisconnect } = props;
  const isLinked = status.state !== 'not_connected';
  const canConnect = status.configured && (!isLinked || needsAttention(status));
  const verb = isLinked ? 'Reconnect' : 'Connect';
  const look = { variant: isLinked ? 'filled' : 'default', size: 'xs', 'aria-label': `${verb} ${name}` };
  return (
    <Group gap="xs" mt="auto" pt={4}>
      {canConnect && onPaste ? (
        <Button {...look} onClick={onPaste}>
          {verb}
        </Button>
      ) : null}
      {canConnect && !onPaste ? (
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
