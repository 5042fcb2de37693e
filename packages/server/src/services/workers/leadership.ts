import { dropLease, takeLease } from '../../store/leases.ts';
import type { Database } from '../../store/schema.ts';
import type { Worker } from './worker.ts';

/** What one process does for all of them, until it leaves that to others or ends. */
export interface Leadership {
  /** Takes the lead if nobody has it. True: this process leads. */
  take(): Promise<boolean>;
  /** Whether this process leads and cannot have been taken for dead. */
  isHeld(): boolean;
  /** Lets another process take the lead. Not to be called while `take` runs. */
  leave(): Promise<void>;
}

/** A lease that is kept as long as its worker lives: another process leads once this one has died. */
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
      // Even where this process does not know that it leads: the answer to taking the lead may have been lost.
      await dropLease(db, { name, workerId: worker.id });
    },
  };
}
