import { Code, Skeleton, Text } from '@mantine/core';
import { isPlatformId, platformName, type Schema } from '@social/types';
import { accountInWords, type ConnectionStatus, type Connections } from '../../shared/connections/connections.ts';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { Notice } from '../../ui/notices/notice.tsx';

interface ResultNoticeProps {
  /** Platform that the address names as just connected; ignored when it is not connected. */
  connected: string | null;
  /** Set when a command waits for the connection. */
  isForCommand: boolean;
  /** What was done on this page, in a sentence; null for a connection, and before anything was done. */
  said: string | null;
  /** The profile's connections; undefined while they load. */
  connections: Connections | undefined;
  profile: Schema<'Profile'>;
}

/** Says how the user's last action ended. */
export function ResultNotice({ connected, isForCommand, said, connections, profile }: ResultNoticeProps) {
  if (said) return <Notice tone="ok" title={said} />;
  if (!connected || !isPlatformId(connected)) return null;
  // The notice keeps its place, so that nothing below moves when the answer arrives.
  if (!connections) return <Notice tone="neutral" title="Reading…" />;
  const connectedAt = (account: ConnectionStatus) => account.connectedAt ?? '';
  const accounts = connections[connected]?.accounts ?? [];
  const status = accounts.toSorted((one, other) => (connectedAt(one) < connectedAt(other) ? 1 : -1))[0];
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
  const isBroken = ({ state }: ConnectionStatus) => state === 'needs_reconnect';
  const broken = all.filter(({ accounts }) => accounts.some(isBroken)).length;
  const connected = all.filter(({ accounts }) => accounts.length > 0 && !accounts.some(isBroken)).length;
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
