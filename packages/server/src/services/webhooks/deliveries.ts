import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { isUuid, newId } from '../../ids.ts';
import { fillPage, inPieces } from '../../store/pages.ts';
import type { Database } from '../../store/schema.ts';
import {
  claimAgain,
  findDelivery,
  insertDelivery,
  listDeliveries,
  type WebhookDeliveryRow,
} from '../../store/webhooks/webhook-deliveries.ts';
import type { Worker } from '../workers/worker.ts';
import type { WebhookEndpoints } from './endpoints.ts';
import type { SendDelivery } from './send-delivery.ts';

const DEFAULT_PAGE = 50;

/** Makes the service for the deliveries of an endpoint: list them, send one again, send a test. */
export function createWebhookDeliveries(deps: {
  db: Database;
  clock: Clock;
  worker: Worker;
  endpoints: Pick<WebhookEndpoints, 'require'>;
  sendDelivery: SendDelivery;
}) {
  const { db, clock, worker, endpoints } = deps;

  /** @throws AppError conflict, not_found */
  async function send(delivery: WebhookDeliveryRow): Promise<WebhookDeliveryRow> {
    const sent = await deps.sendDelivery(delivery);
    if (sent) return sent;
    throw new AppError('not_found', 'The webhook endpoint was deleted meanwhile');
  }

  return {
    /** Lists a page of deliveries, newest first, with the cursor of the next page. @throws AppError not_found, invalid_request */
    async list(
      workspaceId: string,
      endpointId: string,
      page: {
        readonly limit?: number | undefined;
        readonly cursor?: string | undefined;
        readonly status?: WebhookDeliveryRow['state'] | undefined;
      },
    ) {
      const endpoint = await endpoints.require(workspaceId, endpointId);
      const { limit = DEFAULT_PAGE, cursor, status = null } = page;
      if (cursor !== undefined && !isUuid(cursor)) {
        throw new AppError('invalid_request', 'cursor: is not the nextCursor of an answer; leave it out to begin');
      }
      const before = cursor?.toLowerCase() ?? null;
      const { rows: deliveries, hasMore } = await fillPage<WebhookDeliveryRow>(
        limit,
        inPieces(limit, (count, after) =>
          listDeliveries(db, endpoint.id, { limit: count, before: after?.id ?? before, state: status }),
        ),
      );
      return { deliveries, nextCursor: hasMore ? (deliveries.at(-1)?.id ?? null) : null };
    },

    /** Sends a delivery again now, the same body with the same id. @throws AppError not_found, conflict */
    async resend(workspaceId: string, endpointId: string, id: string): Promise<WebhookDeliveryRow> {
      const endpoint = await endpoints.require(workspaceId, endpointId);
      const known = isUuid(id) ? await findDelivery(db, endpoint.id, id.toLowerCase()) : undefined;
      if (!known) {
        const message = 'There is no delivery with this id at this endpoint; old deliveries are deleted';
        throw new AppError('not_found', message);
      }
      if (endpoint.status !== 'active' && known.number !== null) {
        const message = `Nothing is sent to this endpoint, since ${endpoint.status_reason}`;
        throw new AppError('conflict', message, { details: { status: endpoint.status } });
      }
      const claim = { workerId: worker.id, now: isoNow(clock) };
      const claimed = await claimAgain(db, { id: known.id, endpointId: endpoint.id }, claim);
      if (!claimed) throw new AppError('conflict', 'The delivery is being sent now; look at it again in a moment');
      return send(claimed);
    },

    /** Sends a test event to an endpoint, once. @throws AppError not_found */
    async test(workspaceId: string, endpointId: string): Promise<WebhookDeliveryRow> {
      const endpoint = await endpoints.require(workspaceId, endpointId);
      const at = isoNow(clock);
      const event = { id: newId(), type: 'webhook.test', timestamp: at, number: null };
      const delivery: WebhookDeliveryRow = {
        ...{ id: newId(), workspace_id: workspaceId, endpoint_id: endpoint.id, event_id: event.id, number: null },
        ...{ kind: event.type, body: JSON.stringify({ ...event, data: { endpointId: endpoint.id } }) },
        ...{ state: 'pending', tries: 0, round: 0, due_at: at, worker_id: worker.id, last_try: null, created_at: at },
      };
      await insertDelivery(db, delivery);
      return send(delivery);
    },
  };
}
