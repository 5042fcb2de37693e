import type { Schema } from '@social/types';
import { isoNow } from '../../clock.ts';
import { requireEveryProfile } from '../../services/access/rights.ts';
import type { EndpointWithSecret } from '../../services/webhooks/endpoints.ts';
import type { Principal } from '../callers/principal.ts';
import type { HandlersOf } from '../operations/operation-types.ts';
import type { Services } from '../operations/services.ts';
import { presentDelivery, presentEndpoint } from '../presenters/present-webhooks.ts';

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
      const found = await endpoints.list(workspaceOf(principal));
      return { status: 200, body: { endpoints: found.map((row) => presentEndpoint(row, isoNow(clock))) } };
    },

    async createWebhookEndpoint({ body, principal }) {
      return { status: 201, body: withSecret(await endpoints.create(workspaceOf(principal), body)) };
    },

    async getWebhookEndpoint({ path, principal }) {
      const endpoint = await endpoints.require(workspaceOf(principal), path.endpointId);
      return { status: 200, body: presentEndpoint(endpoint, isoNow(clock)) };
    },

    async updateWebhookEndpoint({ path, body, principal }) {
      const endpoint = await endpoints.update(workspaceOf(principal), path.endpointId, body);
      return { status: 200, body: presentEndpoint(endpoint, isoNow(clock)) };
    },

    async deleteWebhookEndpoint({ path, principal }) {
      await endpoints.remove(workspaceOf(principal), path.endpointId);
      return { status: 200, body: { ok: true } };
    },

    async listWebhookDeliveries({ path, query, principal }) {
      const page = await deliveries.list(workspaceOf(principal), path.endpointId, query);
      return { status: 200, body: { ...page, deliveries: page.deliveries.map(presentDelivery) } };
    },

    async resendWebhookDelivery({ path, principal }) {
      const delivery = await deliveries.resend(workspaceOf(principal), path.endpointId, path.deliveryId);
      return { status: 200, body: presentDelivery(delivery) };
    },

    async testWebhookEndpoint({ path, principal }) {
      return { status: 200, body: presentDelivery(await deliveries.test(workspaceOf(principal), path.endpointId)) };
    },

    async rotateWebhookSecret({ path, body, principal }) {
      const hours = body?.previousValidHours ?? PREVIOUS_VALID_HOURS;
      return { status: 200, body: withSecret(await endpoints.rotate(workspaceOf(principal), path.endpointId, hours)) };
    },

    async listWebhookEvents({ query, principal, http }) {
      const { after, limit = EVENTS, waitSeconds = 0 } = query;
      const question = { after, limit, waitMs: waitSeconds * 1_000, isAllowed: http.isStillAllowed };
      const { events, last } = await reader.read(principal, question);
      return { status: 200, body: { events: events.map((body) => JSON.parse(body) as Schema<'WebhookEvent'>), last } };
    },
  };
}

/** Workspace of a caller that may see all of it: an endpoint receives the events of every profile. */
function workspaceOf({ workspaceId, rights }: Principal): string {
  requireEveryProfile(rights, 'a webhook endpoint');
  return workspaceId;
}
