import type { Schema } from '@social/types';
import type { Queryable } from '../schema.ts';

/** Reads the saved views of a workspace, in their order. */
export async function readViews(db: Queryable, workspaceId: string): Promise<Schema<'View'>[]> {
  const saved = db.selectFrom('saved_views').select('views').where('workspace_id', '=', workspaceId);
  return JSON.parse((await saved.executeTakeFirst())?.views ?? '[]') as Schema<'View'>[];
}

/** Stores views in place of those that a workspace has. */
export async function writeViews(db: Queryable, workspaceId: string, list: readonly Schema<'View'>[]): Promise<void> {
  const views = JSON.stringify(list);
  await db
    .insertInto('saved_views')
    .values({ workspace_id: workspaceId, views })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ views }))
    .execute();
}
