import type { Clock } from '../../clock.ts';
import type { Logger } from '../../log/logger.ts';
import type { ReceiverPolicy } from '../../media/fetch/receiver-address.ts';
import { createSender } from '../../media/fetch/send-once.ts';
import type { Keyring } from '../../secrets.ts';
import type { Database } from '../../store/schema.ts';
import type { Worker } from '../workers/worker.ts';
import { createWebhookDeliveries } from './deliveries.ts';
import { createWebhookEndpoints } from './endpoints.ts';
import { createEventBodies, type PresentObject } from './event-bodies.ts';
import { createEventReader } from './event-reader.ts';
import { createForgetOld } from './forget-old.ts';
import { createSendDelivery } from './send-delivery.ts';
import { createTakenDeliveries } from './taken-deliveries.ts';

const TIMEOUT_MS = 15_000;

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Puts the services together that tell other programs what happened. */
export function createWebhooks(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  keyring: Keyring;
  worker: Worker;
  receivers: ReceiverPolicy;
  /** Names this server in requests. */
  userAgent: string;
  presentObject: PresentObject;
  /** Time for which events and deliveries are kept; null for good. */
  keptMs: number | null;
}) {
  const { db, clock, logger, keyring, worker, receivers } = deps;
  const bodies = createEventBodies({ db, presentObject: deps.presentObject });
  const sender = createSender(receivers, { timeoutMs: TIMEOUT_MS, userAgent: deps.userAgent });
  const taken = createTakenDeliveries({ db, clock, logger, worker });
  const sendDelivery = createSendDelivery({ db, clock, logger, keyring, bodies, sender, taken });
  const endpoints = createWebhookEndpoints({ db, clock, keyring, receivers });
  const reader = createEventReader({ db, clock, bodies });
  return {
    endpoints,
    deliveries: createWebhookDeliveries({ db, clock, worker, endpoints, sendDelivery }),
    reader,
    sendDelivery,
    freeLost: taken.freeLost,
    forgetOld: createForgetOld({ db, clock, keptMs: deps.keptMs }),
    /** Closes the connections to receivers. */
    close: (): Promise<void> => sender.close(),
  };
}
