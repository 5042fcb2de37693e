import { type Selectable, sql, type Updateable } from 'kysely';
import { changesRows } from '../database/statements.ts';
import type { Queryable } from '../schema.ts';
import type { RemovalTable } from './removal-table.ts';

export type RemovalRow = Selectable<RemovalTable>;

// Repeats the condition of the partial index, without which a query would read the whole table.
const IS_OPEN = sql<boolean>`state in ('removing', 'unknown')`;

/** Lists the removals of targets. */
export function listRemovals(db: Queryable, targetIds: readonly string[]): Promise<RemovalRow[]> {
  if (targetIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('removal')
    .selectAll()
    .where('target_id', 'in', [...targetIds])
    .execute();
}

/**
 * Stores a removal before its first request, over one that has failed or whose outcome is unknown.
 * @param earlier the removal that was read before; undefined for none
 * @returns false when another call has stored or changed the removal since; nothing changes then
 */
export function beginRemoval(trx: Queryable, row: RemovalRow, earlier: RemovalRow | undefined): Promise<boolean> {
  if (!earlier) {
    const insert = trx.insertInto('removal').values(row);
    return changesRows(insert.onConflict((conflict) => conflict.column('target_id').doNothing()));
  }
  const update = trx.updateTable('removal').set(row).where('target_id', '=', row.target_id);
  const unmoved = update.where('state', '=', earlier.state).where('updated_at', '=', earlier.updated_at);
  return changesRows(unmoved.where('state', 'in', ['failed', 'unknown']));
}

/**
 * Ends a removal that is under way or unknown.
 * @param by worker that must have it still; null when the post is gone, whichever worker has it and though it seemed to fail
 * @returns the row as it is then; undefined when it had ended before
 */
export function endRemoval(
  trx: Queryable,
  targetId: string,
  change: Updateable<RemovalTable> & Pick<RemovalRow, 'state' | 'updated_at'>,
  by: string | null,
): Promise<RemovalRow | undefined> {
  const ended = trx
    .updateTable('removal')
    .set({ error: null, code: null, worker_id: null, due_at: null, ...change })
    .where('target_id', '=', targetId);
  const own =
    by === null
      ? ended.where('state', 'not in', ['deleted', 'gone'])
      : ended.where(IS_OPEN).where('worker_id', '=', by);
  return own.returningAll().executeTakeFirst();
}

/** Changes what was charged for a removal. */
export async function noteRemovalCredits(trx: Queryable, targetId: string, credits: number): Promise<void> {
  await trx.updateTable('removal').set({ credits }).where('target_id', '=', targetId).execute();
}

/** Lists removals that a dead worker left, those of this worker from before `before`, and unknown ones whose next look is due. */
export function listDueRemovals(
  db: Queryable,
  { now, workerId, before }: { now: string; workerId: string; before: string },
): Promise<RemovalRow[]> {
  return db
    .selectFrom('removal')
    .selectAll()
    .where(IS_OPEN)
    .where(({ or, and, eb, selectFrom }) =>
      or([
        and([eb('state', '=', 'unknown'), eb('due_at', '<=', now)]),
        and([
          eb('state', '=', 'removing'),
          or([
            eb('worker_id', 'is', null),
            eb('worker_id', 'not in', selectFrom('worker').select('id')),
            and([eb('worker_id', '=', workerId), eb('updated_at', '<=', before)]),
          ]),
        ]),
      ]),
    )
    .orderBy('asked_at')
    .limit(100)
    .execute();
}

/** Gives a removal that no living worker has to this one. @returns false when it has changed since it was read */
export function adoptRemoval(db: Queryable, row: RemovalRow, workerId: string, at: string): Promise<boolean> {
  const change = { state: 'removing', worker_id: workerId, due_at: null, updated_at: at } as const;
  const query = db.updateTable('removal').set(change).where('target_id', '=', row.target_id);
  const unmoved = query.where('state', '=', row.state).where('updated_at', '=', row.updated_at);
  return changesRows(unmoved.where('worker_id', 'is not distinct from', row.worker_id));
}

/** Has the unknown removals that were asked for after an instant looked up now. */
export async function lookUpRemovals(db: Queryable, { askedAfter, at }: { askedAfter: string; at: string }) {
  const unknown = db.updateTable('removal').set({ due_at: at }).where('state', '=', 'unknown').where(IS_OPEN);
  await unknown.where('asked_at', '>', askedAfter).execute();
}
