import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import { columns, prepare } from '../database/prepared.ts';
import type { ApiKeyTable, Queryable, Tables } from '../schema.ts';

export type ApiKeyRow = Selectable<ApiKeyTable>;

/** The limit of a key, and what counts towards it. */
export interface LimitedKey extends Pick<ApiKeyRow, 'preview' | 'spent' | 'spent_period'> {
  readonly creditLimit: number;
}

/** Id of a key, and the fields of its workspace that every request needs. */
export interface KeyOwner extends Pick<ApiKeyRow, 'scopes' | 'profiles' | 'platforms' | 'expires_at' | 'limited_by'> {
  readonly keyId: string;
  readonly lastUsedAt: string | null;
  readonly workspaceId: string;
  readonly plan: string;
  readonly periodEnd: string;
  readonly storedBytes: number;
}

const ownersByHash = prepare<[hash: string], KeyOwner>((db) =>
  db
    .selectFrom('api_key')
    .innerJoin('workspace', 'workspace.id', 'api_key.workspace_id')
    .select([
      'api_key.id as keyId',
      'api_key.last_used_at as lastUsedAt',
      ...(['scopes', 'profiles', 'platforms', 'expires_at', 'limited_by'] as const),
      'workspace.id as workspaceId',
      'workspace.plan as plan',
      'workspace.period_end as periodEnd',
      'workspace.stored_bytes as storedBytes',
    ])
    .where('api_key.hash', '=', '')
    .where('api_key.revoked_at', 'is', null),
);

/** Finds the owner of the key with this hash. */
export async function findKeyByHash(db: Queryable, hash: string): Promise<KeyOwner | undefined> {
  return (await ownersByHash(db, hash))[0];
}

const COLUMNS = columns(
  'id workspace_id name hash preview created_at last_used_at scopes profiles platforms expires_at credit_limit limited_by',
  'spent spent_period revoked_at created_by',
);

/** Lists the keys of a workspace, newest first. */
export const listKeyRows = prepare<[workspaceId: string], ApiKeyRow>((db) =>
  db
    .selectFrom('api_key')
    .select(COLUMNS)
    .where('workspace_id', '=', '')
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc'),
);

export async function countKeys(db: Queryable, workspaceId: string): Promise<number> {
  const query = db.selectFrom('api_key').select(({ fn }) => fn.countAll().as('keys'));
  const own = query.where('workspace_id', '=', workspaceId).where('revoked_at', 'is', null);
  return Number((await own.executeTakeFirstOrThrow()).keys);
}

export async function insertKey(db: Queryable, row: Insertable<ApiKeyTable>): Promise<void> {
  await db.insertInto('api_key').values(row).execute();
}

/**
 * Ends keys: deletes those without a limit, and keeps the others for the sake of what the keys that they made spend.
 * @param of names the only key to end, or the user whose keys end; every key of the workspace when both are left out
 * @returns number of ended keys
 */
export async function endKeys(
  db: Queryable,
  workspaceId: string,
  { id, createdBy, at }: { readonly id?: string; readonly createdBy?: string; readonly at: string },
): Promise<number> {
  const meant = ({ eb, and }: ExpressionBuilder<Tables, 'api_key'>) =>
    and([
      eb('workspace_id', '=', workspaceId),
      ...(id === undefined ? [] : [eb('id', '=', id)]),
      ...(createdBy === undefined ? [] : [eb('created_by', '=', createdBy)]),
    ]);
  const unlimited = db.deleteFrom('api_key').where('credit_limit', 'is', null).where(meant);
  const limited = db.updateTable('api_key').set({ revoked_at: at }).where('revoked_at', 'is', null).where(meant);
  const { numDeletedRows } = await unlimited.executeTakeFirst();
  const { numUpdatedRows } = await limited.executeTakeFirst();
  return Number(numDeletedRows + numUpdatedRows);
}

/** Finds a key that is not revoked. */
export function findKeyRow(db: Queryable, id: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_key').selectAll().where('id', '=', id).where('revoked_at', 'is', null).executeTakeFirst();
}

export async function touchKey(db: Queryable, id: string, at: string): Promise<void> {
  await db.updateTable('api_key').set({ last_used_at: at }).where('id', '=', id).execute();
}

/** Credits that count towards the limits of keys, in the period that begins at an instant. */
interface Spent {
  readonly credits: number;
  readonly period: string;
}

/** Adds to what keys have spent in a period, unless a new one has begun. What they spent in an earlier one no longer counts. */
export async function spendOnKeys(db: Queryable, ids: readonly string[], { credits, period }: Spent): Promise<void> {
  await db
    .updateTable('api_key')
    .set(({ eb, val }) => ({
      spent: eb(eb.case().when('spent_period', '=', period).then(eb.ref('spent')).else(val(0)).end(), '+', credits),
      spent_period: period,
    }))
    .where('id', 'in', ids)
    .where(({ eb, or }) => or([eb('spent_period', 'is', null), eb('spent_period', '<=', period)]))
    .execute();
}

/** Takes off what keys have spent in a period, unless a new one has begun. */
export async function unspendOnKeys(db: Queryable, ids: readonly string[], { credits, period }: Spent): Promise<void> {
  const same = db.updateTable('api_key').where('id', 'in', ids).where('spent_period', '=', period);
  await same.set(({ eb }) => ({ spent: eb('spent', '-', credits) })).execute();
}

/** Reads the keys with limits, of those with these ids. */
export function listLimitedKeys(db: Queryable, ids: readonly string[]): Promise<LimitedKey[]> {
  const keys = db.selectFrom('api_key').select(['preview', 'credit_limit as creditLimit', 'spent', 'spent_period']);
  return keys
    .where('id', 'in', ids)
    .where('credit_limit', 'is not', null)
    .$narrowType<{ creditLimit: number }>()
    .execute();
}
