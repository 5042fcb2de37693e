import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLocation } from 'wouter';
import { CreateEndpointDialog } from '../../../features/webhooks/create-endpoint-dialog.tsx';
import { EndpointList } from '../../../features/webhooks/endpoint-list.tsx';
import { NoEndpoints } from '../../../features/webhooks/no-endpoints.tsx';
import { useEndpoints } from '../../../features/webhooks/webhooks.ts';
import { ReadFailure } from '../../../ui/notices/failure-notice.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { WaitingRows } from '../../../ui/parts/rows.tsx';

/** The webhook endpoints of the workspace. */
export default function WebhooksPage() {
  const endpoints = useEndpoints();
  const [isCreating, creation] = useDisclosure(false);
  const [, navigate] = useLocation();
  const isEmpty = endpoints.data?.length === 0;
  return (
    <Page heading="Webhooks" beside={isEmpty ? null : <Button onClick={creation.open}>New webhook</Button>}>
      <ReadFailure title="The webhooks could not be read" query={endpoints} />
      {endpoints.isPending ? <WaitingRows count={2} height={92} /> : null}
      {isEmpty ? <NoEndpoints onCreate={creation.open} /> : null}
      {endpoints.data && !isEmpty ? <EndpointList endpoints={endpoints.data} /> : null}
      <CreateEndpointDialog
        isOpen={isCreating}
        onClose={creation.close}
        onDone={({ id }) => navigate(`/webhooks/${id}`)}
      />
    </Page>
  );
}
