import type { Schema } from '@social/types';
import { isoNow } from '../../clock.ts';
import type { EndpointWithSecret } from '../../services/webhooks/endpoints.ts';
import type { HandlersOf } from '../operations/operation-types.ts';
import type { Services } from '../operations/services.ts';
import { presentDelivery, presentEndpoint } from '../replies/present-webhooks.ts';

const PREVIOUS_VALID_HOURS = 24;
const EVENTS = 20;

/** Webhook endpoints of a workspace, their deliveries, and the events for readers. */
export function webhookEndpointRoutes({
  clock,
  webhooks: { endpoints, deliveries, reader },
}: Pick<Services, 'clock' | 'webhooks'>): HandlersOf<'webhookEndpoints'> {
  const withSecret = ({ endpoint, secret }: EndpointWithSecret) => ({
    endpoint: presentEndpoint(endpoint, isoNow(clock)),
    secret,
  });
  return {
    async listWebhookEndpoints({ principal }) {
      const found = await endpoints.list(principal.workspaceId);
      return { status: 200, body: { endpoints: found.map((row) => presentEndpoint(row, isoNow(clock))) } };
    },

    async createWebhookEndpoint({ body, principal }) {
      return { status: 201, body: withSecret(await endpoints.create(principal.workspaceId, body)) };
    },

    async getWebhookEndpoint({ path, principal }) {
      const endpoint = await endpoints.require(principal.workspaceId, path.id);
      return { status: 200, body: presentEndpoint(endpoint, isoNow(clock)) };
    },

    async updateWebhookEndpoint({ path, body, principal }) {
      const endpoint = await endpoints.update(principal.workspaceId, path.id, body);
      return { status: 200, body: presentEndpoint(endpoint, isoNow(clock)) };
    },

    async deleteWebhookEndpoint({ path, principal }) {
      await endpoints.remove(principal.workspaceId, path.id);
      return { status: 200, body: { ok: true } };
    },

    async listWebhookDeliveries({ path, query, principal }) {
      const page = await deliveries.list(principal.workspaceId, path.id, query);
      return { status: 200, body: { ...page, deliveries: page.deliveries.map(presentDelivery) } };
    },

    async resendWebhookDelivery({ path, principal }) {
      const delivery = await deliveries.resend(principal.workspaceId, path.id, path.deliveryId);
      return { status: 200, body: presentDelivery(delivery) };
    },

    async testWebhookEndpoint({ path, principal }) {
      return { status: 200, body: presentDelivery(await deliveries.test(principal.workspaceId, path.id)) };
    },

    async rotateWebhookSecret({ path, body, principal }) {
      const hours = body?.previousValidHours ?? PREVIOUS_VALID_HOURS;
      return { status: 200, body: withSecret(await endpoints.rotate(principal.workspaceId, path.id, hours)) };
    },

    async listWebhookEvents({ query, principal }) {
      const { after, limit = EVENTS, waitSeconds = 0 } = query;
      const question = { after, limit, waitMs: waitSeconds * 1_000 };
      const { events, last } = await reader.read(principal.workspaceId, question);
      return { status: 200, body: { events: events.map((body) => JSON.parse(body) as Schema<'WebhookEvent'>), last } };
    },
  };
}
