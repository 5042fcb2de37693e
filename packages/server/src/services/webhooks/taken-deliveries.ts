import type { Clock } from '../../clock.ts';
import type { Logger } from '../../log/logger.ts';
import type { Database } from '../../store/schema.ts';
import { freeDeliveries, listTaken, type WebhookDeliveryRow } from '../../store/webhooks/webhook-deliveries.ts';
import { insist } from '../workers/insist.ts';
import type { Worker } from '../workers/worker.ts';

/** Wait before the next try after one that failed within this server. */
const LATER_MS = 60_000;
/** Interval of the looks for deliveries that this process has taken and does not try. */
const LOOK_MS = 60_000;

export type TakenDeliveries = ReturnType<typeof createTakenDeliveries>;

/**
 * Makes the keeper of the deliveries that this process has taken. None stays taken without a try: a try may fail within this
 * server, and the answer of the database to a claim may be lost.
 */
export function createTakenDeliveries(deps: { db: Database; clock: Clock; logger: Logger; worker: Worker }) {
  const { db, clock, logger, worker } = deps;
  const underWay = new Set<string>();
  let lookedAt = clock.now();
  /** Deliveries that were taken and not tried at the last look. They may have been claimed at that moment. */
  let suspects: ReadonlySet<string> = new Set();

  async function free(ids: readonly string[], workerId: string): Promise<void> {
    await freeDeliveries(db, ids, { workerId, dueAt: new Date(clock.now() + LATER_MS).toISOString() });
  }

  return {
    /** Runs a try. Where it fails within this server, the delivery is free, and due later. @throws what the try throws */
    async run<Result>({ id, worker_id }: WebhookDeliveryRow, attempt: () => Promise<Result>): Promise<Result> {
      underWay.add(id);
      const failed = (err: unknown) => logger.error({ err, deliveryId: id }, 'a delivery could not be freed yet');
      try {
        return await attempt();
      } catch (error) {
        await insist(() => free([id], worker_id ?? worker.id), failed).catch(failed);
        throw error;
      } finally {
        underWay.delete(id);
      }
    },

    /** Frees, once a minute, what this process has taken for a minute and does not try. */
    async freeLost(): Promise<void> {
      if (clock.now() - lookedAt < LOOK_MS) return;
      lookedAt = clock.now();
      const workerId = worker.id;
      const idle = (await listTaken(db, workerId)).filter((id) => !underWay.has(id));
      const lost = idle.filter((id) => suspects.has(id));
      suspects = new Set(idle);
      if (lost.length === 0) return;
      logger.warn({ deliveryIds: lost }, 'deliveries were taken and not tried; they are free again');
      await free(lost, workerId);
    },
  };
}
