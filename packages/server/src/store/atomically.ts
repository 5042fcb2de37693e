import type { Queryable } from './schema.ts';

/** Does the work in the transaction that is open already, else in one of its own. */
export function atomically<Result>(db: Queryable, work: (trx: Queryable) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
