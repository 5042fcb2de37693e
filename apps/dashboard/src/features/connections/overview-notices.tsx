import { Code, Skeleton, Text } from '@mantine/core';
import { isPlatformId, platformName, type Schema } from '@social/types';
import { accountInWords, type Connections } from '../../shared/connections/connections.ts';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { Notice } from '../../ui/notices/notice.tsx';

interface ResultNoticeProps {
  /** Platform that the address names as just connected; ignored when it is not connected. */
  connected: string | null;
  /** Set when a command waits for the connection. */
  isForCommand: boolean;
  /** Name of the platform that was disconnected on this page. */
  disconnected: string | null;
  /** The profile's connections; undefined while they load. */
  connections: Connections | undefined;
  profile: Schema<'Profile'>;
}

/** Says how the user's last action ended. */
export function ResultNotice({ connected, isForCommand, disconnected, connections, profile }: ResultNoticeProps) {
  if (disconnected) {
    return <Notice tone="ok" title={`${disconnected} is disconnected from the profile ${profile.name}.`} />;
  }
  if (!connected || !isPlatformId(connected)) return null;
  // The notice keeps its place, so that nothing below moves when the answer arrives.
  if (!connections) return <Notice tone="neutral" title="Reading…" />;
  const status = connections[connected];
  if (!status?.connected) return null;
  const name = platformName(connected, status.network);
  const account = accountInWords(status);
  return (
    <Notice tone="ok" title={`${name} is connected as ${account} to the profile ${profile.name}.`}>
      {isForCommand ? <Text size="sm">You can go back to the terminal: the command continues there.</Text> : null}
    </Notice>
  );
}

/** Counts the connected networks, or says what to do first when there is no connection. */
export function OverviewSummary({ connections }: { connections: Connections | undefined }) {
  if (!connections) return <Skeleton h={24} maw="20rem" />;
  const all = Object.values(connections);
  const connected = all.filter((status) => status.state === 'connected').length;
  const broken = all.filter((status) => status.state === 'needs_reconnect').length;
  if (connected + broken > 0) {
    return (
      <Text c="dimmed">
        {connected} of {all.length} networks connected
        {broken > 0 ? `; ${broken} ${broken === 1 ? 'needs' : 'need'} reconnecting` : ''}.
      </Text>
    );
  }
  const isMostlyConfigured = all.filter(({ configured }) => configured).length > all.length / 2;
  return (
    <EmptyState drawing="accounts" title="Nothing is connected yet.">
      {isMostlyConfigured ? (
        <>
          Choose a network and press Connect: it asks for your consent, then brings you back here. After that you can
          write your first post.
        </>
      ) : (
        <>
          Most networks need credentials first, which the cards below name. To try everything without credentials, start
          the server with <Code>--sandbox</Code>.
        </>
      )}
    </EmptyState>
  );
}
