import type { Config } from '../../config/config.ts';
import { createLeases, type WithLease } from './leases.ts';
import { createSoleWorker } from './sole-worker.ts';
import { createWorker, type RunningWorker } from './worker.ts';

/** Means that keep processes on one database from doing the same work. */
export interface Sharing {
  readonly worker: RunningWorker;
  readonly withLease: WithLease;
  /** Set when no other process can serve the database, so that no lease is needed. */
  readonly isAlone: boolean;
}

/** Makes the sharing: on Postgres several processes may serve, a SQLite file is served by the one that has its lock. */
export function createSharing(
  { database, workerLeaseMs: leaseMs }: Pick<Config, 'database' | 'workerLeaseMs'>,
  given: Omit<Parameters<typeof createWorker>[0], 'leaseMs'>,
): Sharing {
  const deps = { ...given, leaseMs };
  if (database.dialect === 'sqlite') {
    return { worker: createSoleWorker(deps), withLease: (_name, task) => task(), isAlone: true };
  }
  const worker = createWorker(deps);
  return { worker, withLease: createLeases({ db: given.db, worker }), isAlone: false };
}
