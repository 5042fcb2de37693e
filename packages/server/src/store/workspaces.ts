import type { Insertable, Selectable } from 'kysely';
import type { Queryable, WorkspaceTable } from './schema.ts';

export type WorkspaceRow = Selectable<WorkspaceTable>;

/** Inserts a workspace without credits or log entries. */
export async function insertWorkspace(
  db: Queryable,
  row: Omit<Insertable<WorkspaceTable>, 'balance' | 'held' | 'used' | 'log_count'>,
): Promise<void> {
  await db
    .insertInto('workspace')
    .values({ ...row, balance: 0, held: 0, used: 0, log_count: 0 })
    .execute();
}

export function findWorkspace(db: Queryable, id: string): Promise<WorkspaceRow | undefined> {
  return db.selectFrom('workspace').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findWorkspaceByOwner(db: Queryable, userId: string): Promise<WorkspaceRow | undefined> {
  return db.selectFrom('workspace').selectAll().where('owner_user_id', '=', userId).executeTakeFirst();
}

export function findWorkspaceByEmail(db: Queryable, email: string): Promise<WorkspaceRow | undefined> {
  return db.selectFrom('workspace').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirst();
}

export function listWorkspaces(db: Queryable): Promise<WorkspaceRow[]> {
  return db.selectFrom('workspace').selectAll().orderBy('id').execute();
}

export async function hasWorkspaces(db: Queryable): Promise<boolean> {
  return (await db.selectFrom('workspace').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function setPlan(db: Queryable, id: string, plan: string): Promise<void> {
  await db.updateTable('workspace').set({ plan }).where('id', '=', id).execute();
}
