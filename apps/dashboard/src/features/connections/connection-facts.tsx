import { Code } from '@mantine/core';
import type { ConnectionStatus } from '../../shared/connections/connections.ts';
import { Facts } from '../../ui/parts/facts.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { Moment } from '../../ui/values/moment.tsx';

/** Since when an account is connected, until when, and which permissions are missing. */
export function ConnectionFacts({
  status: { connectedAt, expiresAt, missingScopes, state },
  name,
}: {
  status: ConnectionStatus;
  /** Short name of the account, where the platform has others. */
  name?: string;
}) {
  const expiry = expiresAt ? <Moment at={expiresAt} as="distance" /> : 'never, renews itself';
  return (
    <Facts
      facts={[
        ['Name', name && <Code>{name}</Code>],
        ['Since', connectedAt && <Moment at={connectedAt} as="date" />],
        ['Expires', state === 'connected' && expiry],
        ['Missing', missingScopes.length > 0 && <Code>{missingScopes.join(', ')}</Code>],
      ]}
    />
  );
}

/** Says what to do about a connection; nothing where all is well. */
export function ConnectionAdvice({ status }: { status: ConnectionStatus }) {
  const advice = adviceOn(status);
  return advice === undefined ? null : <Hint>{advice}</Hint>;
}

function adviceOn(status: ConnectionStatus): string | undefined {
  if (status.state === 'needs_reconnect') {
    return 'The network no longer accepts this connection. Posts to it fail until you reconnect.';
  }
  if (status.warning) return `${status.warning.charAt(0).toUpperCase()}${status.warning.slice(1)}.`;
  if (status.missingScopes.length > 0) {
    return 'Some actions will fail. Reconnect and allow everything the network asks for.';
  }
  return undefined;
}
