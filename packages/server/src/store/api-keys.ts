import type { CompiledQuery, Insertable, Selectable } from 'kysely';
import type { ApiKeyTable, Queryable } from './schema.ts';

export type ApiKeyRow = Selectable<ApiKeyTable>;

/** A key's id, and what every request needs to know of its workspace. */
export interface KeyOwner {
  readonly keyId: string;
  readonly lastUsedAt: string | null;
  readonly workspaceId: string;
  readonly plan: string;
  readonly periodEnd: string;
}

// Asked by every request: building and compiling it each time would cost more than running it.
const ownerQueries = new WeakMap<Queryable, CompiledQuery<KeyOwner>>();

/** The owner of the key with this hash. */
export async function findKeyByHash(db: Queryable, hash: string): Promise<KeyOwner | undefined> {
  const query = ownerQueries.get(db) ?? ownerQuery(db);
  ownerQueries.set(db, query);
  const { rows } = await db.executeQuery<KeyOwner>({ ...query, parameters: [hash] });
  return rows[0];
}

function ownerQuery(db: Queryable): CompiledQuery<KeyOwner> {
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
    .where('api_key.hash', '=', '')
    .compile();
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
