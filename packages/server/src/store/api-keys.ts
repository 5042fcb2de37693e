import type { Insertable, Selectable } from 'kysely';
import { prepare } from './database/prepared.ts';
import { changesRows, findsRow } from './database/statements.ts';
import type { ApiKeyTable, Queryable } from './schema.ts';

export type ApiKeyRow = Selectable<ApiKeyTable>;

/** Id of a key, and the fields of its workspace that every request needs. */
export interface KeyOwner {
  readonly keyId: string;
  readonly lastUsedAt: string | null;
  readonly workspaceId: string;
  readonly plan: string;
  readonly periodEnd: string;
}

const ownersByHash = prepare<[hash: string], KeyOwner>((db) =>
  db
    .selectFrom('api_key')
    .innerJoin('workspace', 'workspace.id', 'api_key.workspace_id')
    .select([
      'api_key.id as keyId',
      'api_key.last_used_at as lastUsedAt',
      'workspace.id as workspaceId',
      'workspace.plan as plan',
      'workspace.period_end as periodEnd',
    ])
    .where('api_key.hash', '=', ''),
);

/** Finds the owner of the key with this hash. */
export async function findKeyByHash(db: Queryable, hash: string): Promise<KeyOwner | undefined> {
  return (await ownersByHash(db, hash))[0];
}

/** Lists the keys of a workspace, newest first. */
export const listKeyRows = prepare<[workspaceId: string], ApiKeyRow>((db) =>
  db.selectFrom('api_key').selectAll().where('workspace_id', '=', '').orderBy('id', 'desc'),
);

export async function countKeys(db: Queryable, workspaceId: string): Promise<number> {
  const query = db.selectFrom('api_key').select(({ fn }) => fn.countAll().as('keys'));
  return Number((await query.where('workspace_id', '=', workspaceId).executeTakeFirstOrThrow()).keys);
}

export async function insertKey(db: Queryable, row: Insertable<ApiKeyTable>): Promise<void> {
  await db.insertInto('api_key').values(row).execute();
}

export function deleteKey(db: Queryable, workspaceId: string, id: string): Promise<boolean> {
  return changesRows(db.deleteFrom('api_key').where('workspace_id', '=', workspaceId).where('id', '=', id));
}

/** Deletes every key of a workspace. @returns number of deleted keys */
export async function deleteKeys(db: Queryable, workspaceId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('api_key').where('workspace_id', '=', workspaceId).executeTakeFirst();
  return Number(numDeletedRows);
}

export function hasKey(db: Queryable, id: string): Promise<boolean> {
  return findsRow(db.selectFrom('api_key').select('id').where('id', '=', id));
}

export async function touchKey(db: Queryable, id: string, at: string): Promise<void> {
  await db.updateTable('api_key').set({ last_used_at: at }).where('id', '=', id).execute();
}
