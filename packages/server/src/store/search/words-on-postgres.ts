import { type RawBuilder, sql } from 'kysely';
import type { Filter } from '../posts/post-filters.ts';
import type { Queryable } from '../schema.ts';
import { FEW, findRarest, MANY, scan } from './scan-posts.ts';
import { haveWords, tsqueryOf, type WordSearch, wordFilter } from './word-filter.ts';

/**
 * Number of the newest posts that are looked at one by one before the index is asked for all, since it has no order: it is faster
 * for words that many posts have.
 */
const LOOKED_AT = 20_000;
/** Number of posts among these from which on words are usual. */
const USUAL = 200;

/** The page that is asked for. */
interface Page {
  readonly limit: number;
  readonly before: { readonly id: string } | undefined;
}

/** Finds posts with words in the order of ids: among the newest ones, then by the condition that the fewest posts meet. */
export async function findByWords(
  db: Queryable,
  search: WordSearch,
  further: readonly Filter[],
  { limit, before }: Page,
): Promise<string[]> {
  const rarest = await findRarest(db, further, MANY);
  const isRare = rarest.count < FEW;
  const found = isRare ? [] : await findAmongNewest(db, search, further, { limit, before });
  if (found.length === limit) return found;
  const last = found.at(-1);
  const rest = { limit: limit - found.length, before: last === undefined ? before : { id: last } };
  if (rarest.filter !== undefined && rarest.count < MANY && (isRare || !(await areFew(db, search)))) {
    const byWords = wordFilter('postgres', search);
    const filters = [byWords, ...further].filter((filter) => filter !== rarest.filter || filter.isLoose);
    return [...found, ...(await scan(db, rarest.filter.ids, { columns: ['id'], filters, ...rest }))];
  }
  return [...found, ...(await findInIndex(db, search, further, rest))];
}

/** Makes the condition that a post has the words. Those of usual words are not listed: to count all would take long. */
export async function filterByWords(db: Queryable, search: WordSearch): Promise<Filter> {
  return wordFilter('postgres', search, (await areUsual(db, search)) ? undefined : idsWith(search));
}

/** The condition on the workspace is written so that the index of words is used. */
function idsWith(search: WordSearch): RawBuilder<{ id: string }> {
  return sql`select post_id as id from post_search
    where words @@ ${tsqueryOf(search)} and workspace_id || '' = ${search.workspaceId}`;
}

async function areFew(db: Queryable, search: WordSearch): Promise<boolean> {
  if (await areUsual(db, search)) return false;
  return (await findRarest(db, [wordFilter('postgres', search, idsWith(search))], FEW)).count < FEW;
}

function newest({ workspaceId }: WordSearch, before: Page['before']): RawBuilder<unknown> {
  const from = before === undefined ? sql`` : sql`and post_id < ${before.id}`;
  return sql`(select post_id as id, words from post_search where workspace_id = ${workspaceId} ${from}
    order by workspace_id desc, post_id desc limit ${LOOKED_AT}) as candidate`;
}

const hold = (search: WordSearch) => haveWords('postgres', search, sql.ref('candidate.words'));

/** Returns true when many of the newest posts have the words. */
async function areUsual(db: Queryable, search: WordSearch): Promise<boolean> {
  const found = sql<{ count: number }>`select count(*) as count from (select 1 from ${newest(search, undefined)}
    where ${hold(search)} limit ${USUAL}) as found`;
  return Number((await found.execute(db)).rows[0]?.count) >= USUAL;
}

/** Finds posts with words among the newest ones, newest first. There may be more of them. */
async function findAmongNewest(
  db: Queryable,
  search: WordSearch,
  further: readonly Filter[],
  { limit, before }: Page,
): Promise<string[]> {
  const found = sql<{ id: string }>`select candidate.id from ${newest(search, before)}
    where ${hold(search)} ${allOf(further)} order by candidate.id desc limit ${limit}`;
  return (await found.execute(db)).rows.map(({ id }) => id);
}

/** Finds all posts with words, and of these the newest ones. */
async function findInIndex(
  db: Queryable,
  search: WordSearch,
  further: readonly Filter[],
  { limit, before }: Page,
): Promise<string[]> {
  const from = before === undefined ? sql`` : sql`and post_id < ${before.id}`;
  // The offset keeps Postgres from checking the other conditions on posts that no page has.
  const all = sql<{ id: string }>`select id from (${idsWith(search)} ${from}
      order by post_id || '' desc offset 0) as candidate
    where true ${allOf(further)} limit ${limit}`;
  return (await all.execute(db)).rows.map(({ id }) => id);
}

function allOf(filters: readonly Filter[]): RawBuilder<unknown> {
  return sql.join(
    filters.map(({ holds }) => sql`and ${holds}`),
    sql` `,
  );
}
