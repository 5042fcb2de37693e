import { userAgent } from '@social/platforms';
import { createPresentObject } from '../http/presenters/event-object.ts';
import { createReceiverPolicy } from '../media/fetch/receiver-address.ts';
import { createWebhooks } from '../services/webhooks/webhooks.ts';
import type { AppOptions } from './options.ts';

/** Makes the services of webhooks. */
export function createOwnWebhooks(
  { config, logger }: AppOptions,
  {
    db,
    clock,
    keyring,
    worker,
    ...shown
  }: Pick<Parameters<typeof createWebhooks>[0], 'clock' | 'keyring' | 'worker'> &
    Parameters<typeof createPresentObject>[0],
) {
  const { webhookAllow, mediaFromLoopback: allowLoopback } = config;
  const receivers = createReceiverPolicy(webhookAllow, { allowLoopback });
  const presentObject = createPresentObject({ db, ...shown });
  return createWebhooks({
    ...{ db, clock, logger, keyring, worker, receivers, presentObject, userAgent: userAgent() },
    keptMs: config.retention.deliveriesMs,
  });
}
