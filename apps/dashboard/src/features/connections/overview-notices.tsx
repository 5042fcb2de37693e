import { Code, Skeleton, Text } from '@mantine/core';
import { isPlatformId, platformName } from '@social/types';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Profile } from '../profiles/profiles.ts';
import { accountInWords, type ConnectionStatus } from './connections.ts';

type Connections = Readonly<Record<string, ConnectionStatus>>;

interface ResultNoticeProps {
  /** Platform that the address says was connected; believed only when it is. */
  connected: string | null;
  /** A command waits for the connection. */
  isForCommand: boolean;
  /** Name of the platform that was disconnected on this page. */
  disconnected: string | null;
  /** Undefined while they are being read. */
  connections: Connections | undefined;
  profile: Profile;
}

/** The result of what the user did last. */
export function ResultNotice({ connected, isForCommand, disconnected, connections, profile }: ResultNoticeProps) {
  if (disconnected) {
    return <Notice tone="ok" title={`${disconnected} is disconnected from the profile ${profile.name}.`} />;
  }
  if (!connected || !isPlatformId(connected)) return null;
  // Holds the place, so that nothing below moves when the answer arrives.
  if (!connections) return <Notice tone="neutral" title="Reading…" />;
  const status = connections[connected];
  if (!status?.connected) return null;
  const name = platformName(connected, status.network);
  const account = accountInWords(status);
  return (
    <Notice tone="ok" title={`${name} is connected as ${account} to the profile ${profile.name}.`}>
      {isForCommand ? <Text size="sm">You can go back to the terminal: the command goes on there.</Text> : null}
    </Notice>
  );
}

/** How many platforms are connected; while none is, what to do first. */
export function OverviewSummary({ connections }: { connections: Connections | undefined }) {
  if (!connections) return <Skeleton h={24} maw="20rem" />;
  const all = Object.values(connections);
  const connected = all.filter((status) => status.state === 'connected').length;
  const broken = all.filter((status) => status.state === 'needs_reconnect').length;
  if (connected + broken > 0) {
    return (
      <Text c="dimmed">
        {connected} of {all.length} platforms connected
        {broken > 0 ? `; ${broken} ${broken === 1 ? 'needs' : 'need'} reconnecting` : ''}.
      </Text>
    );
  }
  const isMostlyConfigured = all.filter(({ configured }) => configured).length > all.length / 2;
  return (
    <EmptyState title="Nothing is connected yet.">
      {isMostlyConfigured ? (
        <>
          Choose a platform and press Connect: the network asks for your consent, then brings you back here. After that
          you can write your first post.
        </>
      ) : (
        <>
          Most networks need credentials of their own first: the cards below name them. To try everything without any,
          start the server with <Code>--sandbox</Code>.
        </>
      )}
    </EmptyState>
  );
}
