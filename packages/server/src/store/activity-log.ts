import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import { newId } from '../ids.ts';
import { countInWorkspace } from './accounts/workspaces.ts';
import { columns, insertRows, prepare } from './database/prepared.ts';
import type { AccountNameTable, ActivityLogTable, Queryable } from './schema.ts';

export type ActivityRow = Selectable<ActivityLogTable>;
/** An entry before it is stored. `target` of its details is the short name of its account. */
export type NewActivity = Omit<ActivityRow, 'id' | 'seq' | 'target' | 'metadata'> & {
  metadata: Record<string, unknown> & { readonly target?: unknown };
};

/** Characters of a text in an entry. What an entry tells of is kept elsewhere. */
const MAX_TEXT = 500;

/**
 * Appends an entry. Longer texts are cut. Must run in a transaction.
 * @param number number of the entry, where the caller has counted it already; the workspace's next one by default
 */
export async function appendActivity(db: Queryable, entry: NewActivity, number?: number): Promise<void> {
  const nothing = { unheld: 0, charged: 0 };
  const seq = number ?? (await countInWorkspace(db, entry.workspace_id, { ...nothing, logged: 1 })).log_count;
  const { workspace_id, action, platform, profile_id, profile_name, status, created_at } = entry;
  const metadata = JSON.stringify(entry.metadata, cutTexts);
  const target = typeof entry.metadata.target === 'string' ? entry.metadata.target : null;
  const row = { id: newId(), workspace_id, seq, action, platform, profile_name, status, metadata, created_at };
  await insertRows(db, 'activity_log', [{ ...row, profile_id, target }]);
}

/** Cuts a text, between two characters. Addresses stay whole. */
function cutTexts(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= MAX_TEXT || name === 'url') return value;
  return `${value.slice(0, MAX_TEXT - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Conditions that entries must meet; a missing one admits every entry. */
export interface ActivityFilters extends Partial<Pick<ActivityRow, (typeof FILTERED)[number]>> {
  /** Profiles, of which an entry has one. */
  readonly profileIds?: readonly string[];
  /** Accounts by the names that they have had, of which an entry has one. */
  readonly accounts?: readonly Pick<AccountNameTable, 'profile_id' | 'name'>[];
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

const FILTERED = ['action', 'platform', 'status'] as const;
// A read of SQLite blocks this process: after this many entries it pauses for other requests.
const CHUNK = 20_000;

/** Number of the last entry ever, and of the first one that is kept; null without entries. */
const counts = prepare<[workspaceId: string], { log_count: number; first: number | null }>((db) =>
  db
    .selectFrom('workspace')
    .select('log_count')
    .select(({ selectFrom }) =>
      selectFrom('activity_log')
        .select(({ fn }) => fn.min('seq').as('first'))
        .whereRef('activity_log.workspace_id', '=', 'workspace.id')
        .as('first'),
    )
    .where('id', '=', ''),
);
const COLUMNS = columns(
  'id workspace_id seq action platform profile_id profile_name target status metadata created_at',
);
const entriesUpTo = prepare<[workspaceId: string, seq: number, limit: number], ActivityRow>((db) =>
  db
    .selectFrom('activity_log')
    .select(COLUMNS)
    .where('workspace_id', '=', '')
    .where('seq', '<=', 0)
    .orderBy('seq', 'desc')
    .limit(0),
);

/**
 * Reads a page of entries, newest first, and their total. Without filters it uses the numbers, which have gaps nowhere, though the first
 * entries may have been deleted: the total is a difference, and each offset a seek.
 */
export async function listActivity(
  db: Queryable,
  workspaceId: string,
  page: Page,
  filters: ActivityFilters = {},
): Promise<{ rows: ActivityRow[]; total: number }> {
  if (filters.profileIds?.length === 0 || filters.accounts?.length === 0) return { rows: [], total: 0 };
  const { log_count: last, first } = (await counts(db, workspaceId))[0] ?? { log_count: 0, first: null };
  const total = first === null ? 0 : last - first + 1;
  if ([...FILTERED, 'profileIds' as const].some((name) => filters[name] !== undefined)) {
    const found = await findNumbers(db, { workspaceId, first: first ?? last + 1, last, filters }, page);
    return { rows: await readEntries(db, workspaceId, found.numbers), total: found.total };
  }
  if (page.offset >= total) return { rows: [], total };
  return { rows: await entriesUpTo(db, workspaceId, last - page.offset, page.limit), total };
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
  { workspaceId, first, last, filters }: { workspaceId: string; first: number; last: number; filters: ActivityFilters },
  page: Page,
): Promise<{ numbers: number[]; total: number }> {
  const numbers: number[] = [];
  let total = 0;
  for (let highest = last; highest >= first; highest -= CHUNK) {
    let matching = db
      .selectFrom('activity_log')
      .where('workspace_id', '=', workspaceId)
      .where('seq', '<=', highest)
      .where('seq', '>', highest - CHUNK);
    for (const name of FILTERED) {
      const value = filters[name];
      if (value !== undefined) matching = matching.where(name, '=', value);
    }
    if (filters.accounts) {
      const accounts = filters.accounts.map(({ profile_id, name }) => sql`(${profile_id}, ${name})`);
      matching = matching.where(sql<boolean>`(profile_id, target) in (values ${sql.join(accounts)})`);
    }
    if (filters.profileIds) matching = matching.where('profile_id', 'in', [...filters.profileIds]);
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

/** Deletes the oldest entries of a workspace from before an instant. @returns number of entries, at most `limit` */
export async function deleteOldEntries(
  db: Queryable,
  workspaceId: string,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const oldest = await db
    .selectFrom('activity_log')
    .select(['seq', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('seq')
    .limit(limit)
    .execute();
  const young = oldest.findIndex(({ created_at }) => created_at >= before);
  const old = young === -1 ? oldest : oldest.slice(0, young);
  const last = old.at(-1);
  if (!last) return 0;
  const query = db.deleteFrom('activity_log').where('workspace_id', '=', workspaceId);
  await query.where('seq', '<=', last.seq).execute();
  return old.length;
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
