import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { isoNow } from '../clock.ts';
import { newId } from '../ids.ts';
import type { DialectName } from '../store/dialects.ts';
import { dropLease, extendLease, takeLease } from '../store/leases.ts';
import type { Database } from '../store/schema.ts';

/** How long a lease outlives a process that died; a living one renews it. */
const LEASE_MS = 90_000;
const POLL_MS = 40;

/** Runs a task while no other process runs one under the same name. */
export type WithLease = <Result>(name: string, task: () => Promise<Result>) => Promise<Result>;

/** On SQLite one process serves, whose own queues are enough; on Postgres a row in the database is the lease. */
export function createLeases({ db, dialect, clock }: { db: Database; dialect: DialectName; clock: Clock }): WithLease {
  if (dialect === 'sqlite') return (_name, task) => task();
  return async (name, task) => {
    const owner = newId();
    const until = () => new Date(clock.now() + LEASE_MS).toISOString();
    while (!(await takeLease(db, { name, owner, until: until() }, isoNow(clock)))) {
      await delay(POLL_MS * (0.5 + Math.random()));
    }
    const renewal = setInterval(() => {
      extendLease(db, { name, owner, until: until() }).catch(() => undefined);
    }, LEASE_MS / 3);
    try {
      return await task();
    } finally {
      clearInterval(renewal);
      // It expires by itself; failing here would hide what the task has found out.
      await dropLease(db, name, owner).catch(() => undefined);
    }
  };
}
