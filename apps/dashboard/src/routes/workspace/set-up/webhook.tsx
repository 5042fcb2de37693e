import { Skeleton } from '@mantine/core';
import { useLocation } from 'wouter';
import { failureCode } from '../../../api/failures.ts';
import { DeliveryList } from '../../../features/webhooks/delivery-list.tsx';
import { EndpointActions } from '../../../features/webhooks/endpoint-actions.tsx';
import { EndpointFacts } from '../../../features/webhooks/endpoint-facts.tsx';
import { useEndpoint } from '../../../features/webhooks/webhooks.ts';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { ReadFailure } from '../../../ui/notices/failure-notice.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { LinkButton, SmallLink } from '../../../ui/parts/links.tsx';

/** One webhook endpoint with its deliveries. */
export default function WebhookPage({ id }: { id: string }) {
  const endpoint = useEndpoint(id);
  const [, navigate] = useLocation();
  const isAbsent = failureCode(endpoint.error) === 'not_found';
  return (
    <Page heading="Webhook" beside={<SmallLink href="/webhooks">All webhooks</SmallLink>}>
      {endpoint.isPending ? <Skeleton h={420} /> : null}
      {isAbsent ? (
        <EmptyState
          drawing="lost"
          title="There is no such webhook"
          action={<LinkButton href="/webhooks">See all webhooks</LinkButton>}
        >
          It may be deleted, or belong to another account.
        </EmptyState>
      ) : (
        <ReadFailure title="The webhook could not be read" query={endpoint} />
      )}
      {endpoint.data && !isAbsent ? (
        <>
          <EndpointFacts endpoint={endpoint.data} />
          <EndpointActions endpoint={endpoint.data} onDeleted={() => navigate('/webhooks')} />
          <DeliveryList endpoint={endpoint.data} />
        </>
      ) : null}
    </Page>
  );
}
