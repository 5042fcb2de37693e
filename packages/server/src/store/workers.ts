import type { Selectable } from 'kysely';
import { changesRows, findsRow } from './database/statements.ts';
import type { Queryable, WorkerTable } from './schema.ts';

export type WorkerRow = Selectable<WorkerTable>;

export async function insertWorker(db: Queryable, row: WorkerRow): Promise<void> {
  await db.insertInto('worker').values(row).execute();
}

/** Shows that the worker lives. @returns false when the worker was taken for dead and others took over its work */
export function raiseBeat(db: Queryable, id: string): Promise<boolean> {
  const query = db.updateTable('worker').where('id', '=', id);
  return changesRows(query.set((eb) => ({ beat: eb('beat', '+', 1) })));
}

/** Returns true until the worker has stopped or was found dead. */
export function hasWorker(db: Queryable, id: string): Promise<boolean> {
  return findsRow(db.selectFrom('worker').select('id').where('id', '=', id));
}

export function listWorkers(db: Queryable): Promise<WorkerRow[]> {
  return db.selectFrom('worker').selectAll().execute();
}

/** Deletes a worker and its leases. @returns false when the worker has shown a sign of life since it was read */
export function deleteWorker(db: Queryable, { id, beat }: Pick<WorkerRow, 'id' | 'beat'>): Promise<boolean> {
  return changesRows(db.deleteFrom('worker').where('id', '=', id).where('beat', '=', beat));
}

/** Deletes every worker and its leases. Only for a process that is certainly the only one. */
export async function deleteWorkers(db: Queryable): Promise<void> {
  await db.deleteFrom('worker').execute();
}

/** Deletes a worker that stops, and its leases. */
export async function dropWorker(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('worker').where('id', '=', id).execute();
}
