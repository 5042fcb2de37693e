import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { sentence } from '../../api/failures.ts';
import { Row, Rows } from '../../ui/parts/rows.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { Moment } from '../../ui/values/moment.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { EndpointState, kindsInWords } from './endpoint-state.tsx';
import { type Endpoint, useDeliveries } from './webhooks.ts';

/** Every endpoint with its state and its last delivery. */
export function EndpointList({ endpoints }: { endpoints: readonly Endpoint[] }) {
  return (
    <Rows label="Webhooks">
      {endpoints.map((endpoint) => (
        <EndpointRow key={endpoint.id} endpoint={endpoint} />
      ))}
    </Rows>
  );
}

function EndpointRow({ endpoint }: { endpoint: Endpoint }) {
  const { id, url, description, statusReason } = endpoint;
  return (
    <Row>
      <Stack gap={4}>
        <Anchor component={Link} href={`/webhooks/${id}`} fw={600} c="var(--mantine-color-text)" size="sm">
          {url}
        </Anchor>
        {description ? <Text size="sm">{description}</Text> : null}
        <Hint>{kindsInWords(endpoint)}</Hint>
        {statusReason ? <Hint>{sentence(statusReason)}</Hint> : null}
      </Stack>
      <Stack gap={4}>
        <EndpointState endpoint={endpoint} />
        <LastDelivery endpointId={id} />
      </Stack>
    </Row>
  );
}

function LastDelivery({ endpointId }: { endpointId: string }) {
  const reading = useDeliveries(endpointId, 1);
  const last = reading.data?.deliveries[0];
  if (!reading.data) return null;
  if (!last) return <Hint>Nothing was sent yet</Hint>;
  return (
    <Group gap="xs">
      <DeliveryState delivery={last} />
      <Hint>
        <Moment at={last.lastTry?.at ?? last.createdAt} as="distance" />
      </Hint>
    </Group>
  );
}
