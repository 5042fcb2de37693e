import type { ReactNode } from 'react';
import { Moment } from '../../ui/moment.tsx';
import type { ConnectionStatus } from './connections.ts';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What is known about an existing connection, as a list of names and values. */
export function ConnectionFacts({ status }: { status: ConnectionStatus }) {
  const { connectedAt, expiresAt, missingScopes, state } = status;
  return (
    <dl className="facts">
      {connectedAt ? (
        <Fact name="Since">
          <Moment at={connectedAt} as="date" />
        </Fact>
      ) : null}
      {state === 'connected' ? (
        <Fact name="Expires">{expiresAt ? <Moment at={expiresAt} as="distance" /> : 'never, renews itself'}</Fact>
      ) : null}
      {missingScopes.length > 0 ? (
        <Fact name="Missing">
          <code>{missingScopes.join(', ')}</code>
        </Fact>
      ) : null}
    </dl>
  );
}
