import { setImmediate as letOthersRun } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Queryable } from './schema.ts';

// A row counts 500 bytes beside its texts, here and in the triggers that count.
/** Entries of the log that are measured at once: a read of SQLite blocks this process. */
const CHUNK = 20_000;

/** Adds to the stored bytes of a workspace what no trigger adds. */
export async function countStored(db: Queryable, workspaceId: string, bytes: number): Promise<void> {
  const query = db.updateTable('workspace').set((eb) => ({ stored_bytes: eb('stored_bytes', '+', bytes) }));
  await query.where('id', '=', workspaceId).execute();
}

/** Sets the stored bytes of a workspace to what was measured, and what was added meanwhile. Does nothing where another measurement was faster. */
export async function correctStored(
  db: Queryable,
  workspaceId: string,
  { counted, bytes }: { counted: number; bytes: number },
): Promise<void> {
  const query = db.updateTable('workspace').set((eb) => ({ stored_bytes: eb('stored_bytes', '+', bytes - counted) }));
  await query.where('id', '=', workspaceId).where('stored_bytes', '>=', counted).execute();
}

/**
 * Measures what counts as stored of a workspace: what ends by age, and what it can free. What belongs to a sent post does not count.
 * @param since instant from which entries of the log, deliveries and posts that were never sent count
 */
export async function measureStored(db: Queryable, workspaceId: string, since: string): Promise<number> {
  const others = await sql<{ bytes: number | string }>`select
    (select coalesce(sum(500 + octet_length(body)), 0) from idempotency_key
      where workspace_id = ${workspaceId} and post_id is null)
    + (select coalesce(sum(500 + bytes), 0) from draft where workspace_id = ${workspaceId} and status = 'draft')
    + (select coalesce(sum(unsent_bytes), 0) from post where workspace_id = ${workspaceId} and unsent_bytes > 0
      and (status = 'scheduled' or created_at > ${since}))
    + (select coalesce(sum(500 + coalesce(octet_length(details), 0) + coalesce(octet_length(body), 0)), 0)
      from webhook_event where workspace_id = ${workspaceId} and created_at > ${since} and kind not like 'post.%')
    + (select coalesce(sum(500 + coalesce(octet_length(body), 0) + coalesce(octet_length(last_try), 0)), 0)
      from webhook_delivery where workspace_id = ${workspaceId} and created_at > ${since} and kind not like 'post.%')
    as bytes`.execute(db);
  return Number(others.rows[0]?.bytes ?? 0) + (await measureLog(db, workspaceId, since));
}

async function measureLog(db: Queryable, workspaceId: string, since: string): Promise<number> {
  const { log_count: last } = await db
    .selectFrom('workspace')
    .select('log_count')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  let total = 0;
  for (let highest = Number(last); highest > 0; highest -= CHUNK) {
    const chunk = sql<{ bytes: number | string; entries: number | string }>`select
      coalesce(sum(case when action like 'post.%' then 0 else 500 + octet_length(metadata) end), 0) as bytes,
      count(*) as entries from activity_log where workspace_id = ${workspaceId} and seq <= ${highest}
      and seq > ${highest - CHUNK} and created_at > ${since}`;
    const [row] = (await chunk.execute(db)).rows;
    if (Number(row?.entries ?? 0) === 0) break;
    total += Number(row?.bytes ?? 0);
    await letOthersRun();
  }
  return total;
}
