import type { Insertable, Selectable, Updateable } from 'kysely';
import { changesRows } from './database/statements.ts';
import type { DraftTable, Queryable } from './schema.ts';

/** A draft, with the name and the slug of its profile. */
export type DraftRow = Selectable<DraftTable> & { readonly profile_slug: string; readonly profile_name: string };

/** Details of an event of a draft: the draft as it was then, since it may be changed or gone when the event is sent. */
export interface KeptDraft {
  readonly draft: DraftRow;
}

/** A page of drafts. */
export interface DraftPage {
  readonly status: DraftTable['status'];
  readonly limit: number;
  /** Id of the last draft of the page before; null for the first page. */
  readonly before: string | null;
  /** Slug of the only profile; null for all. */
  readonly profile: string | null;
  /** Ids of the only profiles; null for all. */
  readonly profileIds: readonly string[] | null;
}

function draftsOf(db: Queryable, workspaceId: string) {
  return db
    .selectFrom('draft')
    .innerJoin('profile', 'profile.id', 'draft.profile_id')
    .selectAll('draft')
    .select(['profile.slug as profile_slug', 'profile.name as profile_name'])
    .where('draft.workspace_id', '=', workspaceId);
}

export function findDraft(db: Queryable, workspaceId: string, id: string): Promise<DraftRow | undefined> {
  return draftsOf(db, workspaceId).where('draft.id', '=', id).executeTakeFirst();
}

/** Lists drafts, newest first. */
export function listDrafts(db: Queryable, workspaceId: string, page: DraftPage): Promise<DraftRow[]> {
  const { status, limit, before, profile, profileIds } = page;
  let query = draftsOf(db, workspaceId).where('draft.status', '=', status).orderBy('draft.id', 'desc').limit(limit);
  if (before !== null) query = query.where('draft.id', '<', before);
  if (profile !== null) query = query.where('profile.slug', '=', profile);
  if (profileIds !== null) query = query.where('draft.profile_id', 'in', profileIds);
  return query.execute();
}

export async function insertDraft(db: Queryable, row: Insertable<DraftTable>): Promise<void> {
  await db.insertInto('draft').values(row).execute();
}

/** Changes a draft that is not approved and has not changed since it was read. @returns false when it has; nothing changes then */
export function updateDraftAsRead(
  db: Queryable,
  read: Pick<DraftRow, 'id' | 'updated_at'>,
  change: Updateable<DraftTable> & Pick<DraftTable, 'updated_at'>,
): Promise<boolean> {
  const query = db.updateTable('draft').set(change).where('id', '=', read.id).where('status', '=', 'draft');
  return changesRows(query.where('updated_at', '=', read.updated_at));
}

/** Deletes a draft that is not approved, with its idempotency key. @returns false for any other */
export function deleteOpenDraft(db: Queryable, id: string): Promise<boolean> {
  return changesRows(db.deleteFrom('draft').where('id', '=', id).where('status', '=', 'draft'));
}

/** Counts the drafts of a workspace that wait for their approval, and sums their bytes. */
export async function sumOpenDrafts(db: Queryable, workspaceId: string): Promise<{ count: number; bytes: number }> {
  const { count, bytes } = await db
    .selectFrom('draft')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('bytes').as('bytes')])
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'draft')
    .executeTakeFirstOrThrow();
  return { count: Number(count), bytes: Number(bytes ?? 0) };
}
