import { changesRows } from './database/statements.ts';
import type { Queryable } from './schema.ts';

/** A lease and the worker that has it. */
export interface Lease {
  readonly name: string;
  readonly workerId: string;
}

/**
 * Takes the lease, or keeps it when this worker already has it.
 * @returns false when another worker has the lease
 * @throws Error when the worker was taken for dead (foreign key)
 */
export function takeLease(db: Queryable, { name, workerId }: Lease): Promise<boolean> {
  return changesRows(
    db
      .insertInto('lease')
      .values({ name, worker_id: workerId })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ worker_id: workerId }).where('lease.worker_id', '=', workerId),
      ),
  );
}

export async function dropLease(db: Queryable, { name, workerId }: Lease): Promise<void> {
  await db.deleteFrom('lease').where('name', '=', name).where('worker_id', '=', workerId).execute();
}
