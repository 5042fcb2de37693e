import { setTimeout as delay } from 'node:timers/promises';
import { after } from '@social/platforms/guarded';
import { dropLease, takeLease } from '../../store/leases.ts';
import type { Database } from '../../store/schema.ts';
import type { Worker } from './worker.ts';

const POLL_MS = 40;
const DROP_AGAIN_MS = 1_000;

/** Runs a task while no other process runs one under the same name. Within a process, calls for a name must not overlap. */
export type WithLease = <Result>(name: string, task: () => Promise<Result>) => Promise<Result>;

/** Makes the function that runs tasks under a lease: a row in the database that is deleted with its worker. */
export function createLeases({ db, worker }: { db: Database; worker: Worker }): WithLease {
  /** Leases of this process that no task uses, each with the worker under which it was taken. */
  const left = new Map<string, string>();
  const dropping = new Map<string, Promise<void>>();

  // Retries later: a database that is down when a task ends must not leave the account locked while this process lives.
  function leave(name: string, workerId: string): void {
    left.set(name, workerId);
    after(DROP_AGAIN_MS, () => {
      if (left.delete(name)) void drop(name, workerId);
    }).unref();
  }

  function drop(name: string, workerId: string): Promise<void> {
    const dropped = dropLease(db, { name, workerId })
      .catch(() => leave(name, workerId))
      .finally(() => dropping.delete(name));
    dropping.set(name, dropped);
    return dropped;
  }

  /** Takes a lease. @returns id of this process's worker under which the lease was taken */
  async function take(name: string): Promise<string> {
    for (;;) {
      await dropping.get(name);
      left.delete(name);
      const workerId = worker.id;
      try {
        if ((await worker.isStill(workerId)) && (await takeLease(db, { name, workerId }))) return workerId;
      } catch (error) {
        // The lease may be taken although the answer was lost.
        leave(name, workerId);
        throw error;
      }
      await delay(POLL_MS * (0.5 + Math.random()));
    }
  }

  return async (name, task) => {
    const workerId = await take(name);
    try {
      return await task();
    } finally {
      // `drop` never rejects, so that its failure cannot hide the task's result.
      await drop(name, workerId);
    }
  };
}
