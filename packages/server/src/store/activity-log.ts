import type { Selectable } from 'kysely';
import { newId } from '../ids.ts';
import type { ActivityLogTable, Queryable } from './schema.ts';

export type ActivityRow = Selectable<ActivityLogTable>;
export type NewActivity = Omit<ActivityRow, 'id' | 'seq' | 'metadata'> & { metadata: Record<string, unknown> };

/** Appends an entry under the workspace's next number. Belongs in a transaction. */
export async function appendActivity(db: Queryable, entry: NewActivity): Promise<void> {
  const { log_count } = await db
    .updateTable('workspace')
    .set((eb) => ({ log_count: eb('log_count', '+', 1) }))
    .where('id', '=', entry.workspace_id)
    .returning('log_count')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('activity_log')
    .values({ ...entry, id: newId(), seq: log_count, metadata: JSON.stringify(entry.metadata) })
    .execute();
}

/** Newest first. The dense numbers make the total a stored count, and any offset a seek. */
export async function listActivity(
  db: Queryable,
  workspaceId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: ActivityRow[]; total: number }> {
  const { log_count: total } = await db
    .selectFrom('workspace')
    .select('log_count')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  if (page.offset >= total) return { rows: [], total };
  const rows = await db
    .selectFrom('activity_log')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('seq', '<=', total - page.offset)
    .orderBy('seq', 'desc')
    .limit(page.limit)
    .execute();
  return { rows, total };
}
