import { Anchor, Button, Collapse, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { FailureNotice, ReadFailure } from '../../ui/notices/failure-notice.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Example } from '../../ui/parts/example.tsx';
import { Row, Rows, WaitingRows } from '../../ui/parts/rows.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { Moment } from '../../ui/values/moment.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { type Delivery, type Endpoint, useDeliveries, useResend } from './webhooks.ts';

/** The newest deliveries to an endpoint, with what it answered. */
export function DeliveryList({ endpoint }: { endpoint: Endpoint }) {
  const reading = useDeliveries(endpoint.id);
  const deliveries = reading.data?.deliveries ?? [];
  return (
    <Section title="Deliveries">
      <ReadFailure title="The deliveries could not be read" query={reading} />
      {reading.isPending ? <WaitingRows count={3} height={68} /> : null}
      {reading.data && deliveries.length === 0 ? (
        <Text size="sm">Nothing was sent yet. A test shows at once whether the receiver answers.</Text>
      ) : null}
      {deliveries.length > 0 ? (
        <Rows label="Deliveries">
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} canResend={endpoint.status === 'active'} />
          ))}
        </Rows>
      ) : null}
      {reading.data?.nextCursor ? <Hint>These are the newest; older ones: social webhooks deliveries.</Hint> : null}
    </Section>
  );
}

function DeliveryRow({ delivery, canResend }: { delivery: Delivery; canResend: boolean }) {
  const { kind, number, tries, lastTry, nextTryAt, createdAt } = delivery;
  const resending = useResend(delivery);
  const isTest = kind === 'webhook.test';
  const label = `${kind}${number === null ? '' : ` ${number}`}`;
  return (
    <Row>
      <Stack gap={4}>
        <Group gap="sm">
          <Text size="sm" fw={600}>
            {label}
          </Text>
          <DeliveryState delivery={delivery} />
        </Group>
        <Group gap="0.25rem 1rem">
          <Hint>
            <Moment at={lastTry?.at ?? createdAt} as="second" />
          </Hint>
          <Hint>{tries === 1 ? '1 try' : `${tries} tries`}</Hint>
          {lastTry ? <Hint>{lastTry.milliseconds} ms</Hint> : null}
          {nextTryAt ? (
            <Hint>
              Next try <Moment at={nextTryAt} as="distance" />
            </Hint>
          ) : null}
        </Group>
        {lastTry ? <Answer lastTry={lastTry} label={label} /> : null}
        <FailureNotice
          title="Not sent again"
          error={resending.error}
          effect="The delivery is as it was."
          uncertain="It may have been sent again."
        />
      </Stack>
      {isTest || !canResend ? null : (
        <Button variant="default" size="xs" loading={resending.isPending} onClick={() => resending.mutate()}>
          Send again<VisuallyHidden> {label}</VisuallyHidden>
        </Button>
      )}
    </Row>
  );
}

/** The receiver's answer, with its beginning on demand. */
function Answer({ lastTry, label }: { lastTry: NonNullable<Delivery['lastTry']>; label: string }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const id = useId();
  const { status, error, answer } = lastTry;
  return (
    <div>
      <Text size="sm">{error === null ? `It answered ${status}.` : `Not received: ${error}`}</Text>
      {answer ? (
        <>
          <Anchor component="button" type="button" size="sm" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
            Show the answer<VisuallyHidden> to {label}</VisuallyHidden>
          </Anchor>
          <Collapse expanded={isOpen} id={id} transitionDuration={0} keepMounted={false}>
            <Example>{answer}</Example>
          </Collapse>
        </>
      ) : null}
    </div>
  );
}
