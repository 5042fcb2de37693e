import type { Selectable } from 'kysely';
import type { MediaTable, Queryable } from './schema.ts';

export type MediaRow = Selectable<MediaTable>;

export function findMedia(db: Queryable, workspaceId: string, sha256: string): Promise<MediaRow | undefined> {
  return db
    .selectFrom('media')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
}

/** A file in every workspace that has it: what has the same name is the same. */
export function listMediaOf(db: Queryable, sha256: string): Promise<MediaRow[]> {
  return db.selectFrom('media').selectAll().where('sha256', '=', sha256).execute();
}

/** Bytes of all files of a workspace. */
export async function sumMediaBytes(db: Queryable, workspaceId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('media')
    .select(({ fn }) => fn.sum<number | string | null>('bytes').as('bytes'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** Stores a file's row, or that it was used once more. */
export async function saveMedia(db: Queryable, row: MediaRow): Promise<void> {
  await db
    .insertInto('media')
    .values(row)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'sha256']).doUpdateSet({ used_at: row.used_at }))
    .execute();
}

/** False: there is no such file any more. */
export async function touchMedia(
  db: Queryable,
  { workspace_id, sha256 }: Pick<MediaRow, 'workspace_id' | 'sha256'>,
  usedAt: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set({ used_at: usedAt })
    .where('workspace_id', '=', workspace_id)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False: it was used in the meantime. */
export async function deleteMediaUnusedSince(db: Queryable, row: MediaRow): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('media')
    .where('workspace_id', '=', row.workspace_id)
    .where('sha256', '=', row.sha256)
    .where('used_at', '=', row.used_at)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export function listMediaUnusedSince(db: Queryable, before: string, limit: number): Promise<MediaRow[]> {
  return db.selectFrom('media').selectAll().where('used_at', '<', before).orderBy('used_at').limit(limit).execute();
}

/** Whether a post that is still to be sent names the file, by whatever address. */
export async function isMediaNeeded(db: Queryable, { workspace_id, sha256 }: MediaRow): Promise<boolean> {
  const named = `%${sha256}%`;
  const post = await db
    .selectFrom('post')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('status', 'in', ['scheduled', 'publishing'])
    .where((is) => is.or([is('media_urls', 'like', named), is('media', 'like', named), is('overrides', 'like', named)]))
    .limit(1)
    .executeTakeFirst();
  return post !== undefined;
}
