import { type Selectable, sql, type Updateable } from 'kysely';
import { atomically, changesRows } from '../database/statements.ts';
import type { Queryable } from '../schema.ts';
import { type DueChannel, markDue } from './channels.ts';
import type { RemovalTable } from './removal-table.ts';
import type { TargetRow } from './targets.ts';

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

/**
 * Frees removals that are under way and not due, and has their channels continue them: those whose worker is dead, and those in `left`
 * that `left.workerId` has had since before an instant.
 */
export function freeRemovals(
  db: Queryable,
  at: string,
  left: { readonly ids: readonly string[]; readonly workerId: string; readonly before: string },
): Promise<void> {
  return atomically(db, async (trx) => {
    const freed = await trx
      .updateTable('removal')
      .set({ worker_id: null, due_at: at })
      .where('state', '=', 'removing')
      .where(IS_OPEN)
      .where('due_at', 'is', null)
      .where(({ or, and, eb, selectFrom }) =>
        or([
          eb('worker_id', 'is', null),
          eb('worker_id', 'not in', selectFrom('worker').select('id')),
          ...(left.ids.length > 0
            ? [
                and([
                  eb('target_id', 'in', [...left.ids]),
                  eb('worker_id', '=', left.workerId),
                  eb('updated_at', '<=', left.before),
                ]),
              ]
            : []),
        ]),
      )
      .returning(['workspace_id', 'channel'])
      .execute();
    await markDue(trx, dueOf(freed, at));
  });
}

/** Lists the removals that a worker has had under way since before an instant. */
export async function listRemovalsOfWorker(db: Queryable, workerId: string, before: string): Promise<string[]> {
  const own = db.selectFrom('removal').select('target_id').where('state', '=', 'removing').where(IS_OPEN);
  const rows = await own.where('worker_id', '=', workerId).where('updated_at', '<=', before).execute();
  return rows.map(({ target_id }) => target_id);
}

/** Lists the removals of a post's target that are due in a channel. */
export function listDueRemovals(
  db: Queryable,
  { post_id, target }: Pick<TargetRow, 'post_id' | 'target'>,
  { channel, now }: { readonly channel: string; readonly now: string },
): Promise<RemovalRow[]> {
  return db
    .selectFrom('removal')
    .innerJoin('post_target', 'post_target.id', 'removal.target_id')
    .selectAll('removal')
    .where('post_target.post_id', '=', post_id)
    .where('post_target.target', '=', target)
    .where('removal.channel', '=', channel)
    .where('removal.due_at', '<=', now)
    .execute();
}

/** Gives a removal that no living worker has to this one. @returns false when it has changed since it was read */
export function adoptRemoval(db: Queryable, row: RemovalRow, workerId: string, at: string): Promise<boolean> {
  const change = { state: 'removing', worker_id: workerId, due_at: null, updated_at: at } as const;
  const query = db.updateTable('removal').set(change).where('target_id', '=', row.target_id);
  const unmoved = query.where('state', '=', row.state).where('updated_at', '=', row.updated_at);
  return changesRows(unmoved.where('worker_id', 'is not distinct from', row.worker_id));
}

/** Sets when a due removal is continued. The end of its channel's lease reads it. */
export async function postponeRemoval(db: Queryable, targetId: string, until: string): Promise<void> {
  const due = db.updateTable('removal').set({ due_at: until }).where('target_id', '=', targetId);
  await due.where('due_at', '<', until).execute();
}

/** Has the unknown removals that were asked for after an instant looked at now. */
export function lookAtUnknownRemovals(db: Queryable, { after, at }: { after: string; at: string }): Promise<void> {
  return atomically(db, async (trx) => {
    const unknown = trx.updateTable('removal').set({ due_at: at }).where('state', '=', 'unknown').where(IS_OPEN);
    const asked = unknown.where('asked_at', '>', after);
    const due = await asked.returning(['workspace_id', 'channel']).execute();
    await markDue(trx, dueOf(due, at));
  });
}

function dueOf(rows: readonly Pick<RemovalRow, 'workspace_id' | 'channel'>[], due_at: string): DueChannel[] {
  return rows.map(({ channel: id, workspace_id }) => ({ id, workspace_id, due_at }));
}
