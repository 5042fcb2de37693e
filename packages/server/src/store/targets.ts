import { type Selectable, sql, type Updateable } from 'kysely';
import { insertRows, prepare, prepareIn } from './database/prepared.ts';
import { atomically, changesRows, findsRow } from './database/statements.ts';
import { appendPostEvents, type NewPostEvent, targetEvent } from './post-events.ts';
import type { PostTargetTable, Queryable } from './schema.ts';

export type TargetRow = Selectable<PostTargetTable>;
/** New values of a target's columns, without the state; `updated_at` is the instant of the change. */
export type TargetChange = Omit<Updateable<PostTargetTable>, 'state'> & Pick<PostTargetTable, 'updated_at'>;

/** Stores targets, and the first steps of each. @param begun steps of the post that come before */
export async function insertTargets(
  db: Queryable,
  rows: readonly TargetRow[],
  begun: readonly NewPostEvent[] = [],
): Promise<void> {
  await atomically(db, async (trx) => {
    const [first, ...others] = rows;
    if (first) await insertRows(trx, 'post_target', [first, ...others]);
    const steps = rows.flatMap((row) => {
      const waited = row.state === 'sending' ? [targetEvent(row, { ...row, state: 'pending' as const })] : [];
      return [...waited, targetEvent(row, row)];
    });
    await appendPostEvents(trx, [...begun, ...steps]);
  });
}

/** Lists the targets of a post, in the order of the request. */
export const targetsOfPost = prepare<[postId: string], TargetRow>((db) =>
  db.selectFrom('post_target').selectAll().where('post_id', '=', '').orderBy('position'),
);

/** Lists the targets of posts, those of each post in the order of the request. */
export const listTargets = prepareIn<TargetRow>((db, postIds) =>
  db.selectFrom('post_target').selectAll().where('post_id', 'in', postIds).orderBy('post_id').orderBy('position'),
);

/** Finds another part of a target's thread. */
export function findPart(
  db: Queryable,
  { post_id, platform }: Pick<TargetRow, 'post_id' | 'platform'>,
  part: number,
): Promise<TargetRow | undefined> {
  const thread = db.selectFrom('post_target').selectAll().where('post_id', '=', post_id);
  return thread.where('platform', '=', platform).where('part', '=', part).executeTakeFirst();
}

/**
 * Moves a target to another state and stores the step.
 * @param target attempt, and optionally worker, that the target must still have
 * @param states states of which the target must still have one
 * @returns the target as it is then; undefined when it had changed before, and nothing changes
 */
export async function updateTargetIn(
  db: Queryable,
  target: { readonly id: string; readonly attempt: number; readonly workerId?: string | null },
  states: readonly TargetRow['state'][],
  change: TargetChange & Pick<TargetRow, 'state'>,
): Promise<TargetRow | undefined> {
  return atomically(db, async (trx) => {
    let query = trx
      .updateTable('post_target')
      .set(change)
      .where('id', '=', target.id)
      .where('attempt', '=', target.attempt)
      .where('state', 'in', [...states]);
    if (target.workerId !== undefined) query = query.where('worker_id', 'is not distinct from', target.workerId);
    const moved = await query.returningAll().executeTakeFirst();
    if (moved) await appendPostEvents(trx, [targetEvent({ ...moved, attempt: target.attempt }, change)]);
    return moved;
  });
}

/** Gives a waiting target, or the target of a dead process, to this worker. @returns false when another worker was faster */
export function adoptTarget(
  db: Queryable,
  target: Pick<TargetRow, 'id' | 'attempt' | 'state' | 'worker_id'>,
  adopted: { readonly worker_id: string; readonly connection_id?: string; readonly account?: string },
): Promise<boolean> {
  const change = { ...adopted, not_before: null };
  const query = db.updateTable('post_target').set(change).where('id', '=', target.id);
  const unmoved = query.where('attempt', '=', target.attempt).where('state', '=', target.state);
  return changesRows(unmoved.where('worker_id', 'is not distinct from', target.worker_id));
}

