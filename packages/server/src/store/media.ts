import { type Selectable, sql } from 'kysely';
import { changesRows, findsRow } from './database/statements.ts';
import { postsIn } from './posts/post-filters.ts';
import type { MediaTable, Queryable } from './schema.ts';
import { isFittedInOpenTarget } from './targets/targets.ts';

export type MediaRow = Selectable<MediaTable>;

export function findMedia(db: Queryable, workspaceId: string, sha256: string): Promise<MediaRow | undefined> {
  const files = db.selectFrom('media').selectAll().where('workspace_id', '=', workspaceId);
  return files.where('sha256', '=', sha256).executeTakeFirst();
}

/** Lists those of a workspace's files that are still stored. @param sha256s few enough for one statement's values */
export function listMediaIn(db: Queryable, workspaceId: string, sha256s: readonly string[]): Promise<MediaRow[]> {
  const files = db.selectFrom('media').selectAll().where('workspace_id', '=', workspaceId);
  return files.where('sha256', 'in', sha256s).execute();
}

/** Lists the rows of a file in all workspaces that have it. */
export function listMediaOf(db: Queryable, sha256: string): Promise<MediaRow[]> {
  return db.selectFrom('media').selectAll().where('sha256', '=', sha256).execute();
}

/** Lists the rows of a workspace's files. */
export function listMediaOfWorkspace(db: Queryable, workspaceId: string): Promise<MediaRow[]> {
  return db.selectFrom('media').selectAll().where('workspace_id', '=', workspaceId).execute();
}

/** Sums the bytes of a workspace's files. */
export async function sumMediaBytes(db: Queryable, workspaceId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('media')
    .select(({ fn }) => fn.sum<number | string | null>('bytes').as('bytes'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** Lists what is known of those of a workspace's files that have a size and type. @returns the JSON of their looks */
export async function listLooksLike(
  db: Queryable,
  workspaceId: string,
  { bytes, contentType }: { readonly bytes: number; readonly contentType: string },
): Promise<string[]> {
  const files = db.selectFrom('media').select('look').where('workspace_id', '=', workspaceId);
  const found = await files.where('bytes', '=', bytes).where('content_type', '=', contentType).execute();
  return found.map(({ look }) => look);
}

/** Stores a file's row, or the new instant of use and the place of a known file. */
export async function saveMedia(db: Queryable, row: MediaRow): Promise<void> {
  await db
    .insertInto('media')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'sha256'])
        .doUpdateSet({ used_at: row.used_at, object: row.object, look: row.look, name: row.name }),
    )
    .execute();
}

/** Sets when a file was last used. @returns false when the file is gone */
export function touchMedia(
  db: Queryable,
  { workspace_id, sha256 }: Pick<MediaRow, 'workspace_id' | 'sha256'>,
  usedAt: string,
): Promise<boolean> {
  const query = db.updateTable('media').set({ used_at: usedAt }).where('workspace_id', '=', workspace_id);
  return changesRows(query.where('sha256', '=', sha256));
}

/** Deletes a file's row. @returns false when the file was used since the row was read */
export function deleteMediaUnusedSince(db: Queryable, row: MediaRow): Promise<boolean> {
  const query = db.deleteFrom('media').where('workspace_id', '=', row.workspace_id).where('sha256', '=', row.sha256);
  return changesRows(query.where('used_at', '=', row.used_at));
}

export function listMediaUnusedSince(db: Queryable, before: string, limit: number): Promise<MediaRow[]> {
  return db.selectFrom('media').selectAll().where('used_at', '<', before).orderBy('used_at').limit(limit).execute();
}

/** Counts the files whose rows name an object. */
export async function countObjects(db: Queryable): Promise<number> {
  const named = db.selectFrom('media').where('object', 'is not', null);
  const { count } = await named
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns true when a post that is still to be sent or approved names the file, by whichever address, or a target sends it. */
export async function isMediaNeeded(db: Queryable, { workspace_id, sha256 }: MediaRow): Promise<boolean> {
  const named = `%${sha256}%`;
  const unsent = sql<string>`(${postsIn(workspace_id, 'scheduled')} union all ${postsIn(workspace_id, 'publishing')})`;
  const posts = db.selectFrom('post').select('id').where('id', 'in', unsent).limit(1);
  const isNamed = await findsRow(
    posts.where((is) =>
      is.or([
        is('media_urls', 'like', named),
        is('media', 'like', named),
        is('overrides', 'like', named),
        is('copies', 'like', named),
      ]),
    ),
  );
  const drafts = db.selectFrom('draft').select('id').where('workspace_id', '=', workspace_id);
  const isInDraft = drafts.where('status', '=', 'draft').where('content', 'like', named).limit(1);
  return isNamed || (await findsRow(isInDraft)) || isFittedInOpenTarget(db, { workspaceId: workspace_id, sha256 });
}
