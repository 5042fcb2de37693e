import type { Selectable } from 'kysely';
import type { Queryable, WorkerTable } from './schema.ts';

export type WorkerRow = Selectable<WorkerTable>;

export async function insertWorker(db: Queryable, row: WorkerRow): Promise<void> {
  await db.insertInto('worker').values(row).execute();
}

/** Shows that the worker lives. False: it was taken for dead, and what was its own is somebody else's. */
export async function raiseBeat(db: Queryable, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('worker')
    .set((eb) => ({ beat: eb('beat', '+', 1) }))
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function listWorkers(db: Queryable): Promise<WorkerRow[]> {
  return db.selectFrom('worker').selectAll().execute();
}

/** Removes a worker and with it its leases, unless it has shown a sign of life since it was read. */
export async function deleteWorker(db: Queryable, { id, beat }: Pick<WorkerRow, 'id' | 'beat'>): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('worker')
    .where('id', '=', id)
    .where('beat', '=', beat)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes every worker with its leases: for a process that knows to be the only one. */
export async function deleteWorkers(db: Queryable): Promise<void> {
  await db.deleteFrom('worker').execute();
}

/** Removes a worker that ends, and its leases. */
export async function dropWorker(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('worker').where('id', '=', id).execute();
}
