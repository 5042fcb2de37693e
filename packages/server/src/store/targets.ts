import { type Selectable, sql, type Updateable } from 'kysely';
import { atomically } from './atomically.ts';
import { appendPostEvent, targetEvent } from './post-events.ts';
import { prepare } from './prepared.ts';
import type { PostTargetTable, Queryable } from './schema.ts';

export type TargetRow = Selectable<PostTargetTable>;
/** What is changed of a target beside its state; `updated_at` is when it moved. */
export type TargetChange = Omit<Updateable<PostTargetTable>, 'state'> & Pick<PostTargetTable, 'updated_at'>;

/** Stores targets, and the step that each of them begins with. */
export async function insertTargets(db: Queryable, rows: readonly TargetRow[]): Promise<void> {
  await atomically(db, async (trx) => {
    await trx
      .insertInto('post_target')
      .values([...rows])
      .execute();
    for (const row of rows) await appendPostEvent(trx, targetEvent(row, row));
  });
}

/** The targets of a post, in the order they were asked for. */
export const targetsOfPost = prepare<[postId: string], TargetRow>((db) =>
  db.selectFrom('post_target').selectAll().where('post_id', '=', '').orderBy('position'),
);

export function listTargets(db: Queryable, postIds: readonly string[]): Promise<TargetRow[]> {
  return db
    .selectFrom('post_target')
    .selectAll()
    .where('post_id', 'in', [...postIds])
    .orderBy('post_id')
    .orderBy('position')
    .execute();
}

/** Another part of the same thread. */
export function findPart(
  db: Queryable,
  { post_id, platform }: Pick<TargetRow, 'post_id' | 'platform'>,
  part: number,
): Promise<TargetRow | undefined> {
  return db
    .selectFrom('post_target')
    .selectAll()
    .where('post_id', '=', post_id)
    .where('platform', '=', platform)
    .where('part', '=', part)
    .executeTakeFirst();
}

/**
 * Moves a target that is still in one of the given states and as the caller knows it, and notes the step. False: it is not
 * any more, and nothing changed.
 */
export async function updateTargetIn(
  db: Queryable,
  target: { readonly id: string; readonly attempt: number; readonly workerId?: string | null },
  states: readonly TargetRow['state'][],
  change: TargetChange & Pick<TargetRow, 'state'>,
): Promise<boolean> {
  return atomically(db, async (trx) => {
    let query = trx
      .updateTable('post_target')
      .set(change)
      .where('id', '=', target.id)
      .where('attempt', '=', target.attempt)
      .where('state', 'in', [...states]);
    if (target.workerId !== undefined) query = query.where('worker_id', 'is not distinct from', target.workerId);
    const moved = await query.returning(['workspace_id', 'post_id', 'platform', 'part']).executeTakeFirst();
    if (!moved) return false;
    await appendPostEvent(trx, targetEvent({ ...moved, attempt: target.attempt }, change));
    return true;
  });
}

/** Makes a target that waits, or whose process died, this worker's. False: somebody else was first. */
export async function adoptTarget(
  db: Queryable,
  target: Pick<TargetRow, 'id' | 'attempt' | 'state' | 'worker_id'>,
  adopted: { readonly worker_id: string; readonly connection_id?: string; readonly account?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('post_target')
    .set({ ...adopted, not_before: null })
    .where('id', '=', target.id)
    .where('attempt', '=', target.attempt)
    .where('state', '=', target.state)
    .where('worker_id', 'is not distinct from', target.worker_id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Changes what is told of a target without moving it. */
export async function annotateTarget(
  db: Queryable,
  id: string,
  change: Pick<Updateable<PostTargetTable>, 'credits' | 'error' | 'code' | 'retryable' | 'updated_at'>,
): Promise<void> {
  await db.updateTable('post_target').set(change).where('id', '=', id).execute();
}

/** Notes how far an attempt is. False: it is not this worker's any more, or not being sent. */
export async function annotateSending(
  db: Queryable,
  target: Pick<TargetRow, 'id' | 'attempt'> & { readonly workerId: string },
  change: Pick<Updateable<PostTargetTable>, 'checkpoint' | 'progress'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('post_target')
    .set(change)
    .where('id', '=', target.id)
    .where('attempt', '=', target.attempt)
    .where('state', '=', 'sending')
    .where('worker_id', '=', target.workerId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

// The condition of the partial index, word for word: without it the whole table would be read.
const IS_OPEN = sql<boolean>`state in ('pending', 'sending', 'unknown')`;

/** Targets on their way, or of unknown outcome, the oldest first. */
export function listOpenTargets(db: Queryable, state: 'pending' | 'sending' | 'unknown'): Promise<TargetRow[]> {
  return db.selectFrom('post_target').selectAll().where('state', '=', state).where(IS_OPEN).orderBy('id').execute();
}

/** Targets of a workspace that are being sent and tell how far they are. */
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

/** Targets on their way that no living process but this one sends: the others died, or are this one's own leftovers. */
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

/**
 * Targets that waited for another attempt and have waited long enough, the longest waiting first; some, and those of some
 * connections, can be left out.
 */
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

/** Whether a post of the network is recorded as the result of some target already. */
export async function isKnownPost(
  db: Queryable,
  platform: TargetRow['platform'],
  platformPostId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('post_target')
    .select('id')
    .where('platform_post_id', '=', platformPostId)
    .where('platform', '=', platform)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a hold belongs to a target that is still on its way; its name begins with the target's id. */
export async function isBeingSent(db: Queryable, holdId: string): Promise<boolean> {
  const row = await db
    .selectFrom('post_target')
    .select('id')
    .where('id', '=', holdId.split('.')[0] ?? '')
    .where('state', 'in', ['pending', 'sending'])
    .executeTakeFirst();
  return row !== undefined;
}