/** Changes columns of a target that are shown, without moving it to another state. */
export async function annotateTarget(
  db: Queryable,
  id: string,
  change: Pick<Updateable<PostTargetTable>, 'credits' | 'error' | 'code' | 'retryable' | 'updated_at'>,
): Promise<void> {
  await db.updateTable('post_target').set(change).where('id', '=', id).execute();
}

/** Stores the progress of an attempt. @returns false when the target is not being sent by this worker */
export function annotateSending(
  db: Queryable,
  target: Pick<TargetRow, 'id' | 'attempt'> & { readonly workerId: string },
  change: Pick<Updateable<PostTargetTable>, 'checkpoint' | 'progress'>,
): Promise<boolean> {
  const query = db.updateTable('post_target').set(change).where('id', '=', target.id);
  const sending = query.where('attempt', '=', target.attempt).where('state', '=', 'sending');
  return changesRows(sending.where('worker_id', '=', target.workerId));
}

// Repeats the condition of the partial index, without which a query would read the whole table.
const IS_OPEN = sql<boolean>`state in ('pending', 'sending', 'unknown')`;

/** Lists the targets in a state that is not final, oldest first. */
export function listOpenTargets(db: Queryable, state: 'pending' | 'sending' | 'unknown'): Promise<TargetRow[]> {
  return db.selectFrom('post_target').selectAll().where('state', '=', state).where(IS_OPEN).orderBy('id').execute();
}

/** Lists the targets of a workspace that are being sent and have stored progress. */
export function listSendingOf(
  db: Queryable,
  workspaceId: string,
): Promise<Pick<TargetRow, 'id' | 'post_id' | 'progress'>[]> {
  return db
    .selectFrom('post_target')
    .select(['id', 'post_id', 'progress'])
    .where('state', '=', 'sending')
    .where(IS_OPEN)
    .where('workspace_id', '=', workspaceId)
    .where('progress', 'is not', null)
    .orderBy('id')
    .execute();
}

/** Lists the pending and sending targets whose worker is dead, missing or this one. */
export function listUnattendedTargets(db: Queryable, workerId: string): Promise<TargetRow[]> {
  return db
    .selectFrom('post_target')
    .selectAll()
    .where('state', 'in', ['pending', 'sending'])
    .where(IS_OPEN)
    .where('not_before', 'is', null)
    .where((eb) =>
      eb.or([
        eb('worker_id', 'is', null),
        eb('worker_id', '=', workerId),
        eb('worker_id', 'not in', eb.selectFrom('worker').select('id')),
      ]),
    )
    .orderBy('id')
    .execute();
}

/** Lists postponed targets that are due, longest waiting first, without some targets and the targets of some connections. */
export function listPostponedTargets(
  db: Queryable,
  now: string,
  { limit, without }: { limit: number; without: { connections: readonly string[]; targets: readonly string[] } },
): Promise<TargetRow[]> {
  let query = db
    .selectFrom('post_target')
    .selectAll()
    .where('not_before', 'is not', null)
    .where('not_before', '<=', now)
    .where('state', '=', 'pending')
    .orderBy('not_before')
    .orderBy('id')
    .limit(limit);
  if (without.connections.length > 0) {
    query = query.where((eb) =>
      eb.or([eb('connection_id', 'is', null), eb('connection_id', 'not in', [...without.connections])]),
    );
  }
  if (without.targets.length > 0) query = query.where('id', 'not in', [...without.targets]);
  return query.execute();
}

/** Returns true when a target already has this post of the network as its result. */
export function isKnownPost(db: Queryable, platform: TargetRow['platform'], platformPostId: string): Promise<boolean> {
  const query = db.selectFrom('post_target').select('id').where('platform', '=', platform).limit(1);
  return findsRow(query.where('platform_post_id', '=', platformPostId));
}

/** Returns true when a hold belongs to a pending or sending target, whose id the hold's id begins with. */
export function isBeingSent(db: Queryable, holdId: string): Promise<boolean> {
  const [targetId = ''] = holdId.split('.');
  const query = db.selectFrom('post_target').select('id').where('id', '=', targetId);
  return findsRow(query.where('state', 'in', ['pending', 'sending']));
}
