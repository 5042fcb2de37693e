import { setTimeout as delay } from 'node:timers/promises';
import type { DialectName } from '../store/dialects.ts';
import { dropLease, takeLease } from '../store/leases.ts';
import type { Database } from '../store/schema.ts';
import type { Worker } from './worker.ts';

const POLL_MS = 40;

/** Runs a task while no other process runs one under the same name. */
export type WithLease = <Result>(name: string, task: () => Promise<Result>) => Promise<Result>;

/**
 * A row in the database is the lease, and it ends with its worker. On SQLite one process serves as a rule, whose own
 * queues are enough: leases are taken only while others serve too.
 */
export function createLeases(deps: { db: Database; dialect: DialectName; worker: Worker }): WithLease {
  const { db, dialect, worker } = deps;

  /** Name of the worker that holds the lease now: ours, under which it was taken. */
  async function take(name: string): Promise<string> {
    for (;;) {
      const workerId = worker.id;
      if ((await worker.isStill(workerId)) && (await takeLease(db, { name, workerId }))) return workerId;
      await delay(POLL_MS * (0.5 + Math.random()));
    }
  }

  return async (name, task) => {
    if (dialect === 'sqlite' && !worker.hasOthers()) return task();
    const workerId = await take(name);
    try {
      return await task();
    } finally {
      // It ends with the worker at the latest; failing here would hide what the task has found out.
      await dropLease(db, { name, workerId }).catch(() => undefined);
    }
  };
}
