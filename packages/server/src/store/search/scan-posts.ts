import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { dialectOf } from '../database/dialects.ts';
import { createPace } from '../posts/pace.ts';
import type { Filter } from '../posts/post-filters.ts';
import type { Queryable } from '../schema.ts';

/** Place of a post in a list. */
export interface Place {
  readonly id: string;
  readonly happens_at?: string;
}

/** Up to this many posts, sorting by time is faster than walking the index of times. */
export const FEW = 1_000;
/** To count up to this many posts takes milliseconds. A condition that more posts meet fills a page soon. */
export const MANY = 20_000;
/** Most posts that one statement examines, and on SQLite the first one. */
const CHUNK = 500;
const FIRST_CHUNK = 60;

/** Finds the filter that the fewest posts pass. Counts up to `most`. */
export async function findRarest(
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
export async function scan(
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
  const order = sql.join(page.columns.map((column) => sql`${sql.ref(`candidate.${column}`)} desc`));
  const bound = (comparison: '<' | '>=', place: Place | undefined) =>
    place
      ? sql`and (${columns}) ${sql.raw(comparison)} (${sql.join(page.columns.map((column) => place[column]))})`
      : sql``;
  const all = sql`from (${source}) as candidate where true`;
  const matching = page.filters.map(({ holds }) => sql`and ${holds}`);
  const pace = createPace(dialectOf(db) === 'sqlite' ? FIRST_CHUNK : CHUNK, CHUNK);
  const found: string[] = [];
  for (let before = page.before; ; await letOthersRun()) {
    const chunk = sql<Place>`select ${columns} ${all} ${bound('<', before)} ${bound('>=', page.first)}
      order by ${order} limit 1 offset ${pace.nextSize() - 1}`;
    // Without filters no post is skipped, so one query is enough.
    const end = matching.length === 0 ? undefined : (await chunk.execute(db)).rows[0];
    const matched = sql<Place>`select distinct ${columns} ${all} ${bound('<', before)}
      ${bound('>=', end ?? page.first)} ${sql.join(matching, sql` `)}
      order by ${order} limit ${page.limit - found.length}`;
    const { rows } = await pace.keep(() => matched.execute(db));
    found.push(...rows.map(({ id }) => id));
    if (found.length === page.limit || end === undefined) return found;
    before = end;
  }
}
