import { type Clock, isoNow } from '../../clock.ts';
import { faultPoint } from '../../fault-points.ts';
import type { Logger } from '../../log/logger.ts';
import type { Receipt, Sender } from '../../media/fetch/send-once.ts';
import type { Keyring } from '../../secrets.ts';
import { appendActivity } from '../../store/activity-log.ts';
import { inLockedWorkspace } from '../../store/database/locks.ts';
import type { Database } from '../../store/schema.ts';
import {
  cancelDeliveries,
  cancelTaken,
  type LastTry,
  lockDeliveryOf,
  storeTry,
  type WebhookDeliveryRow,
} from '../../store/webhooks/webhook-deliveries.ts';
import {
  findEndpoint,
  noteFailing,
  syncEventKinds,
  updateEndpoint,
  type WebhookEndpointRow,
} from '../../store/webhooks/webhook-endpoints.ts';
import { findEvent } from '../../store/webhooks/webhook-events.ts';
import { insist } from '../workers/insist.ts';
import { endpointActivity } from './endpoint-activity.ts';
import { openSecrets } from './endpoint-secrets.ts';
import type { EventBodies } from './event-bodies.ts';
import { nextTryAt } from './next-try.ts';
import { signedHeaders } from './signature.ts';
import type { TakenDeliveries } from './taken-deliveries.ts';

const DAY_MS = 24 * 3_600_000;
const PATIENCE_MS = 3 * DAY_MS;
const GONE = 410;

export type SendDelivery = ReturnType<typeof createSendDelivery>;

