import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { isUuid, newId } from '../../ids.ts';
import type { ReceiverPolicy } from '../../media/fetch/receiver-address.ts';
import type { Keyring } from '../../secrets.ts';
import { getWorkspace } from '../../store/accounts/workspaces.ts';
import { appendActivity } from '../../store/activity-log.ts';
import { inLockedWorkspace } from '../../store/database/locks.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { cancelDeliveries } from '../../store/webhooks/webhook-deliveries.ts';
import {
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  syncEventKinds,
  updateEndpoint,
  type WebhookEndpointRow,
} from '../../store/webhooks/webhook-endpoints.ts';
import type { WebhookKind } from '../../store/webhooks/webhook-events.ts';
import { endpointActivity } from './endpoint-activity.ts';
import { endpointSecretPlace, makeSecret, openSecrets } from './endpoint-secrets.ts';

const MAX_ENDPOINTS = 20;
const HOUR_MS = 3_600_000;
const SWITCHED_OFF = 'it was switched off by hand; switch it on with the status active';

/** Settings of an endpoint that its user chooses. */
export interface EndpointSettings {
  readonly url: string;
  readonly kinds?: readonly WebhookKind[] | undefined;
  readonly description?: string | undefined;
}

/** Changes of an endpoint. */
export interface EndpointChange {
  readonly url?: string | undefined;
  /** Kinds to send; null for every kind. */
  readonly kinds?: readonly WebhookKind[] | null | undefined;
  readonly description?: string | null | undefined;
  readonly status?: 'active' | 'disabled' | undefined;
}

/** An endpoint with its new secret, which nobody gets again. */
export interface EndpointWithSecret {
  readonly endpoint: WebhookEndpointRow;
  readonly secret: string;
}

export type WebhookEndpoints = ReturnType<typeof createWebhookEndpoints>;

/** Makes the service for webhook endpoints: addresses that receive events, each with a secret that signs what is sent. */
export function createWebhookEndpoints(deps: {
  db: Database;
  clock: Clock;
  keyring: Keyring;
  receivers: Pick<ReceiverPolicy, 'problemOf'>;
}) {
  const { db, clock, keyring } = deps;

  /** @throws AppError not_found */
  async function require(workspaceId: string, id: string, from: Queryable = db): Promise<WebhookEndpointRow> {
    const found = isUuid(id) ? await findEndpoint(from, workspaceId, id.toLowerCase()) : undefined;
    if (found) return found;
    throw new AppError(
      'not_found',
      'There is no webhook endpoint with this id; list them with GET /api/webhook-endpoints',
    );
  }

  /** @throws AppError invalid_request */
  async function checkAddress(url: string | undefined): Promise<void> {
    const problem = url === undefined ? null : await deps.receivers.problemOf(url);
    if (problem === null) return;
    throw new AppError('invalid_request', `url: ${problem}; nothing was stored or sent`, { details: { field: 'url' } });
  }

  return {
    require,

    list: (workspaceId: string): Promise<WebhookEndpointRow[]> => listEndpoints(db, workspaceId),

    /** Creates an endpoint that receives the events from now on. @throws AppError invalid_request, quota_exceeded */
    async create(workspaceId: string, { url, kinds, description }: EndpointSettings): Promise<EndpointWithSecret> {
      await checkAddress(url);
      const id = newId();
      const { secret, columns } = makeSecret(keyring, id);
      const at = isoNow(clock);
      return inLockedWorkspace(db, workspaceId, async (trx) => {
        if ((await listEndpoints(trx, workspaceId)).length >= MAX_ENDPOINTS) {
          const message = `This workspace has ${MAX_ENDPOINTS} webhook endpoints, which is the limit; nothing was stored. Delete one, or send several kinds to one`;
          throw new AppError('quota_exceeded', message, {
            details: { quota: 'webhookEndpoints', limit: MAX_ENDPOINTS },
          });
        }
        const endpoint: WebhookEndpointRow = {
          ...{ id, workspace_id: workspaceId, url, description: description ?? null },
          ...{ kinds: kinds ? JSON.stringify(kinds) : null, status: 'active', status_reason: null },
          ...columns,
          ...{ previous_secret: null, previous_until: null, failing_since: null, created_at: at, updated_at: at },
          position: (await getWorkspace(trx, workspaceId)).event_count,
        };
        await insertEndpoint(trx, endpoint);
        await syncEventKinds(trx, workspaceId, at);
        await appendActivity(trx, endpointActivity(endpoint, 'webhook.created', at));
        return { endpoint, secret };
      });
    },

    /** Changes an endpoint. @throws AppError not_found, invalid_request */
    async update(workspaceId: string, id: string, change: EndpointChange): Promise<WebhookEndpointRow> {
      await require(workspaceId, id);
      await checkAddress(change.url);
      const { url, kinds, description, status } = change;
      const at = isoNow(clock);
      return inLockedWorkspace(db, workspaceId, async (trx) => {
        const before = await require(workspaceId, id, trx);
        const isOn = status === 'active' && before.status !== 'active';
        const isOff = status === 'disabled' && before.status !== 'disabled';
        const position = isOn ? { position: (await getWorkspace(trx, workspaceId)).event_count } : {};
        const changed = await updateEndpoint(trx, before.id, {
          ...(url !== undefined && { url }),
          ...(kinds !== undefined && { kinds: kinds && JSON.stringify(kinds) }),
          ...(description !== undefined && { description }),
          ...(isOn && { status: 'active', status_reason: null, failing_since: null }),
          ...(isOff && { status: 'disabled', status_reason: SWITCHED_OFF }),
          ...position,
          updated_at: at,
        });
        if (isOff) await cancelDeliveries(trx, before.id);
        await syncEventKinds(trx, workspaceId, at);
        return changed ?? before;
      });
    },

    /** Deletes an endpoint with its deliveries. @throws AppError not_found */
    async remove(workspaceId: string, id: string): Promise<void> {
      await require(workspaceId, id);
      const at = isoNow(clock);
      await inLockedWorkspace(db, workspaceId, async (trx) => {
        const endpoint = await require(workspaceId, id, trx);
        await deleteEndpoint(trx, workspaceId, endpoint.id);
        await syncEventKinds(trx, workspaceId, at);
        await appendActivity(trx, endpointActivity(endpoint, 'webhook.deleted', at));
      });
    },

    /** Replaces the secret of an endpoint. The previous one signs too for some hours. @throws AppError not_found */
    async rotate(workspaceId: string, id: string, previousValidHours: number): Promise<EndpointWithSecret> {
      const known = await require(workspaceId, id);
      const { secret, columns } = makeSecret(keyring, known.id);
      return inLockedWorkspace(db, workspaceId, async (trx) => {
        const before = await require(workspaceId, known.id, trx);
        const previous = previousValidHours === 0 ? null : readPrevious(before);
        const endpoint = await updateEndpoint(trx, before.id, {
          ...columns,
          previous_secret: previous && keyring.seal(previous, endpointSecretPlace(before.id, 'previous_secret')),
          previous_until: previous && new Date(clock.now() + previousValidHours * HOUR_MS).toISOString(),
          updated_at: isoNow(clock),
        });
        return { endpoint: endpoint ?? before, secret };
      });
    },
  };

  /** Decrypts the secret that is replaced. @returns null when no key opens it */
  function readPrevious(endpoint: WebhookEndpointRow): string | null {
    try {
      return openSecrets(keyring, endpoint, isoNow(clock))[0] ?? null;
    } catch {
      return null;
    }
  }
}
