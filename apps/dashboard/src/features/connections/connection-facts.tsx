import { Code } from '@mantine/core';
import { Moment } from '../../ui/moment.tsx';
import classes from './connection-facts.module.css';
import type { ConnectionStatus } from './connections.ts';

/** What is known about an existing connection, as a list of names and values. */
export function ConnectionFacts({ status }: { status: ConnectionStatus }) {
  const { connectedAt, expiresAt, missingScopes, state } = status;
  return (
    <dl className={classes['facts']}>
      {connectedAt ? (
        <>
          <dt>Since</dt>
          <dd>
            <Moment at={connectedAt} as="date" />
          </dd>
        </>
      ) : null}
      {state === 'connected' ? (
        <>
          <dt>Expires</dt>
          <dd>{expiresAt ? <Moment at={expiresAt} as="distance" /> : 'never, renews itself'}</dd>
        </>
      ) : null}
      {missingScopes.length > 0 ? (
        <>
          <dt>Missing</dt>
          <dd>
            <Code>{missingScopes.join(', ')}</Code>
          </dd>
        </>
      ) : null}
    </dl>
  );
}