/** Makes the function that tries a delivery once and stores the result. */
export function createSendDelivery(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  keyring: Keyring;
  bodies: EventBodies;
  sender: Sender;
  taken: Pick<TakenDeliveries, 'run'>;
}) {
  const { db, clock, logger, keyring } = deps;

  async function bodyOf(delivery: WebhookDeliveryRow): Promise<string | undefined> {
    if (delivery.number === null) return delivery.body ?? undefined;
    const event = await findEvent(db, delivery.workspace_id, delivery.number);
    return event && deps.bodies.of(event);
  }

  /** Signs and sends. Never rejects because of the receiver. */
  async function attempt(delivery: WebhookDeliveryRow, endpoint: WebhookEndpointRow): Promise<LastTry> {
    const at = isoNow(clock);
    const begun = performance.now();
    const end = (result: Omit<LastTry, 'at' | 'milliseconds'>) => ({
      ...{ at, milliseconds: Math.round(performance.now() - begun) },
      ...result,
    });
    const unsent = (error: string) => end({ status: null, error, answer: null });
    const body = await bodyOf(delivery);
    if (body === undefined) return unsent('what the event is about was deleted, so nothing was sent');
    let secrets: string[];
    try {
      secrets = openSecrets(keyring, endpoint, at);
    } catch {
      return unsent('the secret of the endpoint cannot be read with any key of the server; rotate it');
    }
    const seconds = Math.floor(clock.now() / 1_000);
    const headers = signedHeaders({ id: delivery.event_id, seconds, body }, secrets);
    faultPoint('before-webhook');
    const receipt = await deps.sender.send(endpoint.url, { body, headers });
    faultPoint('after-webhook');
    return end(resultOf(receipt));
  }

  /** Stores the result of a try. @returns the delivery as it is then; undefined when another worker has it now */
  function store(
    { id, worker_id: workerId, number }: WebhookDeliveryRow,
    result: LastTry,
  ): Promise<WebhookDeliveryRow | undefined> {
    return db.transaction().execute(async (trx) => {
      const delivery = await lockDeliveryOf(trx, { id, workerId: workerId ?? '' });
      if (!delivery) return undefined;
      const isTest = number === null;
      const round = delivery.round + 1;
      const next = isTest ? null : nextTryAt(round, clock.now());
      const wasEnded = delivery.state !== 'pending';
      const failed = wasEnded ? delivery.state : next === null ? ('failed' as const) : ('pending' as const);
      const state = result.error === null ? ('delivered' as const) : failed;
      const change = {
        ...{ state, tries: delivery.tries + 1, round, last_try: JSON.stringify(result) },
        due_at: state === 'pending' && next !== null ? new Date(next).toISOString() : null,
      };
      await storeTry(trx, id, change);
      // A test that fails begins no time of failure, since nothing was lost.
      const isFailing = result.error !== null;
      if (!isTest || !isFailing) await noteFailing(trx, delivery.endpoint_id, isFailing ? result.at : null);
      return { ...delivery, ...change, worker_id: null };
    });
  }

  /** Switches off an endpoint that wants nothing more, or that has failed for too long. */
  async function switchOff(endpoint: WebhookEndpointRow, status: 'disabled' | 'paused', reason: string): Promise<void> {
    const { id, workspace_id: workspaceId } = endpoint;
    const at = isoNow(clock);
    const isFirst = await inLockedWorkspace(db, workspaceId, async (trx) => {
      const now = await findEndpoint(trx, workspaceId, id);
      // The endpoint was changed since, or has succeeded again.
      if (now?.status !== 'active') return false;
      if (status === 'paused' && now.failing_since !== endpoint.failing_since) return false;
      await updateEndpoint(trx, id, { status, status_reason: reason, updated_at: at });
      await cancelDeliveries(trx, id);
      await syncEventKinds(trx, workspaceId, at);
      await appendActivity(trx, endpointActivity(now, 'webhook.paused', at, reason));
      return true;
    });
    if (isFirst) logger.warn({ endpointId: id, workspaceId, status, reason }, 'a webhook endpoint was switched off');
  }

  /** @param isLast the delivery has used up its tries: after a quiet time, one failure says little about the receiver */
  async function judge(endpoint: WebhookEndpointRow, result: LastTry, isLast: boolean): Promise<void> {
    if (result.status === GONE) {
      const reason = 'it answered 410, which means that it wants nothing more; switch it on with the status active';
      return switchOff(endpoint, 'disabled', reason);
    }
    const since = endpoint.failing_since;
    if (!isLast || since === null || clock.now() - Date.parse(since) < PATIENCE_MS) return;
    const reason = `it has failed since ${since} (last: ${result.error}); correct the receiver, then switch it on with the status active`;
    await switchOff(endpoint, 'paused', reason);
  }

  async function send(delivery: WebhookDeliveryRow): Promise<WebhookDeliveryRow | undefined> {
    const endpoint = await findEndpoint(db, delivery.workspace_id, delivery.endpoint_id);
    if (!endpoint) return undefined;
    // Switched off since the delivery was made.
    if (endpoint.status !== 'active' && delivery.number !== null) return cancelTaken(db, delivery);
    const result = await attempt(delivery, endpoint);
    const stored = await insist(
      () => store(delivery, result),
      (err) => logger.error({ err, deliveryId: delivery.id }, 'the result of a delivery could not be stored yet'),
    );
    if (delivery.number !== null) await judge(endpoint, result, stored?.state === 'failed');
    return stored;
  }

  /**
   * Tries a delivery that this worker has taken, and stores the result.
   * @returns the delivery as it is then; undefined when it or its endpoint is gone
   * @throws an error of the database; the delivery is free then, and due later
   */
  return (delivery: WebhookDeliveryRow) => deps.taken.run(delivery, () => send(delivery));
}

/** Says whether an answer counts as received, and why not. */
function resultOf(receipt: Receipt): Omit<LastTry, 'at' | 'milliseconds'> {
  if (receipt.status === null) return { status: null, error: receipt.reason, answer: null };
  const { status, answer } = receipt;
  if (status >= 200 && status < 300) return { status, error: null, answer };
  const isRedirect = status >= 300 && status < 400;
  const error = isRedirect
    ? `it redirects (${status}), which is not followed; give the address that it redirects to`
    : `it answered ${status}`;
  return { status, error, answer };
}
