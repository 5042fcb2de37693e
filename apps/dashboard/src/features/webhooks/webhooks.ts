import type { operations, Schema } from '@social/types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';

export type Endpoint = Schema<'WebhookEndpoint'>;
export type Delivery = Schema<'WebhookDelivery'>;
export type WebhookKind = Schema<'WebhookKind'>;

/** An endpoint as it is asked for. */
export type WantedEndpoint = operations['createWebhookEndpoint']['requestBody']['content']['application/json'];

type EndpointChange = operations['updateWebhookEndpoint']['requestBody']['content']['application/json'];

const ENDPOINTS = '/api/webhook-endpoints';
/** The server reports no changes of deliveries. */
const READ_AGAIN_MS = 5_000;
/** Deliveries that are listed. */
const LISTED = 50;

/** Every webhook endpoint of the workspace, each of which the server may pause at any time. */
export function useEndpoints() {
  return api.useQuery('get', ENDPOINTS, {}, { select: ({ endpoints }) => endpoints, refetchInterval: READ_AGAIN_MS });
}

/** One endpoint. */
export function useEndpoint(endpointId: string) {
  const params = { path: { endpointId } };
  return api.useQuery('get', '/api/webhook-endpoints/{endpointId}', { params }, { refetchInterval: READ_AGAIN_MS });
}

/** The newest deliveries to an endpoint. @param limit 1 for the last one */
export function useDeliveries(endpointId: string, limit = LISTED) {
  return api.useQuery(
    'get',
    '/api/webhook-endpoints/{endpointId}/deliveries',
    { params: { path: { endpointId }, query: { limit } } },
    { refetchInterval: READ_AGAIN_MS },
  );
}

/** Creates an endpoint. Only `onCreated` receives the secret, because a mutation would keep its result in a cache. */
export function useCreateEndpoint(onCreated: (created: Schema<'NewWebhookEndpoint'>) => void) {
  return useChange(
    async (wanted: WantedEndpoint) => onCreated(await client.webhookEndpoints.createWebhookEndpoint(wanted)),
    ENDPOINTS,
  );
}

/** Replaces the secret. The previous one signs too for a day, or ends at once. Only `onRotated` receives the new one. */
export function useRotateSecret(endpointId: string, onRotated: (rotated: Schema<'NewWebhookEndpoint'>) => void) {
  return useChange(
    async (previousValidHours: number) =>
      onRotated(await client.webhookEndpoints.rotateWebhookSecret({ endpointId, previousValidHours })),
    ENDPOINTS,
  );
}

/** Changes the address, the kinds or the description, or switches it off and on. */
export function useChangeEndpoint(endpointId: string) {
  return useChange(
    (change: EndpointChange) => client.webhookEndpoints.updateWebhookEndpoint({ endpointId, ...change }),
    ENDPOINTS,
  );
}

/** Sends a test event and waits for the answer. */
export function useTestEndpoint(endpointId: string) {
  return useChange(() => client.webhookEndpoints.testWebhookEndpoint({ endpointId }), ENDPOINTS);
}

/** Sends a delivery again and waits for the answer. */
export function useResend({ endpointId, id: deliveryId }: Delivery) {
  return useChange(
    () => client.webhookEndpoints.resendWebhookDelivery({ endpointId, deliveryId }),
    '/api/webhook-endpoints/{endpointId}',
  );
}

/** Deletes an endpoint with its deliveries. Nothing of it is read again, and the list forgets it at once. */
export function useDeleteEndpoint(endpointId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.webhookEndpoints.deleteWebhookEndpoint({ endpointId }),
    onSuccess: () =>
      queries.setQueryData<Schema<'WebhookEndpointList'>>(
        api.queryOptions('get', ENDPOINTS, {}).queryKey,
        (list) => list && { endpoints: list.endpoints.filter(({ id }) => id !== endpointId) },
      ),
  });
}
