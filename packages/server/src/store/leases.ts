import type { Queryable } from './schema.ts';

/** A lease and who holds it. */
export interface Lease {
  readonly name: string;
  readonly workerId: string;
}

/**
 * Takes the lease, or keeps it where it is this worker's already. False: another worker holds it.
 * @throws Error when the worker was taken for dead (foreign key)
 */
export async function takeLease(db: Queryable, { name, workerId }: Lease): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('lease')
    .values({ name, worker_id: workerId })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ worker_id: workerId }).where('lease.worker_id', '=', workerId),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function dropLease(db: Queryable, { name, workerId }: Lease): Promise<void> {
  await db.deleteFrom('lease').where('name', '=', name).where('worker_id', '=', workerId).execute();
}
