import type { Queryable } from '../schema.ts';

/** What was created with an idempotency key. */
export interface MadeByKey {
  readonly key: string;
  /** Null where it is a draft. */
  readonly post_id: string | null;
}

/** Finds the posts and drafts that were created with any of these keys. */
export async function listMadeByKeys(
  db: Queryable,
  workspaceId: string,
  keys: readonly string[],
): Promise<MadeByKey[]> {
  if (keys.length === 0) return [];
  return db
    .selectFrom('idempotency_key')
    .select(['key', 'post_id'])
    .where('workspace_id', '=', workspaceId)
    .where('key', 'in', [...keys])
    .where(({ or, eb }) => or([eb('post_id', 'is not', null), eb('draft_id', 'is not', null)]))
    .execute();
}
