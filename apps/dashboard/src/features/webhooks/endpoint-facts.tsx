import { Text } from '@mantine/core';
import { sentence } from '../../api/failures.ts';
import { Notice } from '../../ui/notices/notice.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { Moment } from '../../ui/values/moment.tsx';
import { EndpointState, kindsInWords } from './endpoint-state.tsx';
import type { Endpoint } from './webhooks.ts';

/** An endpoint's address, kinds, state and secret. */
export function EndpointFacts({ endpoint }: { endpoint: Endpoint }) {
  const { url, description, statusReason, status, secretPreview, previousSecretUntil, failingSince } = endpoint;
  return (
    <>
      {statusReason ? (
        <Notice tone={status === 'paused' ? 'problem' : 'neutral'} title={status === 'paused' ? 'Paused' : 'Off'}>
          <Text size="sm">{sentence(statusReason)}</Text>
        </Notice>
      ) : null}
      <Facts
        facts={[
          ['Address', url],
          ['For', description],
          ['Events', kindsInWords(endpoint)],
          ['State', <EndpointState key="state" endpoint={endpoint} />],
          ['Failing since', failingSince ? <Moment key="failing" at={failingSince} as="time" /> : null],
          ['Secret', `ends in ${secretPreview}`],
          [
            'Previous secret',
            previousSecretUntil ? (
              <>
                signs too until <Moment key="until" at={previousSecretUntil} as="time" />
              </>
            ) : null,
          ],
          ['Created', <Moment key="created" at={endpoint.createdAt} as="time" />],
        ]}
      />
    </>
  );
}
