import type { Insertable, Selectable } from 'kysely';
import type { ApiKeyTable, Queryable } from './schema.ts';

export type ApiKeyRow = Selectable<ApiKeyTable>;

/** The key together with what every request needs to know of its workspace. */
export function findKeyByHash(db: Queryable, hash: string) {
  return db
    .selectFrom('api_key')
    .innerJoin('workspace', 'workspace.id', 'api_key.workspace_id')
    .select([
      'api_key.id as keyId',
      'api_key.last_used_at as lastUsedAt',
      'workspace.id as workspaceId',
      'workspace.plan as plan',
      'workspace.period_end as periodEnd',
    ])
    .where('api_key.hash', '=', hash)
    .executeTakeFirst();
}

export function listKeyRows(db: Queryable, workspaceId: string): Promise<ApiKeyRow[]> {
  return db.selectFrom('api_key').selectAll().where('workspace_id', '=', workspaceId).orderBy('id', 'desc').execute();
}

export async function insertKey(db: Queryable, row: Insertable<ApiKeyTable>): Promise<void> {
  await db.insertInto('api_key').values(row).execute();
}

export async function deleteKey(db: Queryable, workspaceId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('api_key')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function touchKey(db: Queryable, id: string, at: string): Promise<void> {
  await db.updateTable('api_key').set({ last_used_at: at }).where('id', '=', id).execute();
}
