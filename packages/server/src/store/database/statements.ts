import type { Queryable } from '../schema.ts';

/** Numbers of rows that a statement reports, each for its kind of statement. */
interface RowCounts {
  readonly numInsertedOrUpdatedRows?: bigint | undefined;
  readonly numUpdatedRows?: bigint;
  readonly numDeletedRows?: bigint;
}

/** Runs an insert, update or delete. @returns true when at least one row was changed */
export async function changesRows(statement: { executeTakeFirst(): Promise<RowCounts> }): Promise<boolean> {
  const { numInsertedOrUpdatedRows, numUpdatedRows, numDeletedRows } = await statement.executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? numUpdatedRows ?? numDeletedRows ?? 0n) > 0n;
}

/** Runs a query. @returns true when at least one row was found */
export async function findsRow(query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined;
}

/** Runs work in the transaction that is already open, else in a new one. */
export function atomically<Result>(db: Queryable, work: (trx: Queryable) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
