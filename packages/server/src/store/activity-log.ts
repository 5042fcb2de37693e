import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { newId } from '../ids.ts';
import { countInWorkspace } from './accounts/workspaces.ts';
import { namesProfile } from './connections/of-profiles.ts';
import { insertRows, prepare } from './database/prepared.ts';
import type { ActivityLogTable, Queryable } from './schema.ts';

export type ActivityRow = Selectable<ActivityLogTable>;
export type NewActivity = Omit<ActivityRow, 'id' | 'seq' | 'metadata'> & { metadata: Record<string, unknown> };

/**
 * Appends an entry. Must run in a transaction.
 * @param number number of the entry, where the caller has counted it already; the workspace's next one by default
 */
export async function appendActivity(db: Queryable, entry: NewActivity, number?: number): Promise<void> {
  const nothing = { unheld: 0, charged: 0 };
  const seq = number ?? (await countInWorkspace(db, entry.workspace_id, { ...nothing, logged: 1 })).log_count;
  const { workspace_id, action, platform, profile_name, status, created_at } = entry;
  const metadata = JSON.stringify(entry.metadata);
  const row = { id: newId(), workspace_id, seq, action, platform, profile_name, status, metadata, created_at };
  await insertRows(db, 'activity_log', [row]);
}

/** Conditions that entries must meet; a missing one admits every entry. */
export interface ActivityFilters extends Partial<Pick<ActivityRow, (typeof FILTERED)[number]>> {
  /** Profiles, of which an entry names one itself or by its post. */
  readonly profileIds?: readonly string[];
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

const FILTERED = ['action', 'platform', 'status'] as const;
// A read of SQLite blocks this process: after this many entries it pauses for other requests.
const CHUNK = 20_000;

const counts = prepare<[workspaceId: string], { log_count: number }>((db) =>
  db.selectFrom('workspace').select('log_count').where('id', '=', ''),
);
const entriesUpTo = prepare<[workspaceId: string, seq: number, limit: number], ActivityRow>((db) =>
  db
    .selectFrom('activity_log')
    .selectAll()
    .where('workspace_id', '=', '')
    .where('seq', '<=', 0)
    .orderBy('seq', 'desc')
    .limit(0),
);

/**
 * Reads a page of entries, newest first, and their total. Without filters it uses the dense numbers: the total is a stored
 * count, and each offset a seek.
 */
export async function listActivity(
  db: Queryable,
  workspaceId: string,
  page: Page,
  filters: ActivityFilters = {},
): Promise<{ rows: ActivityRow[]; total: number }> {
  const total = (await counts(db, workspaceId))[0]?.log_count ?? 0;
  if ([...FILTERED, 'profileIds' as const].some((name) => filters[name] !== undefined)) {
    const found = await findNumbers(db, { workspaceId, last: total, filters }, page);
    return { rows: await readEntries(db, workspaceId, found.numbers), total: found.total };
  }
  if (page.offset >= total) return { rows: [], total };
  return { rows: await entriesUpTo(db, workspaceId, total - page.offset, page.limit), total };
}

/** Reads the entries of an action and a status in a range of numbers, oldest first. @param range without `after`, with `last` */
export function listEntries(
  db: Queryable,
  workspaceId: string,
  range: Pick<ActivityRow, 'action' | 'status'> & { readonly after: number; readonly last: number },
): Promise<ActivityRow[]> {
  return db
    .selectFrom('activity_log')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('seq', '>', range.after)
    .where('seq', '<=', range.last)
    .where('action', '=', range.action)
    .where('status', '=', range.status)
    .orderBy('seq')
    .execute();
}

/** Finds the numbers of a page of matching entries and counts all matches. Reads indexes only, in chunks with pauses. */
async function findNumbers(
  db: Queryable,
  { workspaceId, last, filters }: { workspaceId: string; last: number; filters: ActivityFilters },
  page: Page,
): Promise<{ numbers: number[]; total: number }> {
  const numbers: number[] = [];
  let total = 0;
  for (let highest = last; highest > 0; highest -= CHUNK) {
    let matching = db
      .selectFrom('activity_log')
      .where('workspace_id', '=', workspaceId)
      .where('seq', '<=', highest)
      .where('seq', '>', highest - CHUNK);
    for (const name of FILTERED) {
      const value = filters[name];
      if (value !== undefined) matching = matching.where(name, '=', value);
    }
    if (filters.profileIds) matching = matching.where(namesProfile(db, filters.profileIds, 'postId'));
    const { count } = await matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    const offset = Math.max(page.offset - total, 0);
    const limit = page.limit - numbers.length;
    if (limit > 0 && offset < count) {
      const rows = await matching.select('seq').orderBy('seq', 'desc').limit(limit).offset(offset).execute();
      numbers.push(...rows.map(({ seq }) => seq));
    }
    total += count;
    await letOthersRun();
  }
  return { numbers, total };
}

async function readEntries(db: Queryable, workspaceId: string, numbers: readonly number[]): Promise<ActivityRow[]> {
  if (numbers.length === 0) return [];
  return db
    .selectFrom('activity_log')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('seq', 'in', [...numbers])
    .orderBy('seq', 'desc')
    .execute();
}
