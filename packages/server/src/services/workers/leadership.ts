import { dropLease, takeLease } from '../../store/leases.ts';
import type { Database } from '../../store/schema.ts';
import type { Worker } from './worker.ts';

/** Right to do a job that one process does for all, until it gives the right up or ends. */
export interface Leadership {
  /** Takes the lead if no other process has it. @returns true when this process leads */
  take(): Promise<boolean>;
  /** Returns true while this process leads and cannot have been taken for dead. */
  isHeld(): boolean;
  /** Lets another process take the lead. Must not be called while `take` runs. */
  leave(): Promise<void>;
}

/** Makes a leadership from a lease that lasts as long as its worker: another process leads once this one has died. */
export function createLeadership(name: string, { db, worker }: { db: Database; worker: Worker }): Leadership {
  let heldBy: string | null = null;
  const isHeld = () => heldBy === worker.id && worker.isFresh();
  return {
    isHeld,
    async take() {
      const workerId = worker.id;
      if (!(await worker.isStill(workerId))) return false;
      if (heldBy === workerId) return true;
      if (await takeLease(db, { name, workerId })) heldBy = workerId;
      return isHeld();
    },
    async leave() {
      heldBy = null;
      // Drops the lease even if this process does not know that it leads: the answer of `take` may have been lost.
      await dropLease(db, { name, workerId: worker.id });
    },
  };
}
