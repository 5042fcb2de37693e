import { setTimeout as delay } from 'node:timers/promises';
import type { DialectName } from '../../store/dialects.ts';
import { dropLease, takeLease } from '../../store/leases.ts';
import type { Database } from '../../store/schema.ts';
import type { Worker } from './worker.ts';

const POLL_MS = 40;
const DROP_AGAIN_MS = 1_000;

/** Runs a task while no other process runs one under the same name. In one process only one at a time may ask for a name. */
export type WithLease = <Result>(name: string, task: () => Promise<Result>) => Promise<Result>;

/**
 * A row in the database is the lease, and it ends with its worker. On SQLite one process serves as a rule, whose own
 * queues are enough: leases are taken only while others serve too.
 */
export function createLeases(deps: { db: Database; dialect: DialectName; worker: Worker }): WithLease {
  const { db, dialect, worker } = deps;
  /** Leases that are ours in the database and that no task uses, each with the worker it was taken under. */
  const left = new Map<string, string>();
  const dropping = new Map<string, Promise<void>>();

  // A database that is away when a task ends must not leave its account locked for as long as this process lives.
  function leave(name: string, workerId: string): void {
    left.set(name, workerId);
    setTimeout(() => {
      if (left.delete(name)) void drop(name, workerId);
    }, DROP_AGAIN_MS).unref();
  }

  function drop(name: string, workerId: string): Promise<void> {
    const dropped = dropLease(db, { name, workerId })
      .catch(() => leave(name, workerId))
      .finally(() => dropping.delete(name));
    dropping.set(name, dropped);
    return dropped;
  }

  /** Name of the worker that holds the lease now: ours, under which it was taken. */
  async function take(name: string): Promise<string> {
    for (;;) {
      await dropping.get(name);
      left.delete(name);
      const workerId = worker.id;
      try {
        if ((await worker.isStill(workerId)) && (await takeLease(db, { name, workerId }))) return workerId;
      } catch (error) {
        // It may be ours all the same, where only the answer was lost.
        leave(name, workerId);
        throw error;
      }
      await delay(POLL_MS * (0.5 + Math.random()));
    }
  }

  return async (name, task) => {
    if (dialect === 'sqlite' && !worker.hasOthers()) return task();
    const workerId = await take(name);
    try {
      return await task();
    } finally {
      // Failing here would hide what the task has found out.
      await drop(name, workerId);
    }
  };
}
