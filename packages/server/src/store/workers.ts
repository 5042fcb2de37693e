import { type Selectable, sql } from 'kysely';
import { dialectOf } from './database/dialects.ts';
import { atomically, changesRows, findsRow } from './database/statements.ts';
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

/**
 * Deletes a worker and its leases, and frees its channels. On Postgres it waits only briefly for the lock: a process that was frozen in a
 * transaction holds it, and the signs of life of others must not wait for it.
 * @returns false when the worker has shown a sign of life since it was read
 * @throws Error when the row is locked
 */
export function deleteWorker(db: Queryable, { id, beat }: Pick<WorkerRow, 'id' | 'beat'>): Promise<boolean> {
  return atomically(db, async (trx) => {
    if (dialectOf(trx) === 'postgres') await sql`set local lock_timeout = '500ms'`.execute(trx);
    return changesRows(trx.deleteFrom('worker').where('id', '=', id).where('beat', '=', beat));
  });
}

/** Deletes every worker and its leases, and frees their channels. Only for a process that is certainly the only one. */
export async function deleteWorkers(db: Queryable): Promise<void> {
  await db.deleteFrom('worker').execute();
}

/** Deletes a worker that stops and its leases, and frees its channels. */
export async function dropWorker(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('worker').where('id', '=', id).execute();
}
