import { changesRows } from '../database/statements.ts';
import type { Queryable } from '../schema.ts';
import type { PostRow } from './posts.ts';

/** A process that copies files, and the instant. */
interface Copier {
  readonly workerId: string;
  readonly now: string;
}

/**
 * Lists scheduled posts with files that are to be copied and that no other worker copies: of each workspace at most `perWorkspace`,
 * in the order of the places that they have in their workspaces, so that a workspace with many does not come before the others.
 */
export function listDueCopies(
  db: Queryable,
  { workerId, now }: Copier,
  { limit, perWorkspace }: { limit: number; perWorkspace: number },
): Promise<Pick<PostRow, 'id' | 'workspace_id'>[]> {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('post')
        .select(['id', 'workspace_id', 'copies_due_at'])
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('workspace_id').orderBy('copies_due_at').orderBy('id'))
            .as('place'),
        )
        .where('status', '=', 'scheduled')
        .where('copies_due_at', 'is not', null)
        .where('copies_due_at', '<=', now)
        .where(({ or, eb }) => or([eb('copier_id', 'is', null), eb('copier_id', '=', workerId)]))
        .as('due'),
    )
    .select(['id', 'workspace_id'])
    .where('place', '<=', perWorkspace)
    .orderBy('place')
    .orderBy('copies_due_at')
    .limit(limit)
    .execute();
}

/** Returns the first instant at which files of a scheduled post are to be copied, null without any. */
export async function firstCopyDue(db: Queryable): Promise<string | null> {
  const waiting = db.selectFrom('post').select(({ fn }) => fn.min('copies_due_at').as('due_at'));
  const row = await waiting.where('status', '=', 'scheduled').where('copies_due_at', 'is not', null).executeTakeFirst();
  return row?.due_at ?? null;
}

/**
 * Takes the copying of a post's files. @returns undefined when another worker has it, or nothing is due now
 * @throws Error when the worker was taken for dead (foreign key)
 */
export function claimCopies(db: Queryable, id: string, { workerId, now }: Copier): Promise<PostRow | undefined> {
  return db
    .updateTable('post')
    .set({ copier_id: workerId })
    .where('id', '=', id)
    .where('status', '=', 'scheduled')
    .where('copies_due_at', '<=', now)
    .where(({ or, eb }) => or([eb('copier_id', 'is', null), eb('copier_id', '=', workerId)]))
    .returningAll()
    .executeTakeFirst();
}

/** Gives the copying of a post's files back. */
export async function freeCopies(db: Queryable, id: string, workerId: string): Promise<void> {
  const own = db.updateTable('post').set({ copier_id: null }).where('id', '=', id);
  await own.where('copier_id', '=', workerId).execute();
}

/** Stores the copies of a scheduled post. @returns false when it no longer waits for its time */
export function saveCopies(
  trx: Queryable,
  id: string,
  change: Pick<PostRow, 'copies' | 'copies_due_at' | 'updated_at'>,
): Promise<boolean> {
  return changesRows(trx.updateTable('post').set(change).where('id', '=', id).where('status', '=', 'scheduled'));
}
