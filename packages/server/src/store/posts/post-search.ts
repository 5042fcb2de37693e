import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { SearchWord } from '@social/rules';
import { type RawBuilder, sql } from 'kysely';
import { dialectOf } from '../database/dialects.ts';
import { prepare } from '../database/prepared.ts';
import type { Queryable } from '../schema.ts';
import { type Filter, filtersOf, type PostFilters } from './post-filters.ts';
import { asPlace, firstPlaceOf } from './search-index.ts';
import { type WordSearch, wordFilter } from './word-filter.ts';
import { areUsual, findAmongNewest, findInIndex } from './word-search.ts';

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

interface Place {
  readonly id: string;
  readonly happens_at?: string;
  /** Place in the list, where the words of posts are read. */
  readonly number?: number;
}

// A read of SQLite blocks this process: after examining this many posts it pauses for other requests.
const CHUNK = 500;
// Up to this many posts, sorting by time is faster than walking the index of times.
const FEW = 1_000;
// To count up to this many posts takes milliseconds. A condition that more posts meet fills a page soon.
const MANY = 20_000;

const newest = prepare<[workspaceId: string, limit: number], Place>((db) =>
  db.selectFrom('post').select('id').where('workspace_id', '=', '').orderBy('id', 'desc').limit(0),
);

/** Finds the ids of a page of posts, at most `limit`. Takes longer the more posts it skips, with pauses for other requests. */
export async function findPostIds(db: Queryable, workspaceId: string, search: PostSearch): Promise<string[]> {
  const dialect = dialectOf(db);
  const words = search.words && { workspaceId, words: search.words };
  const further = filtersOf(workspaceId, search);
  const filters = words ? [wordFilter(dialect, words), ...further] : further;
  const { limit, before, from, to } = search;
  const isByTime = from !== undefined || to !== undefined;
  if (!isByTime && filters.length === 0 && before === undefined) {
    return (await newest(db, workspaceId, limit)).map(({ id }) => id);
  }
  if (words && !isByTime) return findByWords(db, words, further, search);
  // To count all posts that have usual words takes long.
  const counted = words && (await areUsual(db, words)) ? further : filters;
  const rarest = isByTime || filters.length > 1 ? await findRarest(db, counted, FEW) : { filter: filters[0], count: 0 };
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

/** Finds posts with words in the order of ids: among the newest ones, then by the condition that the fewest posts meet. */
async function findByWords(
  db: Queryable,
  words: WordSearch,
  further: readonly Filter[],
  { limit, before }: PostSearch,
): Promise<string[]> {
  const isPlaced = dialectOf(db) === 'sqlite';
  const placed = async (id: string) => ({ id, ...(isPlaced && { number: await placeOf(db, id) }) });
  const byWords = wordFilter(dialectOf(db), words);
  const rarest = await findRarest(db, further, MANY);
  const from = before && (await placed(before.id));
  const isRare = rarest.count < FEW;
  const found = isRare ? [] : await findAmongNewest(db, words, { filters: further, limit, before: from });
  if (found.length === limit) return found;
  const last = found.at(-1);
  const rest = { limit: limit - found.length, before: last === undefined ? from : await placed(last) };
  // To count all posts that have usual words takes long.
  const areFew = async () => !(await areUsual(db, words)) && (await findRarest(db, [byWords], FEW)).count < FEW;
  if (rarest.filter !== undefined && rarest.count < MANY && (isRare || !(await areFew()))) {
    const filters = [byWords, ...further].filter((filter) => filter !== rarest.filter || filter.isLoose);
    return [...found, ...(await scan(db, rarest.filter.ids, { columns: ['id'], filters, ...rest }))];
  }
  if (!isPlaced) return [...found, ...(await findInIndex(db, words, { filters: further, ...rest }))];
  return [...found, ...(await scan(db, byWords.ids, { columns: ['number'], filters: further, ...rest }))];
}

/** Place of a post in the list; of one that is gone, the first of its millisecond. */
async function placeOf(db: Queryable, id: string): Promise<number> {
  const place = sql<{ number: number }>`select number from post_search where post_id = ${id}`;
  return (await place.execute(db)).rows[0]?.number ?? firstPlaceOf(id);
}

function startOf(instant: string | undefined): Place | undefined {
  return instant === undefined ? undefined : { happens_at: instant, id: '' };
}

function earlier(one: Place | undefined, other: Place | undefined): Place | undefined {
  if (!one?.happens_at || !other?.happens_at) return one ?? other;
  return one.happens_at < other.happens_at ? one : other;
}

/** Finds the filter that the fewest posts pass. Counts up to `most`. */
async function findRarest(
  db: Queryable,
  filters: readonly Filter[],
  most: number,
): Promise<{ filter: Filter | undefined; count: number }> {
  let rarest: { filter: Filter | undefined; count: number } = { filter: undefined, count: Number.POSITIVE_INFINITY };
  for (const filter of filters) {
    const some = sql`select count(*) as count from (select 1 from (${filter.ids}) as found limit ${most}) as counted`;
    const count = Number((await sql<{ count: number }>`${some}`.execute(db)).rows[0]?.count);
    if (count < rarest.count) rarest = { filter, count };
  }
  return rarest;
}

/**
 * Walks through a source in descending order of its columns until the page is full. Each end has one comparison only: of
 * several, SQLite would pick one for the index and read everything that the others exclude.
 */
async function scan(
  db: Queryable,
  source: RawBuilder<Place>,
  page: {
    readonly columns: readonly (keyof Place)[];
    readonly filters: readonly Filter[];
    readonly limit: number;
    readonly before: Place | undefined;
    readonly first?: Place | undefined;
  },
): Promise<string[]> {
  const columns = sql.join(page.columns.map((column) => sql.ref(`candidate.${column}`)));
  const shown = page.columns.includes('id') ? columns : sql`${columns}, candidate.id`;
  const boundOf = (place: Place, column: keyof Place) =>
    column === 'number' ? asPlace(place.number ?? 0) : sql`${place[column]}`;
  // A source may have a post twice, but for the words of posts: to look for those twice would read all of them.
  const distinct = page.columns.includes('number') ? sql`` : sql`distinct`;
  const order = sql.join(page.columns.map((column) => sql`${sql.ref(`candidate.${column}`)} desc`));
  const bound = (comparison: '<' | '>=', place: Place | undefined) =>
    place
      ? sql`and (${columns}) ${sql.raw(comparison)} (${sql.join(page.columns.map((column) => boundOf(place, column)))})`
      : sql``;
  const all = sql`from (${source}) as candidate where true`;
  const matching = page.filters.map(({ holds }) => sql`and ${holds}`);
  const found: string[] = [];
  for (let before = page.before; ; await letOthersRun()) {
    const chunk = sql<Place>`select ${shown} ${all} ${bound('<', before)} ${bound('>=', page.first)}
      order by ${order} limit 1 offset ${CHUNK - 1}`;
    // Without filters no post is skipped, so one query is enough.
    const end = matching.length === 0 ? undefined : (await chunk.execute(db)).rows[0];
    const { rows } = await sql<Place>`select ${distinct} ${shown} ${all} ${bound('<', before)}
      ${bound('>=', end ?? page.first)} ${sql.join(matching, sql` `)}
      order by ${order} limit ${page.limit - found.length}`.execute(db);
    found.push(...rows.map(({ id }) => id));
    if (found.length === page.limit || end === undefined) return found;
    before = end;
  }
}
