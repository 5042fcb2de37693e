import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, isoNow } from '../clock.ts';
import type { Logger } from '../log/logger.ts';
import type { LoopWatch } from '../loop-watch.ts';
import type { Webhooks } from '../services/webhooks/webhooks.ts';
import type { Worker } from '../services/workers/worker.ts';
import { Quiet } from '../store/database/changes.ts';
import type { Database } from '../store/schema.ts';
import { claimDeliveries, makeDeliveries, type WebhookDeliveryRow } from '../store/webhooks/webhook-deliveries.ts';
import { type EndpointWork, hasEndpoints, listEndpointWork } from '../store/webhooks/webhook-endpoints.ts';

const JOB = 'job:webhooks';
const POLL_MS = 300;
/** Interval on a server without endpoints. */
const IDLE_POLL_MS = 2_000;
const LONGEST_POLL_MS = 5_000;
/** Deliveries under way at a time: to one endpoint, so that a slow one delays no other, and together. */
const PER_ENDPOINT = 4;
const TOGETHER = 200;

/**
 * Makes the loop that makes deliveries of new events and sends those that are due. Every process takes deliveries; each is taken
 * by one of them.
 */
export function createWebhookLoop(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  watch: LoopWatch;
  worker: Worker;
  webhooks: Pick<Webhooks, 'sendDelivery' | 'freeLost'>;
}) {
  const { db, clock, logger, watch, worker } = deps;
  const stopping = new AbortController();
  /** Lasts while the server has no endpoints. */
  const quiet = new Quiet({ db, clock });
  /** Deliveries under way, by endpoint. */
  const running = new Map<string, Set<Promise<void>>>();
  let looping: Promise<void> = Promise.resolve();

  const underWay = (endpointId: string) => running.get(endpointId)?.size ?? 0;
  const room = () => TOGETHER - [...running.values()].reduce((sum, { size }) => sum + size, 0);

  function start(delivery: WebhookDeliveryRow): void {
    const { endpoint_id: endpointId } = delivery;
    const ofEndpoint = running.get(endpointId) ?? new Set();
    running.set(endpointId, ofEndpoint);
    const sending = watch
      .run(JOB, () => deps.webhooks.sendDelivery(delivery))
      .catch((err: unknown) => logger.error({ err, deliveryId: delivery.id }, 'could not send a delivery yet'))
      .then(() => {
        ofEndpoint.delete(sending);
        if (ofEndpoint.size === 0) running.delete(endpointId);
      });
    ofEndpoint.add(sending);
  }

  async function serve({ id, isBehind }: EndpointWork): Promise<void> {
    const now = isoNow(clock);
    if (isBehind) await db.transaction().execute((trx) => makeDeliveries(trx, id, { now, state: 'pending' }));
    const limit = Math.min(PER_ENDPOINT - underWay(id), room());
    const workerId = worker.id;
    if (limit <= 0 || stopping.signal.aborted || !(await worker.isStill(workerId))) return;
    for (const delivery of await claimDeliveries(db, id, { workerId, now, limit })) start(delivery);
  }

  /** @returns true when the server has endpoints */
  async function poll(): Promise<boolean> {
    await deps.webhooks.freeLost();
    const work = await listEndpointWork(db, isoNow(clock));
    if (work.length === 0) {
      const hasSome = await hasEndpoints(db);
      if (!hasSome) await quiet.begin();
      return hasSome;
    }
    // The endpoints with the fewest deliveries under way come first, so that slow ones do not take all the room.
    const fair = work.toSorted((one, other) => underWay(one.id) - underWay(other.id));
    for (const endpoint of fair) {
      if (stopping.signal.aborted) break;
      if (endpoint.isBehind || underWay(endpoint.id) < PER_ENDPOINT) await serve(endpoint);
    }
    return true;
  }

  async function loop(): Promise<void> {
    let waitMs = POLL_MS;
    while (!stopping.signal.aborted) {
      try {
        const isIdle = (await quiet.lasts()) || !(await watch.run(JOB, poll));
        waitMs = isIdle ? IDLE_POLL_MS : POLL_MS;
      } catch (error) {
        logger.error({ err: error }, 'could not read which webhooks are due');
        waitMs = Math.min(2 * waitMs, LONGEST_POLL_MS);
      }
      // Looks again at once when a delivery ends, since another of its endpoint may wait.
      const ended = [...running.values()].flatMap((ofEndpoint) => [...ofEndpoint]);
      const waited = delay(waitMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      await Promise.race([waited, ...ended]);
    }
  }

  return {
    start(): void {
      looping = loop();
    },
    /** Takes no more deliveries. Resolves when those under way have ended. */
    async stop(): Promise<void> {
      stopping.abort();
      await looping;
      await Promise.all([...running.values()].flatMap((ofEndpoint) => [...ofEndpoint]));
    },
  };
}
