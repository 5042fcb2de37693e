import type { PlatformId } from '@social/types';
import { type Selectable, sql } from 'kysely';
import { changesRows } from '../database/statements.ts';
import type { Queryable } from '../schema.ts';
import type { CounterReadingTable } from './counter-table.ts';
import type { TargetRow } from './targets.ts';

export type CounterReadingRow = Selectable<CounterReadingTable>;

// Repeats the condition of the partial index, without which a query would read the whole table.
const IS_DUE = sql<boolean>`due_at is not null`;

/** Lists the readings of targets. */
export function listReadings(db: Queryable, targetIds: readonly string[]): Promise<CounterReadingRow[]> {
  if (targetIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('counter_reading')
    .selectAll()
    .where('target_id', 'in', [...targetIds])
    .execute();
}

/**
 * Stores that a network is asked about a target now, so that nobody else asks.
 * @param row the reading as it begins where nothing is stored yet
 * @param askedBefore instant before which the last try must have been
 * @returns false when another call has asked since; nothing changes then
 */
export function claimReading(
  db: Queryable,
  row: CounterReadingRow & { readonly asked_at: string },
  askedBefore: string,
): Promise<boolean> {
  const insert = db.insertInto('counter_reading').values(row);
  return changesRows(
    insert.onConflict((conflict) =>
      conflict
        .column('target_id')
        .doUpdateSet({ asked_at: row.asked_at })
        .where(({ or, eb }) =>
          or([eb('counter_reading.asked_at', 'is', null), eb('counter_reading.asked_at', '<=', askedBefore)]),
        ),
    ),
  );
}

/** Stores how a try ended. Without counters the earlier ones stay. */
export async function storeReading(
  db: Queryable,
  targetId: string,
  change: Partial<Pick<CounterReadingRow, 'counters' | 'read_at' | 'network'>> & Pick<CounterReadingRow, 'problem'>,
): Promise<void> {
  await db.updateTable('counter_reading').set(change).where('target_id', '=', targetId).execute();
}

/** Rows of one insert. SQLite takes at most 32,766 values in a statement. */
const SLICE = 500;

/** Stores readings that are still to be made, for targets without one. */
export async function planReadings(db: Queryable, rows: readonly CounterReadingRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += SLICE) {
    await db
      .insertInto('counter_reading')
      .values(rows.slice(from, from + SLICE))
      .onConflict((conflict) => conflict.column('target_id').doNothing())
      .execute();
  }
}

/** Lists the readings that are due, the longest due ones first. */
export function listDueReadings(db: Queryable, now: string, limit: number): Promise<CounterReadingRow[]> {
  const due = db.selectFrom('counter_reading').selectAll().where(IS_DUE).where('due_at', '<=', now);
  return due.orderBy('due_at').limit(limit).execute();
}

/** Moves a daily reading to its next time. @returns false when another process has moved it, and makes the reading */
export function moveDueReading(
  db: Queryable,
  { target_id, due_at }: Pick<CounterReadingRow, 'target_id' | 'due_at'>,
  next: string | null,
): Promise<boolean> {
  const update = db.updateTable('counter_reading').set({ due_at: next }).where('target_id', '=', target_id);
  return changesRows(update.where('due_at', 'is not distinct from', due_at));
}

/** A published target without a reading. */
export type UnreadTarget = Pick<TargetRow, 'id' | 'platform' | 'profile_id' | 'sent_at' | 'updated_at'>;

/** Lists the first parts of posts that were published and have no reading yet. */
export function listUnreadTargets(
  db: Queryable,
  postIds: readonly string[],
  platforms: readonly PlatformId[],
): Promise<UnreadTarget[]> {
  return db
    .selectFrom('post_target')
    .innerJoin('post', 'post.id', 'post_target.post_id')
    .leftJoin('counter_reading', 'counter_reading.target_id', 'post_target.id')
    .select(['post_target.id', 'post_target.platform', 'post_target.sent_at', 'post_target.updated_at'])
    .select('post.profile_id')
    .where('post_target.post_id', 'in', [...postIds])
    .where('post_target.state', '=', 'published')
    .where('post_target.part', '=', 1)
    .where('post_target.removed_at', 'is', null)
    .where('post_target.platform', 'in', [...platforms])
    .where('counter_reading.target_id', 'is', null)
    .execute();
}

/** A reading with what it is about. */
export interface ListedReading
  extends Pick<CounterReadingRow, 'target_id' | 'network' | 'published_at' | 'counters' | 'read_at'>,
    Pick<TargetRow, 'post_id' | 'platform' | 'account' | 'account_name' | 'channel' | 'url'> {
  /** Beginning of the post's text. */
  readonly beginning: string;
}

/** Span in which targets were published: the first instant, and the one at which it ends. */
export interface ReadingSpan {
  readonly from: string;
  readonly to: string;
  /** Ids of the only profiles to look at; null for all. */
  readonly profiles: readonly string[] | null;
}

/** Page of readings. */
export interface ReadingPage {
  readonly order: 'asc' | 'desc';
  /** Last one of the page before. */
  readonly after: ListedReading | undefined;
  readonly limit: number;
}

/** Lists a page of the readings of targets that were published in a span. */
export function listReadingsWithin(
  db: Queryable,
  workspaceId: string,
  span: ReadingSpan,
  { order, after, limit }: ReadingPage,
): Promise<ListedReading[]> {
  const all = readingsOf(db, workspaceId, span);
  const place = sql`(counter_reading.published_at, counter_reading.target_id)`;
  const sign = sql.raw(order === 'asc' ? '>' : '<');
  const further = after ? all.where(sql<boolean>`${place} ${sign} (${after.published_at}, ${after.target_id})`) : all;
  return further
    .orderBy('counter_reading.published_at', order)
    .orderBy('counter_reading.target_id', order)
    .limit(limit)
    .execute();
}

/** Characters of a text that are listed. */
const BEGINNING = 200;

function readingsOf(db: Queryable, workspaceId: string, { from, to, profiles }: ReadingSpan) {
  const within = db
    .selectFrom('counter_reading')
    .innerJoin('post_target', 'post_target.id', 'counter_reading.target_id')
    .innerJoin('post', 'post.id', 'post_target.post_id')
    .select(['counter_reading.target_id', 'counter_reading.network', 'counter_reading.published_at'])
    .select(['counter_reading.counters', 'counter_reading.read_at', 'post_target.post_id', 'post_target.platform'])
    .select([
      'post_target.account',
      'post_target.account_name',
      'post_target.channel',
      'post_target.url',
      sql<string>`substr(post.text, 1, ${sql.lit(BEGINNING)})`.as('beginning'),
    ])
    .where('counter_reading.workspace_id', '=', workspaceId)
    .where('counter_reading.published_at', '>=', from)
    .where('counter_reading.published_at', '<', to)
    .where('counter_reading.read_at', 'is not', null);
  return profiles === null ? within : within.where('counter_reading.profile_id', 'in', [...profiles]);
}
