import type { SearchWord } from '@social/rules';
import { sql } from 'kysely';
import { dialectOf } from '../database/dialects.ts';
import { prepare } from '../database/prepared.ts';
import { filtersOf, type PostFilters } from '../posts/post-filters.ts';
import type { Queryable } from '../schema.ts';
import { FEW, findRarest, type Place, scan } from './scan-posts.ts';
import * as onPostgres from './words-on-postgres.ts';
import * as onSqlite from './words-on-sqlite.ts';

/** A page of posts, latest first: in the order of ids, or with `from` or `to` in the order of times. */
export interface PostSearch extends PostFilters {
  readonly limit: number;
  /** Words, of which a post has all; at least one. */
  readonly words?: readonly SearchWord[];
  /** First instant of the range, ISO 8601 in UTC with milliseconds. */
  readonly from?: string;
  /** Instant at which the range ends; it is not part of the range. */
  readonly to?: string;
  /** Last post of the page before; with its time where times give the order. */
  readonly before?: { readonly id: string; readonly happensAt?: string };
}

const newest = prepare<[workspaceId: string, limit: number], Place>((db) =>
  db.selectFrom('post').select('id').where('workspace_id', '=', '').orderBy('id', 'desc').limit(0),
);

/** Finds the ids of a page of posts, at most `limit`. Takes longer the more posts it skips, with pauses for other requests. */
export async function findPostIds(db: Queryable, workspaceId: string, search: PostSearch): Promise<string[]> {
  const onDialect = dialectOf(db) === 'sqlite' ? onSqlite : onPostgres;
  const words = search.words && { workspaceId, words: search.words };
  const further = filtersOf(workspaceId, search);
  const { limit, before, from, to } = search;
  const isByTime = from !== undefined || to !== undefined;
  if (words && !isByTime) return onDialect.findByWords(db, words, further, { limit, before });
  if (!isByTime && further.length === 0 && before === undefined) {
    return (await newest(db, workspaceId, limit)).map(({ id }) => id);
  }
  const filters = words ? [await onDialect.filterByWords(db, words), ...further] : further;
  const rarest = isByTime || filters.length > 1 ? await findRarest(db, filters, FEW) : { filter: filters[0], count: 0 };
  const others = filters.filter((filter) => filter !== rarest.filter || filter.isLoose);
  if (!isByTime) {
    const source = rarest.filter?.ids ?? sql<{ id: string }>`select id from post where workspace_id = ${workspaceId}`;
    return scan(db, source, { columns: ['id'], filters: others, limit, before });
  }
  const page = {
    columns: ['happens_at', 'id'] as const,
    limit,
    before: earlier(before && { id: before.id, happens_at: before.happensAt ?? '' }, startOf(to)),
    first: startOf(from),
  };
  if (rarest.filter === undefined || rarest.count >= FEW) {
    const all = sql<Place>`select id, happens_at from post where workspace_id = ${workspaceId}`;
    return scan(db, all, { ...page, filters });
  }
  // SQLite reads a cross join from left to right.
  const few = sql<Place>`select post.id, post.happens_at from (${rarest.filter.ids}) as few cross join post
    where post.id = few.id`;
  return scan(db, few, { ...page, filters: others });
}

function startOf(instant: string | undefined): Place | undefined {
  return instant === undefined ? undefined : { happens_at: instant, id: '' };
}

function earlier(one: Place | undefined, other: Place | undefined): Place | undefined {
  if (!one?.happens_at || !other?.happens_at) return one ?? other;
  return one.happens_at < other.happens_at ? one : other;
}
