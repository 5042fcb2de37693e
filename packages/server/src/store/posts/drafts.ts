import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { changesRows } from '../database/statements.ts';
import type { Queryable } from '../schema.ts';
import type { DraftTable } from './draft-table.ts';

/** A draft, with the name and the slug of its profile. When the profile is gone, its slug is also its name. */
export type DraftRow = Selectable<DraftTable> & { readonly profile_name: string };

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

const SLUG = sql<string>`coalesce(profile.slug, draft.profile_slug)`;

function draftsOf(db: Queryable, workspaceId: string) {
  return db
    .selectFrom('draft')
    .leftJoin('profile', 'profile.id', 'draft.profile_id')
    .selectAll('draft')
    .select([SLUG.as('profile_slug'), sql<string>`coalesce(profile.name, ${SLUG})`.as('profile_name')])
    .where('draft.workspace_id', '=', workspaceId);
}

export function findDraft(db: Queryable, workspaceId: string, id: string): Promise<DraftRow | undefined> {
  return draftsOf(db, workspaceId).where('draft.id', '=', id).executeTakeFirst();
}

/** Finds the draft that waits for its approval and was stored under an idempotency key. */
export function findOpenDraftOfKey(db: Queryable, workspaceId: string, key: string): Promise<DraftRow | undefined> {
  const keyed = draftsOf(db, workspaceId).innerJoin('idempotency_key', 'idempotency_key.draft_id', 'draft.id');
  const named = keyed.where('idempotency_key.workspace_id', '=', workspaceId).where('idempotency_key.key', '=', key);
  return named.where('draft.status', '=', 'draft').executeTakeFirst();
}

/** Finds which of the drafts wait for their approval. */
export async function findOpenDrafts(db: Queryable, workspaceId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const named = db
    .selectFrom('draft')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', [...ids]);
  return new Set((await named.where('status', '=', 'draft').execute()).map(({ id }) => id));
}

/** Lists drafts, newest first. */
export function listDrafts(db: Queryable, workspaceId: string, page: DraftPage): Promise<DraftRow[]> {
  const { status, limit, before, profile, profileIds } = page;
  let query = draftsOf(db, workspaceId).where('draft.status', '=', status).orderBy('draft.id', 'desc').limit(limit);
  if (before !== null) query = query.where('draft.id', '<', before);
  if (profile !== null) query = query.where(SLUG, '=', profile);
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

/** Deletes the drafts of a profile that are not approved, with their idempotency keys. */
export async function deleteOpenDraftsOf(db: Queryable, profileId: string): Promise<void> {
  await db.deleteFrom('draft').where('profile_id', '=', profileId).where('status', '=', 'draft').execute();
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
