import type { Schema } from '@social/types';
import type { LastTry, WebhookDeliveryRow } from '../../store/webhooks/webhook-deliveries.ts';
import { kindsOf, type WebhookEndpointRow } from '../../store/webhooks/webhook-endpoints.ts';

/** @param now ISO 8601 */
export function presentEndpoint(row: WebhookEndpointRow, now: string): Schema<'WebhookEndpoint'> {
  const kinds = kindsOf(row);
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    kinds: kinds && [...kinds],
    status: row.status,
    statusReason: row.status_reason,
    secretPreview: row.secret_preview,
    previousSecretUntil: row.previous_until !== null && row.previous_until > now ? row.previous_until : null,
    failingSince: row.failing_since,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function presentDelivery(row: WebhookDeliveryRow): Schema<'WebhookDelivery'> {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    kind: row.kind,
    number: row.number,
    status: row.state,
    tries: row.tries,
    createdAt: row.created_at,
    nextTryAt: row.state === 'pending' ? row.due_at : null,
    lastTry: row.last_try === null ? null : presentTry(JSON.parse(row.last_try) as LastTry),
  };
}

function presentTry({ at, status, milliseconds, error, answer }: LastTry) {
  return { at, status, milliseconds, error, answer };
}
