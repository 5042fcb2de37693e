import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../schema.ts';
import type { Filter } from './post-filters.ts';
import { tsqueryOf, type WordSearch } from './word-filter.ts';

/** Number of the newest posts that are looked at one by one: faster than the index for words that many posts have. */
const NEWEST_POSTS = 20_000;
/** Number of posts among these from which on words are usual. */
const USUAL = 200;

/** SQL that selects the newest posts of a workspace as `newest`, with their words. */
function newest({ workspaceId }: WordSearch, before: string | undefined): RawBuilder<unknown> {
  const from = before === undefined ? sql`` : sql`and post_id < ${before}`;
  return sql`(select post_id as id, words from post_search where workspace_id = ${workspaceId} ${from}
    order by workspace_id desc, post_id desc limit ${NEWEST_POSTS}) as candidate`;
}

/** Returns true on Postgres when many of the newest posts have the words. */
export async function isUsual(db: Queryable, search: WordSearch): Promise<boolean> {
  const found = sql<{ count: number }>`select count(*) as count from (select 1 from ${newest(search, undefined)}
    where words @@ ${tsqueryOf(search)} limit ${USUAL}) as found`;
  return Number((await found.execute(db)).rows[0]?.count) >= USUAL;
}

/**
 * Finds on Postgres the newest posts with words, whose index has no order: looks at the newest posts, and asks the index only when
 * these do not fill the page, so that words which many posts have need not be looked up.
 */
export async function findNewestWith(
  db: Queryable,
  search: WordSearch,
  { filters, limit, before }: { filters: readonly Filter[]; limit: number; before: string | undefined },
): Promise<string[]> {
  const query = tsqueryOf(search);
  const holding = sql.join(
    filters.map(({ holds }) => sql`and ${holds}`),
    sql` `,
  );
  const close = sql<{ id: string }>`select id from ${newest(search, before)}
    where words @@ ${query} ${holding} order by id desc limit ${limit}`;
  const found = (await close.execute(db)).rows.map(({ id }) => id);
  if (found.length === limit) return found;
  const last = found.at(-1) ?? before;
  const from = last === undefined ? sql`` : sql`and post_id < ${last}`;
  // The offset keeps Postgres from checking the other conditions on posts that no page has.
  const all = sql<{ id: string }>`select id from (select post_id as id from post_search
      where words @@ ${query} and workspace_id || '' = ${search.workspaceId} ${from} order by post_id || '' desc offset 0) as candidate
    where true ${holding} limit ${limit - found.length}`;
  return [...found, ...(await all.execute(db)).rows.map(({ id }) => id)];
}
